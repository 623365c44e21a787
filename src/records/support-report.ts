import { readCapabilities } from '../db/known-server.ts';
import { readMeta } from '../db/meta-rows.ts';
import { RECORD_KINDS } from '../domain/resource-specs.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { supportReportWords as words } from '../words/sync.ts';
import type { RecordServices, StorageUse } from './record-services.ts';

/** Such as 'Version' -> '0.2.0'. */
export type SupportFacts = Readonly<Record<string, string>>;

/** Returns a report without names, values, addresses or tokens. */
export async function supportReport(services: RecordServices, facts: SupportFacts): Promise<string> {
  const now = services.clock.now();
  const use = await services.storageUse();
  const { relaxed } = services.db;
  const lines = await relaxed.transaction('r', relaxed.tables, async (tx) => {
    const [meta, features, open, finished, drafts] = await Promise.all([
      readMeta(tx),
      readCapabilities(tx),
      relaxed.outbox.toArray(),
      relaxed.journal.toArray(),
      relaxed.drafts.count(),
    ]);
    const counts = await Promise.all(RECORD_KINDS.map((name) => relaxed[name].count()));
    const engine = meta.get('engine');
    return [
      [words.offers, [...features].sort().join(', ') || words.plainContract],
      [words.sending, engine?.reasons.join(', ') || words.notPaused],
      ...RECORD_KINDS.map((name, n) => {
        const row = meta.get(`collection:${name}`);
        const read = row?.pulledAt ? words.read({ ago: ago(now - row.pulledAt) }) : words.neverRead;
        const state = [
          row?.complete ? words.complete : words.incomplete,
          ...(row?.error ? [words.failedLast] : []),
        ];
        return [name, words.records({ count: counts[n] ?? 0, state: [...state, read].join(', ') })];
      }),
      ...tally(open.map(inWords)).map((counted) => [words.waiting, words.counted(counted)]),
      [
        words.oldestWaiting,
        open.length === 0 ? words.none : ago(now - Math.min(...open.map(({ acceptedAt }) => acceptedAt))),
      ],
      ...tally(finished.map(({ kind, outcome }) => `${kind} ${outcome}`)).map((counted) => [
        words.finished,
        words.counted(counted),
      ]),
      [words.drafts, String(drafts)],
    ];
  });
  const all = [
    [words.made, new Date(now).toISOString()],
    ...Object.entries(facts),
    [words.storage, storageWords(use)],
    ...lines,
  ];
  return [words.heading, ...all.map(([name = '', value = '']) => words.line({ name, value })), ''].join('\n');
}

function storageWords(use: StorageUse | null): string {
  if (!use) return words.unknown;
  return use.promised ? words.storageKept(use) : words.storageUse(use);
}

function inWords({ resource, kind, state, refusal, attempts }: Mutation): string {
  const name = `${resource} ${kind} ${state}`;
  const change = state === 'parked' && refusal ? words.refused({ change: name, ...refusal }) : name;
  return attempts > 0 ? words.tried({ change }) : change;
}

function tally(all: readonly string[]): { readonly what: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const what of all) counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts].map(([what, count]) => ({ what, count })).sort((a, b) => (a.what < b.what ? -1 : 1));
}

/** Rounds down, to hide the times of a user's actions. */
function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return words.minutesAgo({ count: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? words.hoursAgo({ count: hours }) : words.daysAgo({ count: Math.floor(hours / 24) });
}
