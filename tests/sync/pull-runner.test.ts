import { expect, it } from 'vitest';
import { type CollectionRow, MetaRows } from '../../src/db/meta.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import type { Look } from '../../src/sync/look.ts';
import { type DuePull, PullRunner } from '../../src/sync/pull/pull-runner.ts';
import { jsonAnswer } from '../support/answers.ts';
import { aMutation } from '../support/mutations.ts';
import { aSyncedTab, contextOf } from '../support/scenario.ts';
import type { TestTab } from '../support/test-device.ts';

const SLOW_READING_MS = 3000;

interface Resting {
  readonly tab: TestTab;
  readonly look: Look;
  readonly due: (look: Look) => DuePull;
  /** What is asked for. */
  readonly paths: string[];
}

/** What decides about readings, on a device that has just read everything, which took so long that it rests. */
async function restingRunner(): Promise<Resting> {
  const { tab } = await aSyncedTab();
  const { clock } = tab.browser;
  const paths: string[] = [];
  const context = contextOf(tab, async ({ path }) => {
    paths.push(path);
    clock.advance(SLOW_READING_MS);
    return jsonAnswer(200, { count: 0, next: null, previous: null, results: [] });
  });
  const runner = new PullRunner(
    context,
    () => 1,
    () => {},
  );
  const look = { open: [], held: new Map(), drainStartedAt: null, features: new Set<string>() };
  const readLook = async (): Promise<Look> => ({
    ...look,
    meta: new MetaRows(await tab.records.db.relaxed.meta.toArray()),
  });
  for (let next = runner.due(await readLook(), true); 'read' in next; ) {
    await next.read();
    next = runner.due(await readLook(), true);
  }
  runner.poked(false);
  paths.length = 0;
  return { tab, look: await readLook(), due: (given) => runner.due(given, true), paths };
}

/** Changes to records that were read before a drain began, more than are read one by one. */
function staleUpdates(at: number): readonly Mutation[] {
  return Array.from({ length: 5 }, (_, n) => aMutation({ id: `m${n}`, localId: `${n}`, acceptedAt: at }));
}

it('reads soon after the server says that something has changed, however long the last reading took', async () => {
  const { tab, look, due } = await restingRunner();
  const { clock } = tab.browser;
  expect(due(look)).toEqual({ at: expect.any(Number) });
  clock.advance(750);
  expect(due(look)).toHaveProperty('read');
});

it('reads soon then also where a change waits for that reading', async () => {
  const { tab, look, due, paths } = await restingRunner();
  const { clock } = tab.browser;
  const readAt = clock.now() - 60_000;
  const meta = new MetaRows([
    { ...(look.meta.get('collection:customers') as CollectionRow), pulledAt: readAt },
  ]);
  const drain = { ...look, meta, drainStartedAt: clock.now() + 1 };
  clock.advance(750);
  const next = due({ ...drain, open: staleUpdates(readAt) });
  if ('read' in next) await next.read();
  expect(paths).toEqual([expect.stringContaining('/customers/customers/')]);
});
