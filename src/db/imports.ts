import type { Transaction as Tx } from 'dexie';
import type { Fields } from '../domain/resource-spec.ts';
import {
  type ImportHead,
  type ImportPart,
  type ImportTableRow,
  importTable,
  type LeftOutPart,
} from './import-heads.ts';

/** What an import begins with. */
export interface NewImport extends Pick<ImportHead, 'id' | 'file' | 'header' | 'startedAt'> {
  readonly customers: readonly Fields[];
  readonly leftOut: readonly (readonly string[])[];
}

/** So many customers are made in one transaction. */
export const ROWS_AT_ONCE = 100;
/** Rows that were left out, and parts of an import, are stored by so many. */
const LEFT_OUT_AT_ONCE = 500;
const PARTS_AT_ONCE = 5;

export async function findImport(tx: Tx, id: string): Promise<ImportHead | undefined> {
  return (await importTable(tx).get(id)) as ImportHead | undefined;
}

/** Stores all that is to be imported. A few parts at a time: the page draws between them. */
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
  const progress = { total, done: 0, waiting: total, leftOut: leftOut.length, isStopped: false };
  await table.add({ ...facts, ...progress });
}

/** The customers that are to be made next. */
export async function nextPart(tx: Tx, { id, done }: ImportHead): Promise<readonly Fields[]> {
  const part = (await importTable(tx).get(partId(id, done))) as ImportPart | undefined;
  if (!part) throw new Error('a part of an import is missing');
  return part.customers;
}

/** The next part has been made: it goes, and the import stands behind it. */
export async function advance(tx: Tx, head: ImportHead, made: number): Promise<ImportHead> {
  const done = head.done + made;
  const after = { ...head, done, waiting: head.total - done };
  await importTable(tx).delete(partId(head.id, head.done));
  await importTable(tx).put(after);
  return after;
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

/** Removes an import with all that is stored of it. */
export async function removeImport(tx: Tx, id: string): Promise<void> {
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

function partId(id: string, from: number): string {
  return `${id}/make/${padded(from)}`;
}

/** Without a place: what all of them begin with. */
function leftOutId(id: string, from?: number): string {
  return `${id}/left/${from === undefined ? '' : padded(from)}`;
}

function padded(place: number): string {
  return String(place).padStart(6, '0');
}
