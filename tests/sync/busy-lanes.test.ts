import { expect, it } from 'vitest';
import { laneOf } from '../../src/outbox/mutation.ts';
import { BusyLanes } from '../../src/sync/push/push.ts';
import { aMutation } from '../support/records/mutations.ts';

it('[P3] a request keeps its connection and its record until what came of it is stored', () => {
  const busy = new BusyLanes();
  const mutation = aMutation();
  const counts = (): number[] => [busy.requests, busy.lanes.size, busy.own.size];
  const release = busy.occupy([mutation]);
  expect(counts()).toEqual([1, 1, 1]);
  expect(busy.lanes.has(laneOf(mutation))).toBe(true);
  release();
  expect(counts()).toEqual([0, 0, 0]);
});
