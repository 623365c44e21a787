import type { WireRecord } from '../api/resource-api.ts';
import { mirrorTable, type Tx } from '../db/app-database.ts';
import { findWatch, raiseTwin, TWIN_WATCH_MS, type TwinWatch, writeWatch } from '../db/twin-watch.ts';
import type { Mutation } from '../domain/mutation.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { isExactly, sentCreate } from './match-create.ts';

/** Looks for a day for a second row like a create that a server has just confirmed. */
export async function watchForTwins(tx: Tx, create: Mutation, now: number): Promise<void> {
  await writeWatch(tx, await watchOver(tx, create, now));
}

/**
 * A row that the device has not met before: where it looks like a create that was confirmed with another row,
 * a person is asked.
 */
export async function meetRow(
  tx: Tx,
  watches: readonly TwinWatch[],
  record: WireRecord,
  copy: Fields,
  now: number,
): Promise<void> {
  for (const watch of watches) {
    if (isExactly(copy, watch)) await raiseTwin(tx, watch, record.id, now);
  }
}

/**
 * The answer of an attempt that was given up names a row, but the create has been confirmed since. The same row
 * is no news; another one is a second copy, put before a person.
 */
export async function meetLateAnswer(
  tx: Tx,
  create: Mutation,
  record: WireRecord,
  now: number,
): Promise<void> {
  const row = await mirrorTable(tx, create.resource).get(create.localId);
  if (row?.serverId === undefined || String(row.serverId) === String(record.id)) return;
  const watch = (await findWatch(tx, create.id)) ?? (await watchOver(tx, create, now));
  await raiseTwin(tx, watch, record.id, now);
}

async function watchOver(tx: Tx, create: Mutation, now: number): Promise<TwinWatch> {
  const { id, resource, localId } = create;
  const { marks } = await sentCreate(tx, create);
  return { id, resource, localId, marks, until: now + TWIN_WATCH_MS, twins: [], seenAt: null };
}
