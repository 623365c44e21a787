import type { Level, Outcome } from './check.ts';
import { ALL_CHECKS } from './checks/all-checks.ts';
import { themeOf } from './checks/extension.ts';
import { type Promised, promisesOf } from './promises.ts';
import { brokenIn, conforms, type Result, type Run } from './run-checks.ts';

export interface Subject {
  readonly url: string;
  readonly username: string;
  readonly origin: string | null;
}

const DOCUMENTS_STAY = 'attachments.documents-stay';

const SIGNS: Readonly<Record<Promised['state'], string>> = {
  kept: 'yes   ',
  partly: 'partly',
  broken: 'BROKEN',
  unknown: '?     ',
};

export function reportInWords(run: Run, subject: Subject): string {
  const from = subject.origin === null ? '' : `, for an app at ${subject.origin}`;
  return [
    `Can Restoration CRM work with ${subject.url}? Checked as ${subject.username}${from}.`,
    '',
    ...checksInWords(run.results),
    ...promisesInWords(run),
    ...countsInWords(run),
    ...leftInWords(run),
    '',
    verdict(run),
  ].join('\n');
}

function checksInWords(results: readonly Result[]): string[] {
  const themes = [...new Set(results.map(({ check }) => check.theme))];
  return themes.flatMap((theme) => {
    const own = results.filter(({ check }) => check.theme === theme);
    const reason = onlyReason(own);
    const lines = reason === null ? own.flatMap(checkInWords) : [`  -       Not seen: ${reason}`];
    return [theme, ...lines, ''];
  });
}

/** If all of a heading's checks were skipped for the same reason, returns it. */
function onlyReason(results: readonly Result[]): string | null {
  const reasons = results.map(({ outcome }) => (outcome.is === 'skipped' ? outcome.because : null));
  const [first = null] = reasons;
  return reasons.every((reason) => reason === first) ? first : null;
}

function checkInWords({ check, outcome }: Result): string[] {
  const line = (sign: string): string => `  ${sign.padEnd(7)} ${check.level.padEnd(9)} ${check.asks}`;
  const below = (head: string, text: string): string => `${' '.repeat(20)}${head}: ${text}`;
  switch (outcome.is) {
    case 'ok':
      return [line('ok')];
    case 'skipped':
      return [line('-'), below('Not seen', outcome.because)];
    case 'fails':
      return [
        line('FAILS'),
        below('Found', outcome.found),
        below('In the app', outcome.otherwise ?? check.otherwise),
        below('Check', check.id),
      ];
  }
}

/** Returns nothing if only some checks ran: each promise depends on many. */
function promisesInWords(run: Run): string[] {
  const promises = promisesIn(run).flatMap(promiseInWords);
  return promises.length === 0 ? [] : ['What the app promises on this server', '', ...promises, ''];
}

function promisesIn({ results, features }: Run): readonly Promised[] {
  return isWhole(results) ? promisesOf(results, features) : [];
}

function isWhole(results: readonly Result[]): boolean {
  return results.length === ALL_CHECKS.length;
}

function promiseInWords({ state, text, because }: Promised): string[] {
  const reason = state === 'broken' || state === 'partly' ? because : [];
  const line = `  ${SIGNS[state]}  ${text}`;
  return reason.length === 0 ? [line] : [line, `${' '.repeat(10)}Because of: ${reason.join(', ')}`];
}

function countsInWords({ results, requests, slowestMs, features }: Run): string[] {
  const levels: readonly Level[] = ['MUST', 'SHOULD', 'extension'];
  const counts = levels.map((level) => {
    const own = results.filter(({ check }) => check.level === level);
    const count = (is: string): number => own.filter(({ outcome }) => outcome.is === is).length;
    return `${level}: ${count('ok')} hold, ${count('fails')} fail, ${count('skipped')} not seen.`;
  });
  const announced = features.length === 0 ? 'none' : features.map(featureInWords).join(', ');
  return [
    ...counts,
    `Extensions that the server announces: ${announced}.`,
    `${requests} requests, the slowest answer after ${(slowestMs / 1000).toFixed(1)} s.`,
  ];
}

function featureInWords(feature: string): string {
  const isUsed = ALL_CHECKS.some(({ theme }) => theme === themeOf(feature));
  return isUsed ? feature : `${feature} (not used by the app)`;
}

function leftInWords({ left, results }: Run): string[] {
  const stays = results.some(({ check, outcome }) => check.id === DOCUMENTS_STAY && outcome.is === 'ok');
  const document = stays ? ', except one document without a record, the same in every run' : '';
  if (left.length === 0) return [`Everything that the checks created was removed${document}.`];
  const lines = left.map(({ what, because }) => `  ${what}: ${because}`);
  const also = stays ? ['One document without a record stays too, the same in every run.'] : [];
  return ['These records of the checks could not be removed. Please delete them:', ...lines, ...also];
}

function verdict(run: Run): string {
  if (run.stopped) return 'Stopped before the end: this says nothing about the server as a whole.';
  if (conforms(run)) {
    if (!isWhole(run.results)) return 'What was checked holds. The rest was not checked.';
    const unseen = run.results.filter(({ check, outcome }) => check.level === 'MUST' && isOpen(outcome));
    const ids = unseen.map(({ check }) => check.id);
    return `The app can be used with this server${ids.length === 0 ? '' : `, as far as checked. Not checked: ${ids.join(', ')}`}.`;
  }
  const broken = brokenIn(run.results).map(({ check }) => check.id);
  return `The app cannot be used with this server as it is. To fix: ${broken.join(', ')}.`;
}

/** True if the check could not run although it concerns this server. */
function isOpen(outcome: Outcome): boolean {
  return outcome.is === 'skipped' && outcome.needless !== true;
}

export function reportAsJson(run: Run, subject: Subject): string {
  const checks = run.results.map(({ check, outcome }) => {
    const { id, theme, level, asks } = check;
    return {
      id,
      theme,
      level,
      asks,
      outcome: outcome.is,
      ...(outcome.is === 'skipped' ? { because: outcome.because } : {}),
      ...(outcome.is === 'fails'
        ? { found: outcome.found, consequence: outcome.otherwise ?? check.otherwise }
        : {}),
    };
  });
  const { features, requests, slowestMs, stopped, left } = run;
  return JSON.stringify(
    {
      ...subject,
      conforms: conforms(run),
      stopped,
      features,
      requests,
      slowestMs: Math.round(slowestMs),
      checks,
      promises: promisesIn(run),
      left,
    },
    null,
    2,
  );
}
