import type { Mutation } from '../../../src/outbox/mutation.ts';
import { transition as lookUp, type Next, type SyncEvent } from '../../../src/outbox/sync-state.ts';
import { countCell } from './counter.ts';

/** Replaces src/outbox/sync-state.ts in a bundled simulation with the same table, and counts its cells. */
export type { SyncEvent } from '../../../src/outbox/sync-state.ts';

export function transition(
  mutation: Pick<Mutation, 'kind' | 'sentWithKey' | 'state'>,
  event: SyncEvent,
): Next {
  countCell(mutation, event);
  return lookUp(mutation, event);
}
