import { expect, it } from 'vitest';
import type { RowOf } from '../../src/db/meta-rows.ts';
import { requestSync } from '../../src/records/use-sync-status.ts';
import { aSyncedTab } from '../support/tab/scenario.ts';

const YEAR = 365 * 24 * 60 * 60_000;

it('[P16] a clock that is off by more than five minutes is reported until it is right', async () => {
  const { backend, tab } = await aSyncedTab();
  const { clock, db } = tab.records;
  const { fetch } = backend;
  let ahead = 0;
  backend.fetch = async (...request) => {
    const answer = await fetch(...request);
    answer.headers.set('Date', new Date(clock.now() - ahead).toUTCString());
    return answer;
  };
  const toldAfter = async (off: number): Promise<number | undefined> => {
    ahead = off;
    await requestSync(tab.records);
    await tab.pass(5000);
    return ((await db.relaxed.meta.get('engine')) as RowOf<'engine'>).clockAhead;
  };
  expect(await toldAfter(4 * 60_000)).toBeUndefined();
  expect(await toldAfter(YEAR)).toBe(YEAR);
  expect(await toldAfter(-2 * 60 * 60_000)).toBe(-2 * 60 * 60_000);
  expect(await toldAfter(0)).toBeUndefined();
});
