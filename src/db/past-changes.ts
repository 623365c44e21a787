import type { FieldChanges } from '../domain/field-changes.ts';
import { JOURNAL_MOST } from '../domain/receipt.ts';
import type { Fields, FieldValue, RecordKey, RecordKind } from '../domain/resource-spec.ts';
import type { Reduction } from '../outbox/lane.ts';
import type { HistoryNote } from '../outbox/lane-event.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import { changesText, type Mutation } from '../outbox/mutation.ts';
import { ENTRY_WATCH_MS } from './entry-watch.ts';
import type { Tx } from './tables.ts';

/** `n` is the order in which this device saw the changes. */
export interface HistoryEntry extends HistoryNote {
  readonly n: number;
}

/** Every 100 entries, the history is trimmed to this, so at most 2,000 are stored. */
const HISTORY_KEPT = 1900;
const TRIMMED_EVERY = 100;

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

/** For a record merged into another. */
export async function moveHistory(tx: Tx, from: RecordKey, to: RecordKey): Promise<void> {
  await historyOfAll(tx, from.resource, [from.localId]).modify({ localId: to.localId });
}

export async function dropHistory(tx: Tx, resource: RecordKind, localIds: readonly string[]): Promise<void> {
  await historyOfAll(tx, resource, localIds).delete();
}

/** Newest first. */
export async function lastNotes(tx: Tx, { resource, localId }: RecordKey): Promise<readonly HistoryNote[]> {
  const notes = await historyOfAll(tx, resource, [localId]).sortBy('n');
  return notes.reverse();
}

function historyOfAll(tx: Tx, resource: RecordKind, localIds: readonly string[]) {
  const keys = localIds.map((localId) => [resource, localId]);
  return tx.table<HistoryNote, number>('history').where('[resource+localId]').anyOf(keys);
}

/** After `decided` (the user's side won a conflict) and `joined` (texts were merged), the mutation stays in the outbox. */
type Outcome = JournalNote['outcome'];

type JournalNote = Reduction['journal'][number];

export interface JournalEntry {
  readonly n: number;
  readonly mutationId: string;
  readonly resource: RecordKind;
  readonly localId: string;
  readonly kind: Mutation['kind'];
  readonly outcome: Outcome;
  readonly fields: FieldChanges;
  /** Server values of decided conflicts, of texts before they were merged, or of confirmed fields that the server changed. */
  readonly theirs: Readonly<Record<string, FieldValue>>;
  /** The deleted record, whose name is stored nowhere else. */
  readonly deleted?: Fields;
  /** See `Mutation`. */
  readonly tookIn?: readonly string[];
  /** The key that a create was sent with. */
  readonly key?: string;
  /** Device time in ms. */
  readonly at: number;
}

/** The last entries, which are kept however old they are. */
const JOURNAL_LEAST = 500;
const JOURNAL_AGE_MS = 14 * 24 * 60 * 60 * 1000;
const JOURNAL_TRIMMED_EVERY = 50;

/**
 * Adds an entry. Keeps the last 500, and up to 2,000 of the last 14 days, so that a busy day is complete. Changes to
 * texts stay for at least a day, because the entry watch reads them.
 * @param at device time in ms
 */
export async function writeJournal(
  tx: Tx,
  { mutation, outcome, theirs, record }: JournalNote & { readonly record?: MirrorRecord | undefined },
  at: number,
): Promise<void> {
  const journal = tx.table<Omit<JournalEntry, 'n'> & { n?: number }, number>('journal');
  const { id: mutationId, resource, localId, kind, fields, tookIn, sentWithKey, idempotencyKey } = mutation;
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
    ...(tookIn && { tookIn }),
    ...(sentWithKey && { key: idempotencyKey }),
    at,
  });
  if (n % JOURNAL_TRIMMED_EVERY === 0) await trimJournal(tx, n, at);
}

async function trimJournal(tx: Tx, last: number, now: number): Promise<void> {
  await tx
    .table<JournalEntry, number>('journal')
    .where('n')
    .belowOrEqual(last - JOURNAL_LEAST)
    // Entries are in the order of their times, so the first one to keep ends the read.
    .until(({ n, at }) => n > last - JOURNAL_MOST && at > now - JOURNAL_AGE_MS)
    .filter((entry) => !changesText(entry) || entry.at <= now - ENTRY_WATCH_MS)
    .delete();
}
