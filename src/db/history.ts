import type { Transaction as Tx } from 'dexie';
import type { ResourceName } from '../domain/resource-spec.ts';
import type { HistoryNote, LaneKey } from '../outbox/lane-event.ts';

/** A change of a record that this device has seen, in the order in which it saw them. */
export interface HistoryEntry extends HistoryNote {
  readonly n: number;
}

/** With what is written until the next trim there are never more than 2,000. */
const KEPT = 1900;
const TRIMMED_EVERY = 100;

/** Notes what changed in records, and forgets the oldest changes. */
export async function writeHistory(tx: Tx, notes: readonly HistoryNote[]): Promise<void> {
  if (notes.length === 0) return;
  const history = tx.table<HistoryNote, number>('history');
  const last = await history.bulkAdd([...notes]);
  if (last % TRIMMED_EVERY < notes.length)
    await history
      .where('n')
      .belowOrEqual(last - KEPT)
      .delete();
}

/** The record is another one from now on: what is known of it goes along. */
export async function moveHistory(tx: Tx, from: LaneKey, to: LaneKey): Promise<void> {
  await historyOfAll(tx, from.resource, [from.localId]).modify({ localId: to.localId });
}

/** These records have left the device, and what changed in them. */
export async function dropHistory(
  tx: Tx,
  resource: ResourceName,
  localIds: readonly string[],
): Promise<void> {
  await historyOfAll(tx, resource, localIds).delete();
}

/** Returns the changes of a record, the last first. */
export async function lastNotes(tx: Tx, { resource, localId }: LaneKey): Promise<readonly HistoryNote[]> {
  const notes = await historyOfAll(tx, resource, [localId]).sortBy('n');
  return notes.reverse();
}

function historyOfAll(tx: Tx, resource: ResourceName, localIds: readonly string[]) {
  const keys = localIds.map((localId) => [resource, localId]);
  return tx.table<HistoryNote, number>('history').where('[resource+localId]').anyOf(keys);
}
