import type { Table } from 'dexie';
import { dayBefore, daysFrom } from '../domain/plain-date.ts';
import type { FieldValue, RecordKind, ServerId } from '../domain/resource-spec.ts';
import { isOver, specOf } from '../domain/resource-specs.ts';
import { WORK_ORDER_STATUSES } from '../domain/work-order.ts';
import type { References } from '../outbox/dependencies.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { type CollectionRow, formerRowsOf } from './collection-row.ts';
import { readCollection } from './meta-rows.ts';
import { mirrorTable, type Tx } from './tables.ts';

const NUMERIC = /^\d{1,15}$/;

/** Accepts a local id, or a server id as text. */
export async function findRecord(
  tx: Tx,
  resource: RecordKind,
  id: string,
): Promise<MirrorRecord | undefined> {
  const table = mirrorTable(tx, resource);
  return (
    (await table.get(id)) ?? (await findByServerId(tx, resource, id)) ?? (await findNumeric(tx, resource, id))
  );
}

/** The result's keys are the ids passed. */
export async function findRecords(
  tx: Tx,
  resource: RecordKind,
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

/** Returns local ids without reading the records. */
export async function keysOf(tx: Tx, resource: RecordKind, ids: Iterable<string>): Promise<string[]> {
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
  resource: RecordKind,
  serverId: ServerId,
): Promise<MirrorRecord | undefined> {
  return mirrorTable(tx, resource).where('serverId').equals(serverId).first();
}

async function findNumeric(tx: Tx, resource: RecordKind, id: string): Promise<MirrorRecord | undefined> {
  return NUMERIC.test(id) ? findByServerId(tx, resource, Number(id)) : undefined;
}

export const BY_STATUS_AND_DAY = '[view.status+view.scheduled_date]';

/** At most this many work orders are read for each status and range. */
const OF_EACH = 50;

/**
 * Returns ids of the day's work orders and the longest overdue ones, by status. Includes the neighboring days, because
 * of time zones.
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

const READ_AT_ONCE = 500;

/** Only `lane-store.ts` may write to it. */
export function outboxTable(tx: Tx): Table<Mutation, number, Omit<Mutation, 'seq'>> {
  return tx.table<Mutation, number, Omit<Mutation, 'seq'>>('outbox');
}

/** Oldest first. */
export async function mutationsOf(tx: Tx, resource: RecordKind, localId: string): Promise<Mutation[]> {
  return outboxTable(tx).where('[resource+localId]').equals([resource, localId]).sortBy('seq');
}

/** Oldest first. Reads in batches, so that the page can render between them. */
export async function allMutations(tx: Tx): Promise<Mutation[]> {
  const all: Mutation[] = [];
  for (;;) {
    const some = await outboxTable(tx)
      .where('seq')
      .above(all.at(-1)?.seq ?? Number.NEGATIVE_INFINITY)
      .limit(READ_AT_ONCE)
      .toArray();
    all.push(...some);
    if (some.length < READ_AT_ONCE) return all;
  }
}

export async function findMutation(tx: Tx, id: string): Promise<Mutation | undefined> {
  return outboxTable(tx).where('id').equals(id).first();
}

type Referring = Pick<Mutation, 'resource' | 'fields' | 'firstSentFields'>;

/** @param options.former also reads the deleted rows of recreated records */
export async function readReferences(
  tx: Tx,
  changes: readonly Referring[],
  { former = false } = {},
): Promise<References> {
  const ids = new Map<RecordKind, Set<string>>();
  for (const { to, value } of changes.flatMap(valuesReferring)) {
    if (typeof value !== 'string' || value === '') continue;
    const known = ids.get(to);
    if (known) known.add(value);
    else ids.set(to, new Set([value]));
  }
  const found = new Map<RecordKind, ReadonlyMap<string, MirrorRecord>>();
  const rows = new Map<RecordKind, CollectionRow>();
  for (const [to, wanted] of ids) {
    found.set(to, await findRecords(tx, to, wanted));
    if (former) rows.set(to, await readCollection(tx, to));
  }
  return {
    find: (to, id) => found.get(to)?.get(id),
    former: (to, localId) => formerRowsOf(rows.get(to), localId),
  };
}

function valuesReferring({
  resource,
  fields,
  firstSentFields,
}: Referring): { readonly to: RecordKind; readonly value: FieldValue | undefined }[] {
  return specOf(resource).references.flatMap(({ field, to }) =>
    [fields[field]?.base, fields[field]?.value, firstSentFields?.[field]].map((value) => ({ to, value })),
  );
}
