import type { Mutation } from '../../../src/domain/mutation.ts';
import { transition as lookUp, type Next, type SyncEvent } from '../../../src/sync/sync-state.ts';
import { countCell } from './counter.ts';

/** Stands in for src/sync/sync-state.ts when a simulation is bundled: the same table, whose cells are counted. */
export type { SyncEvent } from '../../../src/sync/sync-state.ts';

export function transition(mutation: Pick<Mutation, 'kind' | 'keyed' | 'state'>, event: SyncEvent): Next {
  countCell(mutation, event);
  return lookUp(mutation, event);
}
