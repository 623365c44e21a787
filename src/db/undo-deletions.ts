import type { Transaction as Tx } from 'dexie';
import { type ImportHead, importTable, type UndoDeletions } from './import-heads.ts';
import { outboxTable } from './outbox.ts';

/** No import's id begins like this, so that it outlives its import. */
const PREFIX = 'deletions/';

/** The place of the last change that waits; 0 where none does. */
export async function lastPlace(tx: Tx): Promise<number> {
  return (await outboxTable(tx).orderBy('seq').last())?.seq ?? 0;
}

/** Notes that all changes behind `before` are deletions of this import, for as long as they wait. */
export async function noteDeletions(tx: Tx, { id, file }: ImportHead, before: number): Promise<void> {
  const first = await outboxTable(tx).where('seq').above(before).first();
  if (!first) return;
  const key = PREFIX + id;
  const { places } = ((await importTable(tx).get(key)) ?? { places: [] }) as UndoDeletions;
  await importTable(tx).put({ id: key, file, places: [...places, [first.seq, await lastPlace(tx)]] });
}

/** Of each undone import the deletions, whether any of them waits or none. */
export async function allDeletions(tx: Tx): Promise<UndoDeletions[]> {
  return (await importTable(tx).where('id').startsWith(PREFIX).toArray()) as UndoDeletions[];
}

/** Forgets the deletions that have all been sent. */
export async function forgetSent(tx: Tx): Promise<void> {
  for (const { id, places } of await allDeletions(tx))
    if ((await inPlaces(tx, places).count()) === 0) await importTable(tx).delete(id);
}

export function inPlaces(tx: Tx, places: UndoDeletions['places']) {
  return outboxTable(tx).where('seq').inAnyRange(places, { includeUppers: true });
}
