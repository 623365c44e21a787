import { expect, it } from 'vitest';
import { MetaRows } from '../../src/db/meta-rows.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import type { Poll } from '../../src/sync/poll.ts';
import { type PullAction, planPull } from '../../src/sync/pull/plan-pull.ts';
import { PullRunner } from '../../src/sync/pull/pull-runner.ts';
import { jsonAnswer } from '../support/backend/answers.ts';
import { aMutation } from '../support/records/mutations.ts';
import { aSyncedTab, contextOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const SLOW_PULL_MS = 3000;

interface Cooling {
  readonly tab: TestTab;
  readonly poll: Poll;
  readonly due: (poll: Poll) => PullAction;
  readonly run: (poll: Poll) => Promise<unknown>;
  /** What is asked for. */
  readonly paths: string[];
}

/** What decides about pulls, on a device that has just read everything, which took so long that it cools down. */
async function coolingRunner(): Promise<Cooling> {
  const { tab } = await aSyncedTab();
  const { clock } = tab.browser;
  const paths: string[] = [];
  const context = contextOf(tab, async ({ path }) => {
    paths.push(path);
    clock.advance(SLOW_PULL_MS);
    return jsonAnswer(200, { count: 0, next: null, previous: null, results: [] });
  });
  const runner = new PullRunner(context, { atOnce: () => 1, lost: () => {}, settingsAt: () => {} });
  const poll = { open: [], waitsFor: new Map(), drainStartedAt: null, features: new Set<string>() };
  const readPoll = async (): Promise<Poll> => ({
    ...poll,
    meta: new MetaRows(await tab.records.db.relaxed.meta.toArray()),
  });
  const due = (given: Poll): PullAction => planPull(given, runner.facts(given, true));
  const run = (given: Poll) => runner.run(due(given), given);
  for (let given = await readPoll(); due(given).do !== 'wait'; given = await readPoll()) await run(given);
  runner.changed(false);
  paths.length = 0;
  return { tab, poll: await readPoll(), due, run, paths };
}

/** Changes to records that were read before a drain began, more than are read one by one. */
function staleUpdates(at: number): readonly Mutation[] {
  return Array.from({ length: 5 }, (_, n) => aMutation({ id: `m${n}`, localId: `${n}`, acceptedAt: at }));
}

it('reads soon after the server says that something has changed, however long the last pull took', async () => {
  const { tab, poll, due } = await coolingRunner();
  const { clock } = tab.browser;
  expect(due(poll)).toEqual({ do: 'wait', until: expect.any(Number) });
  clock.advance(750);
  expect(due(poll)).toMatchObject({ do: 'pull' });
});

it('reads soon then also where a change waits for that pull', async () => {
  const { tab, poll, run, paths } = await coolingRunner();
  const { clock } = tab.browser;
  const readAt = clock.now() - 60_000;
  const rows = RESOURCE_NAMES.flatMap((name) => poll.meta.get(`collection:${name}`) ?? []);
  const meta = new MetaRows(
    rows.map((row) => (row.key === 'collection:customers' ? { ...row, pulledAt: readAt } : row)),
  );
  const drain = { ...poll, meta, drainStartedAt: clock.now() + 1 };
  clock.advance(750);
  await run({ ...drain, open: staleUpdates(readAt) });
  expect(paths).toEqual([expect.stringContaining('/customers/customers/')]);
});
