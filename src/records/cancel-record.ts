import { mirrorTable, type Tx } from '../db/app-database.ts';
import { wantWholeReading } from '../db/meta.ts';
import { refold } from '../db/mirror.ts';
import { finishMutation, mutationsOf } from '../db/outbox.ts';
import type { ResourceName } from '../domain/resource-spec.ts';

/**
 * Takes a record off the device that no server has, or has any more, with every open change of it, because a
 * person said so. Only where its first change is parked: then none of them is on its way.
 * @param now device time in ms
 */
export async function cancelRecord(
  tx: Tx,
  resource: ResourceName,
  localId: string,
  now: number,
): Promise<void> {
  for (const mutation of await mutationsOf(tx, resource, localId)) {
    await finishMutation(tx, mutation, 'cancelled', now);
  }
  const record = await mirrorTable(tx, resource).get(localId);
  if (record?.server) await wantWholeReading(tx, resource);
  if (record) await refold(tx, resource, { ...record, server: null });
}
