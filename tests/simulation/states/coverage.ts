import type { Mutation, MutationState } from '../../../src/outbox/mutation.ts';
import { SYNC_EVENTS, type SyncEvent, transition } from '../../../src/outbox/sync-state.ts';

/** Counts of the state table's cells, by `cellOf`. */
export type Cells = Readonly<Record<string, number>>;

const STATES: readonly MutationState[] = ['queued', 'sending', 'unknown', 'parked'];
const KINDS = [
  { kind: 'create', sentWithKey: false },
  { kind: 'create', sentWithKey: true },
  { kind: 'update', sentWithKey: false },
  { kind: 'delete', sentWithKey: false },
] as const;

type Place = Pick<Mutation, 'kind' | 'sentWithKey' | 'state'>;

/** Names one cell of the state table. */
export function cellOf(place: Place, event: SyncEvent): string {
  return `${lineOf(place)} ${event}`;
}

function lineOf({ kind, sentWithKey, state }: Place): string {
  return `${sentWithKey ? 'keyed ' : ''}${kind} ${state}`;
}

export function sumOf(counts: readonly Cells[]): Cells {
  const sum: Record<string, number> = {};
  for (const count of counts) {
    for (const [cell, times] of Object.entries(count)) sum[cell] = (sum[cell] ?? 0) + times;
  }
  return sum;
}

/** Lists, for each kind and state, the possible cells that were met, how often, and those never met. */
export function coverageLines(cells: Cells): string[] {
  const lines: string[] = [];
  let met = 0;
  let possible = 0;
  for (const one of KINDS) {
    for (const state of STATES) {
      const place = { ...one, state };
      // Only a create can be unknown, even one with a key if its server forgets keys.
      if (state === 'unknown' && one.kind !== 'create') continue;
      const counts = SYNC_EVENTS.filter((event) => transition(place, event) !== 'impossible').map(
        (event) => [event, cells[cellOf(place, event)] ?? 0] as const,
      );
      const seen = counts.filter(([, times]) => times > 0);
      const never = counts.filter(([, times]) => times === 0).map(([event]) => event);
      met += seen.length;
      possible += counts.length;
      const told = seen.map(([event, times]) => `${event} ${times}`).join(', ');
      lines.push(
        `${lineOf(place).padEnd(20)} ${told || '-'}${never.length > 0 ? `; never ${never.join(', ')}` : ''}`,
      );
    }
  }
  return [`Table of states: ${met} of ${possible} possible cells met`, ...lines];
}
