import type { Tx } from '../../db/tables.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import {
  allImports,
  type ImportHead,
  type ImportPart,
  type ImportTableRow,
  type ImportUndo,
  importTable,
  type LeftOutPart,
  type MadeCustomer,
  type MadePart,
} from './import-rows.ts';

export interface NewImport extends Pick<ImportHead, 'id' | 'file' | 'header' | 'startedAt'> {
  readonly customers: readonly Fields[];
  readonly leftOut: readonly (readonly string[])[];
}

/** Customers created in one transaction. */
export const ROWS_AT_ONCE = 100;
const LEFT_OUT_AT_ONCE = 500;
const PARTS_AT_ONCE = 5;

export async function findImport(tx: Tx, id: string): Promise<ImportHead | undefined> {
  return (await importTable(tx).get(id)) as ImportHead | undefined;
}

/** Writes in batches, so that the page can draw between them. */
export async function addImport(tx: Tx, { customers, leftOut, ...facts }: NewImport): Promise<void> {
  const table = importTable(tx);
  const total = customers.length;
  const parts: ImportTableRow[] = [
    ...inParts(customers, ROWS_AT_ONCE).map(({ from, some }) => ({
      id: partId(facts.id, from),
      customers: some,
    })),
    ...inParts(leftOut, LEFT_OUT_AT_ONCE).map(({ from, some }) => ({
      id: leftOutId(facts.id, from),
      lines: some,
    })),
  ];
  for (const { some } of inParts(parts, PARTS_AT_ONCE)) await table.bulkAdd([...some]);
  const progress = {
    total,
    done: 0,
    waiting: total,
    leftOut: leftOut.length,
    isStopped: false,
  };
  await table.add({ ...facts, ...progress });
}

export async function nextPart(tx: Tx, { id, done }: ImportHead): Promise<readonly Fields[]> {
  const part = (await importTable(tx).get(partId(id, done))) as ImportPart | undefined;
  if (!part) throw new Error('a part of an import is missing');
  return part.customers;
}

/** Returns the customers not created yet, in their order. */
export async function waitingRows(tx: Tx, { id }: Pick<ImportHead, 'id'>): Promise<readonly Fields[]> {
  const parts = await importTable(tx).where('id').startsWith(partId(id)).toArray();
  return (parts as ImportPart[]).flatMap(({ customers }) => customers);
}

export async function madeBy(tx: Tx, { id }: Pick<ImportHead, 'id'>): Promise<readonly MadeCustomer[]> {
  const parts = await importTable(tx).where('id').startsWith(madeId(id)).toArray();
  return (parts as MadePart[]).flatMap(({ made }) => made);
}

/** Leaves out customers not created yet. `lines` describes them, and the rest are `kept`. */
export async function leaveOut(
  tx: Tx,
  head: ImportHead,
  { kept, lines }: { readonly kept: readonly Fields[]; readonly lines: LeftOutPart['lines'] },
): Promise<ImportHead> {
  const { id, done } = head;
  const table = importTable(tx);
  await table.where('id').startsWith(partId(id)).delete();
  for (const { from, some } of inParts(kept, ROWS_AT_ONCE))
    await table.add({ id: partId(id, done + from), customers: some });
  await table.add({ id: leftOutId(id, head.leftOut), lines });
  const counts = { total: done + kept.length, waiting: kept.length, leftOut: head.leftOut + lines.length };
  const after = { ...head, ...counts };
  await table.put(after);
  return after;
}

export async function advance(tx: Tx, head: ImportHead, made: readonly MadeCustomer[]): Promise<ImportHead> {
  const done = head.done + made.length;
  const after = { ...head, done, waiting: head.total - done };
  await importTable(tx).delete(partId(head.id, head.done));
  await importTable(tx).put({ id: madeId(head.id, head.done), made });
  await importTable(tx).put(after);
  return after;
}

const NOTHING_UNDONE: ImportUndo = {
  seen: 0,
  removed: 0,
  kept: { changed: 0, referred: 0, asked: 0 },
  keptFirst: [],
};

/** Drops the customers not created yet. Returns null if there is nothing to undo. */
export async function beginUndo(tx: Tx, id: string): Promise<ImportHead | null> {
  const head = await findImport(tx, id);
  if (head?.undo) return setStopped(tx, id, false);
  if (!head || head.done === 0) return null;
  await importTable(tx).where('id').startsWith(partId(id)).delete();
  const { isRead: _, ...unread } = head;
  const after = {
    ...unread,
    total: head.done,
    waiting: head.done,
    isStopped: false,
    undo: NOTHING_UNDONE,
  };
  await importTable(tx).put(after);
  return after;
}

export async function nextMade(tx: Tx, id: string, seen: number): Promise<readonly MadeCustomer[]> {
  const part = (await importTable(tx).get(madeId(id, seen))) as MadePart | undefined;
  if (!part) throw new Error('a list of customers that an import created is missing');
  return part.made;
}

export async function advanceUndo(
  tx: Tx,
  head: ImportHead & { readonly undo: ImportUndo },
  undo: ImportUndo,
): Promise<ImportHead> {
  const after = { ...head, undo, waiting: head.done - undo.seen };
  await importTable(tx).delete(madeId(head.id, head.undo.seen));
  await importTable(tx).put(after);
  return after;
}

/** Returns null if the import was closed or is being undone. */
export async function goOn(tx: Tx, id: string): Promise<ImportHead | null> {
  const head = await findImport(tx, id);
  return head?.isRead || head?.undo ? null : setStopped(tx, id, false);
}

export async function setStopped(tx: Tx, id: string, isStopped: boolean): Promise<ImportHead | null> {
  const head = await findImport(tx, id);
  if (!head || head.isStopped === isStopped) return head ?? null;
  const after = { ...head, isStopped };
  await importTable(tx).put(after);
  return after;
}

export async function leftOutOf(tx: Tx, id: string): Promise<readonly (readonly string[])[]> {
  const parts = await importTable(tx).where('id').startsWith(leftOutId(id)).toArray();
  return (parts as LeftOutPart[]).flatMap(({ lines }) => lines);
}

const KEPT_CLOSED = 10;

/** Removes an import that created nothing or was undone. Keeps any other until ten later ones are closed. */
export async function closeImport(tx: Tx, id: string): Promise<void> {
  const head = await findImport(tx, id);
  // The undo began after this screen was read. Stop it, so that it can be continued later.
  if (head?.undo && head.waiting > 0) return void (await setStopped(tx, id, true));
  if (!head || head.done === 0 || head.undo) return removeImport(tx, id);
  await importTable(tx).where('id').startsWith(partId(id)).delete();
  await importTable(tx).put({ ...head, total: head.done, waiting: 0, isStopped: false, isRead: true });
  const closed = (await allImports(tx)).filter(({ isRead }) => isRead);
  const newestFirst = closed.sort((one, other) => other.startedAt - one.startedAt);
  for (const { id: old } of newestFirst.slice(KEPT_CLOSED)) await removeImport(tx, old);
}

async function removeImport(tx: Tx, id: string): Promise<void> {
  await importTable(tx).where('id').startsWith(id).delete();
}

function inParts<T>(
  all: readonly T[],
  size: number,
): { readonly from: number; readonly some: readonly T[] }[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => ({
    from: n * size,
    some: all.slice(n * size, (n + 1) * size),
  }));
}

/** Without `from`, returns the prefix of all parts. */
function partId(id: string, from?: number): string {
  return `${id}/make/${padded(from)}`;
}

function madeId(id: string, from?: number): string {
  return `${id}/made/${padded(from)}`;
}

function leftOutId(id: string, from?: number): string {
  return `${id}/left/${padded(from)}`;
}

function padded(place?: number): string {
  return place === undefined ? '' : String(place).padStart(6, '0');
}
