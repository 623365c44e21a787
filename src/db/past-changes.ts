import type { FieldChanges } from '../domain/field-changes.ts';
import type { Fields, FieldValue, ResourceName } from '../domain/resource-spec.ts';
import { ENTRY_WATCH_MS } from '../outbox/history.ts';
import type { HistoryNote, JournalNote, LaneKey } from '../outbox/lane-event.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import { changesText, type MutationKind } from '../outbox/mutation.ts';
import type { Tx } from './tables.ts';

/** A change of a record that this device has seen, in the order in which it saw them. */
export interface HistoryEntry extends HistoryNote {
  readonly n: number;
}

/** With what is written until the next trim there are never more than 2,000. */
const HISTORY_KEPT = 1900;
const TRIMMED_EVERY = 100;

/** Notes what changed in records, and forgets the oldest changes. */
export async function writeHistory(tx: Tx, notes: readonly HistoryNote[]): Promise<void> {
  if (notes.length === 0) return;
  const history = tx.table<HistoryNote, number>('history');
  const last = await history.bulkAdd([...notes]);
  if (last % TRIMMED_EVERY < notes.length)
    await history
      .where('n')
      .belowOrEqual(last - HISTORY_KEPT)
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

/**
 * How a mutation left the outbox; there is no other way out. `decided` alone does not end one: a person kept
 * theirs over the server's after a conflict, and it goes on.
 */
type Outcome = JournalNote['outcome'];

/** What support may want to know of a change that is finished. */
export interface JournalEntry {
  readonly n: number;
  readonly mutationId: string;
  readonly resource: ResourceName;
  readonly localId: string;
  readonly kind: MutationKind;
  readonly outcome: Outcome;
  readonly fields: FieldChanges;
  /**
   * What the server held in the fields of a conflict that a person decided; of a confirmed change, what it made of fields
   * that the person had typed otherwise. Empty where there are none.
   */
  readonly theirs: Readonly<Record<string, FieldValue>>;
  /** Of a deletion the record that it took, which has no other name left. */
  readonly deleted?: Fields;
  /** Device time in ms. */
  readonly at: number;
}

const JOURNAL_KEPT = 500;

/**
 * Notes a finished mutation and forgets all but the last 500. Changes of texts stay for a day: the entry watch reads them,
 * and an import alone may finish thousands.
 * @param at device time in ms
 */
export async function writeJournal(
  tx: Tx,
  { mutation, outcome, theirs, record }: JournalNote & { readonly record?: MirrorRecord | undefined },
  at: number,
): Promise<void> {
  const journal = tx.table<Omit<JournalEntry, 'n'> & { n?: number }, number>('journal');
  const { id: mutationId, resource, localId, kind, fields } = mutation;
  const deleted = kind === 'delete' && record?.server ? { deleted: record.server } : {};
  const n = await journal.add({
    mutationId,
    resource,
    localId,
    kind,
    outcome,
    fields,
    theirs,
    ...deleted,
    at,
  });
  if (n % 50 === 0)
    await journal
      .where('n')
      .belowOrEqual(n - JOURNAL_KEPT)
      .filter((entry) => !changesText(entry) || entry.at <= at - ENTRY_WATCH_MS)
      .delete();
}
