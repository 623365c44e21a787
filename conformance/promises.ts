import type { Outcome } from './check.ts';
import type { Result } from './run-checks.ts';

/** 'partly': with the drawback that the text names. 'unknown': the checks it rests on could not run. */
export interface Promised {
  readonly id: string;
  readonly state: 'kept' | 'partly' | 'broken' | 'unknown';
  readonly text: string;
  /** Checks that failed or could not run. */
  readonly because: readonly string[];
}

interface Rule {
  readonly id: string;
  /** Ids of checks, or '*.name' for every kind of record. */
  readonly needs: readonly string[];
  readonly kept: string;
  readonly broken: string;
  /** The first missing extension counts. */
  readonly without?: readonly { readonly feature: string; readonly text: string }[];
  /** A drawback that breaks nothing. */
  readonly unless?: { readonly needs: readonly string[]; readonly text: string };
  /** The text if none of these checks could run. */
  readonly unseen?: { readonly needs: readonly string[]; readonly text: string };
}

const RULES: readonly Rule[] = [
  {
    id: 'nothing-lost',
    needs: [
      'auth.sign-in',
      'auth.profile',
      'auth.bad-token',
      'auth.refresh',
      '*.create',
      '*.update',
      '*.delete',
      '*.gone',
      '*.refusal',
      'cors.preflight',
      'cors.answers',
      'cors.refusals',
      'cors.if-match',
    ],
    kept: 'No change is lost. What a person saves is kept on the device and counted as waiting until this server has confirmed it.',
    broken:
      'Changes of some kinds never get to this server, or only with help. Not one of them is lost: they stay on the device, and the app says that they wait.',
  },
  {
    id: 'once',
    needs: ['*.create', '*.kept', '*.list', '*.pages', '*.new-ids', 'client-uid.*'],
    kept: 'A record is made once, also when the connection breaks in the middle of saving.',
    broken:
      'A record may be there twice when the connection breaks in the middle of saving, and nobody is asked.',
    without: [
      {
        feature: 'client-uid',
        text: 'A record may have to be checked by hand when the connection breaks in the middle of saving: this server has no client-uid. The app looks for its own record before it sends it again, and asks where it cannot tell.',
      },
    ],
  },
  {
    id: 'nobody-overwritten',
    needs: ['*.update', '*.read', 'if-match.*', 'batch.if-match'],
    kept: 'Nobody’s change is overwritten: where two people have changed the same, a person decides.',
    broken: 'People overwrite each other’s changes, and nobody is asked.',
    without: [
      {
        feature: 'if-match',
        text: 'Two people may work on one record: different fields are both kept, and for the same field a person decides. Only where both save it within the same minutes may the later one win unseen: this server has no if-match.',
      },
    ],
  },
  {
    id: 'complete-lists',
    needs: ['*.list', '*.pages'],
    kept: 'Every record of this server is on the device, so that lists and search are complete without a connection.',
    broken: 'Lists on the device are not complete: records of this server may be missing in them.',
    unless: {
      needs: ['*.paged'],
      text: 'Every record of this server is on the device. Long lists come in one piece, which takes long where the signal is weak.',
    },
    unseen: {
      needs: ['*.pages'],
      text: 'Every record of this server is on the device, as far as was seen: no list was long enough for a second page.',
    },
  },
  {
    id: 'up-to-date',
    needs: ['*.list', '*.gone', 'changes.*', 'events.*', 'extensions.events-feed'],
    kept: 'What somebody else changes or deletes is on an open screen a second or two later.',
    broken: 'What somebody else changes or deletes may never get to this device.',
    unless: {
      needs: ['*.order'],
      text: 'What somebody else deletes may stay in the lists of this device for long: the lists of this server change their order while they are read.',
    },
    without: [
      {
        feature: 'changes',
        text: 'What somebody else changes or deletes is on this device once the whole list has been read again: a minute for short lists, longer for long ones. This server has no changes feed.',
      },
      {
        feature: 'events',
        text: 'What somebody else changes or deletes is on this device with the next look, which is one small request: a minute later, up to ten where nothing was going on. This server has no events.',
      },
    ],
  },
  {
    id: 'long-outbox',
    needs: ['batch.*', 'extensions.batch-keys'],
    kept: 'A day’s work without a connection goes out in one request, up to 200 changes at a time.',
    broken:
      'After a day without a connection changes may stay waiting: the batches of this server cannot be relied on.',
    without: [
      {
        feature: 'batch',
        text: 'After a day without a connection changes go out one by one, up to six at a time: this server has no batch.',
      },
    ],
  },
  {
    id: 'one-letterhead',
    needs: ['company-settings.*'],
    kept: 'The name of the company, its logo and its checklists are the same on all devices.',
    broken: 'The name of the company, its logo or its checklists may differ from device to device.',
    without: [
      {
        feature: 'company-settings',
        text: 'The name of the company, its logo and its checklists have to be entered on each device, and stay there: this server has no company-settings.',
      },
    ],
  },
  {
    id: 'signed-in',
    needs: ['auth.refresh', 'auth.refused-refresh', 'auth.bad-token', 'refresh-grace.*'],
    kept: 'Whoever has signed in can work without a connection for as long as it takes. Where the sign-in has run out meanwhile, the app asks for the password; nothing is lost by that.',
    broken: 'People have to sign out and in again before their changes go out.',
    unless: {
      needs: ['auth.lasting'],
      text: 'Whoever has signed in can work without a connection for as long as it takes, but after a few days has to type the password before changes go out. Nothing is lost by that.',
    },
    without: [
      {
        feature: 'refresh-grace',
        text: 'Whoever has signed in can work without a connection for as long as it takes. Where the connection breaks just as the sign-in is renewed, the app asks for the password; nothing is lost by that. This server has no refresh-grace.',
      },
    ],
  },
  {
    id: 'values',
    needs: ['*.kept', '*.amounts', '*.days', '*.text', '*.lines', '*.long-text'],
    kept: 'Amounts are right to the cent, days stay the days that they are, and text comes back as it was typed.',
    broken: 'Not everything comes back as it was typed.',
    unless: {
      needs: ['estimates.total'],
      text: 'Amounts, days and text come back as they were typed, but for the total of an estimate: this server puts its own in the place of what a person has agreed with a customer.',
    },
  },
  {
    id: 'reasons',
    needs: ['*.refusal', '*.reference', 'auth.wrong-password', 'cors.refusals'],
    kept: 'What this server refuses is shown to the person with its words, beside the field where it names one.',
    broken: 'Where this server refuses something, a person learns it late or not at all.',
    unless: {
      needs: [
        '*.refusal-words',
        'auth.wrong-password-status',
        'auth.wrong-password-words',
        '*.long-text-taken',
        'customers.protected',
        'work-orders.number-taken',
      ],
      text: 'What this server refuses is shown to the person, in some cases late or without saying what to mend.',
    },
  },
];

export function promisesOf(results: readonly Result[], features: readonly string[]): readonly Promised[] {
  return RULES.map((rule) => promisedBy(rule, results, features));
}

function promisedBy(rule: Rule, results: readonly Result[], features: readonly string[]): Promised {
  const failed = idsOf(results, rule.needs, 'fails');
  if (failed.length > 0) return { id: rule.id, state: 'broken', text: rule.broken, because: failed };
  const seen = idsOf(results, rule.needs, 'ok');
  const isKnown = idsOf(results, ['auth.profile'], 'ok').length > 0;
  const lacks = isKnown ? rule.without?.find(({ feature }) => !features.includes(feature)) : undefined;
  if (seen.length === 0 && !lacks) {
    const text = `Not seen: ${rule.kept}`;
    return { id: rule.id, state: 'unknown', text, because: idsOf(results, rule.needs, 'skipped') };
  }
  const spoiled = idsOf(results, rule.unless?.needs ?? [], 'fails');
  if (rule.unless && spoiled.length > 0) {
    return { id: rule.id, state: 'partly', text: rule.unless.text, because: spoiled };
  }
  if (lacks) return { id: rule.id, state: 'partly', text: lacks.text, because: [] };
  const { unseen } = rule;
  const missing = unseen && idsOf(results, unseen.needs, 'ok').length === 0;
  if (missing) {
    const because = idsOf(results, unseen.needs, 'skipped');
    return { id: rule.id, state: 'partly', text: unseen.text, because };
  }
  return { id: rule.id, state: 'kept', text: rule.kept, because: [] };
}

function idsOf(
  results: readonly Result[],
  patterns: readonly string[],
  is: Outcome['is'],
): readonly string[] {
  return results
    .filter(({ check, outcome }) => outcome.is === is && patterns.some((pattern) => fits(pattern, check.id)))
    .map(({ check }) => check.id);
}

/** '*.list' matches every kind, 'changes.*' every check of the extension. */
function fits(pattern: string, id: string): boolean {
  if (pattern.startsWith('*')) return id.endsWith(pattern.slice(1));
  return pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : pattern === id;
}
