import { expect, it } from 'vitest';
import { laneOf } from '../../src/outbox/lane.ts';
import { BusyLanes } from '../../src/sync/push/busy-lanes.ts';
import { aMutation } from '../support/records/mutations.ts';

it('[P3] an answer frees its connection at once, and its record when it has been stored', () => {
  const busy = new BusyLanes();
  const mutation = aMutation();
  const counts = (): number[] => [busy.unanswered, busy.answered, busy.lanes.size, busy.own.size];
  const occupied = busy.occupy([mutation]);
  expect(counts()).toEqual([1, 0, 1, 1]);
  expect(busy.lanes.has(laneOf(mutation))).toBe(true);
  occupied.answered();
  occupied.answered();
  expect(counts()).toEqual([0, 1, 1, 1]);
  occupied.release();
  expect(counts()).toEqual([0, 0, 0, 0]);
});

it('[P3] a request that ends without an answer frees both together', () => {
  const busy = new BusyLanes();
  busy.occupy([aMutation()]).release();
  expect([busy.unanswered, busy.answered, busy.lanes.size]).toEqual([0, 0, 0]);
});
