import type { Mutation } from '../../../src/outbox/mutation.ts';
import type { SyncEvent } from '../../../src/outbox/sync-state.ts';
import { type Cells, cellOf } from './coverage.ts';

const met = new Map<string, number>();

/** Counts an event of a mutation, given its state before. */
export function countCell(
  mutation: Pick<Mutation, 'kind' | 'sentWithKey' | 'state'>,
  event: SyncEvent,
): void {
  countTimes(cellOf(mutation, event));
}

export function countTimes(cell: string): void {
  met.set(cell, (met.get(cell) ?? 0) + 1);
}

export function cellsMet(): Cells {
  return Object.fromEntries(met);
}
