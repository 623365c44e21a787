import type { Fields, ResourceName, ServerId } from '../domain/resource-spec.ts';
import { folded, type MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { mirrorTable, type Tx } from './app-database.ts';
import { mutationsOf } from './outbox.ts';

/** Text that may be the number of a row. */
const NUMERIC = /^\d{1,15}$/;

/**
 * Writes `record` with its view made anew from its server copy and its open mutations. A record that has
 * neither is removed.
 * @param open its open mutations, where they are known
 */
export async function refold(
  tx: Tx,
  resource: ResourceName,
  record: MirrorRecord,
  open?: readonly Mutation[],
): Promise<void> {
  const table = mirrorTable(tx, resource);
  const mutations = open ?? (await mutationsOf(tx, resource, record.localId));
  if (record.server === null && mutations.length === 0) await table.delete(record.localId);
  else await table.put(folded(record, mutations));
}

/** Makes the view of a stored record anew after its mutations have changed; writes nothing where it stays the same. */
export async function refoldStored(tx: Tx, resource: ResourceName, localId: string): Promise<void> {
  const [record, open] = await Promise.all([
    mirrorTable(tx, resource).get(localId),
    mutationsOf(tx, resource, localId),
  ]);
  if (record) await refoldKnown(tx, resource, record, open);
}

/**
 * `refoldStored` of a record that has just been read.
 * @param open its open mutations as they are now
 */
export async function refoldKnown(
  tx: Tx,
  resource: ResourceName,
  record: MirrorRecord,
  open: readonly Mutation[],
): Promise<void> {
  const { view, mark } = folded(record, open);
  const isGone = record.server === null && open.length === 0;
  if (isGone || mark !== record.mark || !isSameView(view, record.view)) {
    await refold(tx, resource, record, open);
  }
}

function isSameView(a: Fields | null, b: Fields | null): boolean {
  if (a === null || b === null) return a === b;
  const fields = Object.keys(a);
  return fields.length === Object.keys(b).length && fields.every((field) => Object.is(a[field], b[field]));
}

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
  const numbers = missing.filter((id) => NUMERIC.test(id)).map(Number);
  const linked = await table
    .where('serverId')
    .anyOf([...missing, ...numbers])
    .toArray();
  for (const record of linked) found.set(String(record.serverId), record);
  return found;
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
