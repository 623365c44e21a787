import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import type { FieldChanges, Mutation } from '../outbox/mutation.ts';
import type { Tx } from './app-database.ts';

/** How long a second row like a confirmed create is looked for, in ms. */
export const TWIN_WATCH_MS = 24 * 60 * 60 * 1000;

/**
 * A create that a server without `client-uid` has confirmed. A POST that was given up may still be carried out,
 * and browsers repeat one on their own: for a day, a further row like it is put before a person.
 */
export interface TwinWatch {
  /** Of the create. */
  readonly id: string;
  readonly resource: ResourceName;
  readonly localId: string;
  /** The row that it was confirmed with. */
  readonly serverId: ServerId;
  /** What tells the create from other records, as the server took it: it may have made other values of it. */
  readonly marks: FieldChanges;
  /** What it was sent with before it was refused and changed: that attempt may have made a row after all. */
  readonly earlier?: FieldChanges;
  /** Device time in ms. */
  readonly until: number;
  /** Rows that may be second copies; a person is asked while there are any. */
  readonly twins: readonly ServerId[];
  /** Device time in ms at which the last of them was noticed; null before. */
  readonly seenAt: number | null;
}

export async function writeWatch(tx: Tx, watch: TwinWatch): Promise<void> {
  await tx.table<TwinWatch, string>('watches').put(watch);
}

/** The watches over a collection that are not over at device time `now`; those that are over are dropped. */
export async function openWatches(tx: Tx, resource: ResourceName, now: number): Promise<TwinWatch[]> {
  const watches = tx.table<TwinWatch, string>('watches');
  const all = await watches.toArray();
  const over = all.filter(({ until, twins }) => twins.length === 0 && isOver(until, now));
  if (over.length > 0) await watches.bulkDelete(over.map(({ id }) => id));
  return all.filter((watch) => watch.resource === resource && !over.includes(watch));
}

/**
 * Notes a row that looks like a second copy of what `watch` stands for, beside those that were noted since `watch` was
 * read.
 */
export async function raiseTwin(tx: Tx, watch: TwinWatch, twin: ServerId, now: number): Promise<void> {
  const noted = (await findWatch(tx, watch.id)) ?? watch;
  if (noted.twins.includes(twin)) return;
  await writeWatch(tx, { ...noted, twins: [...noted.twins, twin], seenAt: now });
}

export async function findWatch(tx: Tx, id: Mutation['id']): Promise<TwinWatch | undefined> {
  return tx.table<TwinWatch, string>('watches').get(id);
}

/** Ends the watches for a record that was deleted. */
export async function endWatches(tx: Tx, resource: ResourceName, localId: string): Promise<void> {
  const watches = tx.table<TwinWatch, string>('watches');
  await watches.filter((watch) => watch.resource === resource && watch.localId === localId).delete();
}

/** Over as well when it would last longer than any that is ever set: the clock was put back since. */
function isOver(until: number, now: number): boolean {
  return until <= now || until > now + TWIN_WATCH_MS;
}
