import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { TWIN_WATCH_MS, type TwinWatch } from '../outbox/twin-watch.ts';
import type { Tx } from './app-database.ts';

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

/** A row that looks like a second copy, and the device time in ms at which it was met. */
export interface SecondRow {
  readonly serverId: ServerId;
  readonly at: number;
}

/**
 * Notes a row that looks like a second copy of what `watch` stands for, beside those that were noted since `watch` was
 * read.
 */
export async function raiseTwin(tx: Tx, watch: TwinWatch, { serverId, at }: SecondRow): Promise<void> {
  const noted = (await findWatch(tx, watch.id)) ?? watch;
  if (noted.twins.includes(serverId)) return;
  await writeWatch(tx, { ...noted, twins: [...noted.twins, serverId], seenAt: at });
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
