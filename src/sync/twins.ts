import { mirrorTable, type Tx } from '../db/app-database.ts';
import { findWatch, raiseTwin, TWIN_WATCH_MS, type TwinWatch, writeWatch } from '../db/twin-watch.ts';
import type { Fields, ServerId } from '../domain/resource-spec.ts';
import type { WireRecord } from '../domain/wire-record.ts';
import { createdFields } from '../outbox/changes.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { isExactly, sentCreate, sentFields } from './match-create.ts';

interface Confirmed {
  readonly serverId: ServerId;
  readonly copy: Fields;
}

/** Looks for a day for a second row like a create that a server has just confirmed. */
export async function watchForTwins(
  tx: Tx,
  create: Mutation,
  confirmed: Confirmed,
  now: number,
): Promise<void> {
  await writeWatch(tx, await watchOver(tx, create, confirmed, now));
}

/**
 * A row that is not on the device: where it looks like a create that was confirmed with another row, a person is
 * asked.
 */
export async function meetRow(
  tx: Tx,
  watches: readonly TwinWatch[],
  record: WireRecord,
  copy: Fields,
  now: number,
): Promise<void> {
  for (const watch of watches) {
    const isItself = String(watch.serverId) === String(record.id);
    const isLike = isExactly(copy, watch) || (watch.earlier && isExactly(copy, { marks: watch.earlier }));
    if (!isItself && isLike) await raiseTwin(tx, watch, record.id, now);
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
  const confirmed = { serverId: row.serverId, copy: row.server ?? {} };
  const watch = (await findWatch(tx, create.id)) ?? (await watchOver(tx, create, confirmed, now));
  await raiseTwin(tx, watch, record.id, now);
}

async function watchOver(
  tx: Tx,
  create: Mutation,
  { serverId, copy }: Confirmed,
  now: number,
): Promise<TwinWatch> {
  const { id, resource, localId, asSent } = create;
  const { marks } = await sentCreate(tx, create);
  const taken = Object.keys(marks).map(
    (field) => [field, { base: null, value: copy[field] ?? null }] as const,
  );
  const until = now + TWIN_WATCH_MS;
  return {
    id,
    resource,
    localId,
    serverId,
    marks: Object.fromEntries(taken),
    ...(asSent && { earlier: await sentFields(tx, { resource, fields: createdFields(asSent) }) }),
    until,
    twins: [],
    seenAt: null,
  };
}
