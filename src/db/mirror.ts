import { dayBefore, daysFrom } from '../domain/plain-date.ts';
import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import { isOver } from '../domain/resource-specs.ts';
import { WORK_ORDER_STATUSES } from '../domain/work-order.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import { mirrorTable, type Tx } from './tables.ts';

/** Text that may be the number of a row. */
const NUMERIC = /^\d{1,15}$/;

/**
 * The record that `id` means: a local id, or a server id as it stands in an address. Undefined when this
 * device has no such record.
 */
export async function findRecord(
  tx: Tx,
  resource: ResourceName,
  id: string,
): Promise<MirrorRecord | undefined> {
  const table = mirrorTable(tx, resource);
  return (
    (await table.get(id)) ?? (await findByServerId(tx, resource, id)) ?? (await findNumeric(tx, resource, id))
  );
}

/** The records that `ids` mean, by the id that was asked for: two reads, however many there are. */
export async function findRecords(
  tx: Tx,
  resource: ResourceName,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, MirrorRecord>> {
  const table = mirrorTable(tx, resource);
  const asked = [...new Set(ids)];
  const local = await table.bulkGet(asked);
  const found = new Map<string, MirrorRecord>();
  for (const [index, id] of asked.entries()) {
    const record = local[index];
    if (record) found.set(id, record);
  }
  const missing = asked.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  const linked = await table.where('serverId').anyOf(asServerIds(missing)).toArray();
  for (const record of linked) found.set(String(record.serverId), record);
  return found;
}

/** The local ids of the records that `ids` mean: as `findRecords`, without reading what they hold. */
export async function keysOf(tx: Tx, resource: ResourceName, ids: Iterable<string>): Promise<string[]> {
  const table = mirrorTable(tx, resource);
  const asked = [...new Set(ids)];
  const local = await table.where('localId').anyOf(asked).primaryKeys();
  const linked = await table.where('serverId').anyOf(asServerIds(asked)).primaryKeys();
  return [...new Set([...local, ...linked])];
}

/** Server ids that these texts may be: a server's own may be numbers. */
function asServerIds(ids: readonly string[]): ServerId[] {
  return [...ids, ...ids.filter((id) => NUMERIC.test(id)).map(Number)];
}

export async function findByServerId(
  tx: Tx,
  resource: ResourceName,
  serverId: ServerId,
): Promise<MirrorRecord | undefined> {
  return mirrorTable(tx, resource).where('serverId').equals(serverId).first();
}

async function findNumeric(tx: Tx, resource: ResourceName, id: string): Promise<MirrorRecord | undefined> {
  return NUMERIC.test(id) ? findByServerId(tx, resource, Number(id)) : undefined;
}

/** An index of work orders, with which those of a day are found without reading the others. */
export const BY_STATUS_AND_DAY = '[view.status+view.scheduled_date]';

/** So many of each status: the first that a crew looks at. */
const OF_EACH = 50;

/**
 * The local ids of the work orders that are meant for `day`, and of open ones before it, the longest overdue first: the
 * first 50 of each status, and those of the days beside it, which a moment may fall on in another zone.
 */
export async function workOfDay(tx: Tx, day: string): Promise<string[]> {
  const between = (status: string, from: string, before: string): Promise<string[]> =>
    mirrorTable(tx, 'workOrders')
      .where(BY_STATUS_AND_DAY)
      .between([status, from], [status, before], true, false)
      .limit(OF_EACH)
      .primaryKeys();
  const open = WORK_ORDER_STATUSES.filter((status) => !isOver('workOrders', status));
  const found = await Promise.all([
    ...WORK_ORDER_STATUSES.map((status) => between(status, dayBefore(day), daysFrom(day, 2))),
    ...open.map((status) => between(status, '', dayBefore(day))),
  ]);
  return found.flat();
}
