import { dayBefore, daysFrom } from '../domain/plain-date.ts';
import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import { isOver } from '../domain/resource-specs.ts';
import { WORK_ORDER_STATUSES } from '../domain/work-order.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import { mirrorTable, type Tx } from './tables.ts';

const NUMERIC = /^\d{1,15}$/;

/** Accepts a local id, or a server id as text. */
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

/** Needs two reads. The result's keys are the ids passed. */
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

/** Reads no records. */
export async function keysOf(tx: Tx, resource: ResourceName, ids: Iterable<string>): Promise<string[]> {
  const table = mirrorTable(tx, resource);
  const asked = [...new Set(ids)];
  const local = await table.where('localId').anyOf(asked).primaryKeys();
  const linked = await table.where('serverId').anyOf(asServerIds(asked)).primaryKeys();
  return [...new Set([...local, ...linked])];
}

/** A server's ids may be numbers. */
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

export const BY_STATUS_AND_DAY = '[view.status+view.scheduled_date]';

/** Limit for each status. */
const OF_EACH = 50;

/** Returns local ids, longest overdue first. Includes the neighboring days because of time zones. */
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
