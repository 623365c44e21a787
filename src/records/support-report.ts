import { readCapabilities } from '../db/capabilities.ts';
import { readMeta } from '../db/meta/meta-rows.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { Mutation } from '../outbox/mutation.ts';
import type { RecordServices } from './record-services.ts';

/** What the app knows of itself and of its browser, a line each: 'Version' -> '0.2.0'. */
export type SupportFacts = Readonly<Record<string, string>>;

/**
 * What support needs to know of this device: versions, states and counts. No names, no values of records, no addresses and
 * no tokens.
 */
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
    const counts = await Promise.all(RESOURCE_NAMES.map((name) => relaxed[name].count()));
    const engine = meta.get('engine');
    return [
      ['Server offers', [...features].sort().join(', ') || 'the plain contract'],
      ['Sending', engine?.reasons.join(', ') || 'not paused'],
      ...RESOURCE_NAMES.map((name, n) => {
        const row = meta.get(`collection:${name}`);
        const read = row?.pulledAt ? `read ${ago(now - row.pulledAt)}` : 'never read';
        const state = [row?.complete ? 'complete' : 'incomplete', ...(row?.error ? ['failed last'] : [])];
        return [name, `${counts[n]} records, ${[...state, read].join(', ')}`];
      }),
      ...tally(open.map(inWords)).map(([what, count]) => ['Waiting', `${count} x ${what}`]),
      [
        'Oldest waiting',
        open.length === 0 ? 'none' : ago(now - Math.min(...open.map(({ acceptedAt }) => acceptedAt))),
      ],
      ...tally(finished.map(({ kind, outcome }) => `${kind} ${outcome}`)).map(([what, count]) => [
        'Finished',
        `${count} x ${what}`,
      ]),
      ['Drafts', String(drafts)],
    ];
  });
  const storage = use ? `${use.used} of ${use.room} bytes${use.promised ? ', kept' : ''}` : 'not known';
  const all = [
    ['Made', new Date(now).toISOString()],
    ...Object.entries(facts),
    ['Storage', storage],
    ...lines,
  ];
  return ['Restoration CRM, report for support', ...all.map(([name, value]) => `${name}: ${value}`), ''].join(
    '\n',
  );
}

function inWords({ resource, kind, state, refusal, attempts }: Mutation): string {
  const why = state === 'parked' && refusal ? ` (${refusal.reason}, ${refusal.status})` : '';
  return `${resource} ${kind} ${state}${why}${attempts > 0 ? ', tried' : ''}`;
}

function tally(words: readonly string[]): [what: string, count: number][] {
  const counts = new Map<string, number>();
  for (const one of words) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Rounded down, so that it tells nobody when somebody did what. */
function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
