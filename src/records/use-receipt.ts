import { useMemo } from 'react';
import { hasEntry } from '../db/lost-entries.ts';
import type { RowOf } from '../db/meta-rows.ts';
import type { JournalEntry } from '../db/past-changes.ts';
import { type AppDatabase, tablesOf } from '../db/tables.ts';
import { hashesOf, keepsFiles } from '../domain/attachment.ts';
import { valuesOf } from '../domain/field-changes.ts';
import { idsOfDay, JOURNAL_MOST, type Receipt, receiptOf, startOfDay } from '../domain/receipt.ts';
import { RECORD_KINDS } from '../domain/resource-specs.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { useLiveRead } from './live-read.ts';
import { type FinishedChange, withRecords } from './use-history.ts';

export interface DayReceipt extends Receipt<JournalEntry> {
  /** Changes of the day that will be sent. */
  readonly waiting: number;
  /** Files of the day that stay on this device, because the server keeps none. */
  readonly kept: number;
  /** Changes of the day that need a decision. */
  readonly attention: number;
  /** Changes of other days that are not on the server. */
  readonly others: number;
  /** Photos and documents among the sent ones. */
  readonly files: number;
  /** Of these, those whose bytes the server may lack, as after it was restored. */
  readonly unsentFiles: number;
  /** Log entries of the sent ones that the server no longer has. */
  readonly lostEntries: number;
  /** False if the journal no longer has all changes of the day. */
  readonly isWhole: boolean;
}

/** What this device changed on a day, and what of it the server has confirmed. */
export function useReceipt(day: string): DayReceipt | undefined {
  const entries = useMemo(() => new EntriesSince(startOfDay(day)), [day]);
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', relaxed.journal, relaxed.outbox, relaxed.meta, relaxed.files, async () =>
        readReceipt(relaxed, day, entries),
      ),
    [day, entries],
  );
}

async function readReceipt(relaxed: AppDatabase, day: string, entries: EntriesSince): Promise<DayReceipt> {
  const { outbox, meta } = relaxed;
  const [from, before] = idsOfDay(day);
  const isOfDay = (id: string): boolean => from <= id && id < before;
  // An import may have thousands of changes. So only those are read whole that may have taken in others.
  const keeps = keepsFiles((await meta.get('capabilities'))?.features);
  const files = outbox.where('[resource+localId]').between(['attachments', ''], ['attachments', '\uffff']);
  const [finished, keys, parked, earlier, later, all, held] = await Promise.all([
    entries.read(relaxed),
    outbox.where('id').between(from, before).keys(),
    outbox.where('state').equals('parked').toArray(),
    outbox
      .where('id')
      .below(from)
      .filter(({ tookIn }) => tookIn !== undefined)
      .toArray(),
    outbox.where('id').aboveOrEqual(before).toArray(),
    outbox.count(),
    keeps ? [] : files.filter(({ state }) => state !== 'parked').toArray(),
  ]);
  const holdsDay = ({ id, tookIn = [] }: Mutation): boolean => isOfDay(id) || tookIn.some(isOfDay);
  const ofOthers = [...earlier, ...later].filter((change) => change.state !== 'parked');
  const ofDay = [...parked, ...ofOthers].filter(holdsDay);
  const open = new Set([...keys.map(String), ...ofDay.flatMap(({ tookIn = [] }) => tookIn)]);
  const attention = parked.filter(holdsDay).length;
  const carried = ofOthers.filter(holdsDay).length;
  const unparked = keys.length - parked.filter(({ id }) => isOfDay(id)).length + carried;
  const kept = held.filter(holdsDay).length;
  const receipt = receiptOf(finished.entries, { day, isOpen: (id) => open.has(id) });
  const sent = receipt.lines.flatMap(({ state, entry }) => (state === 'sent' ? [entry] : []));
  const made = sent.filter(isFile);
  return {
    ...receipt,
    waiting: unparked - kept,
    kept,
    attention,
    others: all - unparked - attention - (held.length - kept),
    files: made.length,
    unsentFiles: await countUnsent(relaxed, made),
    lostEntries: await countLost(relaxed, sent),
    isWhole: finished.isWhole,
  };
}

function isFile({ resource, kind }: JournalEntry): boolean {
  return resource === 'attachments' && kind === 'create';
}

async function countUnsent({ files }: AppDatabase, made: readonly JournalEntry[]): Promise<number> {
  if (made.length === 0) return 0;
  const unsent = new Set(await files.where('state').anyOf('here', 'refused').primaryKeys());
  return made.filter(({ fields }) => hashesOf(valuesOf(fields)).some((hash) => unsent.has(hash))).length;
}

async function countLost({ meta }: AppDatabase, sent: readonly JournalEntry[]): Promise<number> {
  const lost = (await meta.get('lostEntries'))?.entries ?? [];
  return lost.filter((entry) => sent.some((change) => addsEntry(change, entry))).length;
}

function addsEntry({ resource, localId, fields }: JournalEntry, entry: LostEntry): boolean {
  const change = fields[entry.field];
  if (!change || resource !== entry.resource || localId !== entry.localId) return false;
  return hasEntry(change.value, entry) && !hasEntry(change.base, entry);
}

type LostEntry = RowOf<'lostEntries'>['entries'][number];

interface KnownEntries {
  /** Oldest first. */
  readonly entries: readonly JournalEntry[];
  readonly isWhole: boolean;
}

/** Entries never change. After the first read, only new ones are read: while many changes are sent, each adds one. */
class EntriesSince {
  readonly #since: number;
  #known: KnownEntries | null = null;

  constructor(since: number) {
    this.#since = since;
  }

  async read(relaxed: AppDatabase): Promise<KnownEntries> {
    const before = this.#known;
    const next = await (before ? this.#readNew(relaxed, before) : this.#readAll(relaxed));
    // Two reads may run at once.
    if (this.#known === before) this.#known = next;
    return next;
  }

  async #readAll({ journal }: AppDatabase): Promise<KnownEntries> {
    // All, because their times are out of order where the clock was set back.
    const entries = await journal.orderBy('n').toArray();
    const [oldest] = entries;
    const ofDay = entries.filter(({ at }) => at >= this.#since).length;
    const isWhole = !oldest || oldest.n === 1 || (oldest.at < this.#since && ofDay < JOURNAL_MOST);
    return { entries, isWhole };
  }

  async #readNew({ journal }: AppDatabase, { entries, isWhole }: KnownEntries): Promise<KnownEntries> {
    const added = await journal
      .where('n')
      .above(entries.at(-1)?.n ?? 0)
      .toArray();
    return { entries: added.length === 0 ? entries : [...entries, ...added], isWhole };
  }
}

/** Returns the entries with their records, in the same order. */
export function readFinished(
  relaxed: AppDatabase,
  entries: readonly JournalEntry[],
): Promise<FinishedChange[]> {
  return relaxed.transaction('r', tablesOf(relaxed, ...RECORD_KINDS), (tx) => withRecords(tx, entries));
}

/** @param entries newest first */
export function useFinished(entries: readonly JournalEntry[]): readonly FinishedChange[] | undefined {
  return useLiveRead((relaxed) => readFinished(relaxed, entries), [entries.map(({ n }) => n).join()]);
}
