import { expect, it } from 'vitest';
import type { LiveCollection } from '../../src/db/live-collection.ts';
import { keepSearchReady } from '../../src/records/use-records.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';
import { aCollection, aRecord } from '../support/browser/test-database.ts';

const rows = Array.from({ length: 3000 }, (_, n) => aRecord({ localId: `${n}` }));

function readWhole(collection: LiveCollection): void {
  collection.begin();
  collection.addRange(rows);
  collection.finish();
}

async function pass(clock: ManualClock): Promise<void> {
  for (let n = 0; n < 50; n += 1) {
    clock.advance(1);
    await Promise.resolve();
  }
}

it('the search texts are built once all records are there, and again after a reload', async () => {
  const clock = new ManualClock();
  const collection = aCollection();
  const stop = keepSearchReady(collection, clock);
  collection.apply([['1', rows[1]]]);
  await pass(clock);
  expect(collection.isSearchReady).toBe(false);
  readWhole(collection);
  await pass(clock);
  expect(collection.isSearchReady).toBe(true);
  readWhole(collection);
  await pass(clock);
  expect(collection.isSearchReady).toBe(true);
  stop();
  readWhole(collection);
  await pass(clock);
  expect(collection.isSearchReady).toBe(false);
});
