import { resourceApi } from '../api/resource-api.ts';
import { mirrorTable, tablesOf } from '../db/app-database.ts';
import { mutationsOf } from '../db/outbox.ts';
import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import { classifyReading } from './classify-failure.ts';
import { assertOwner, type SyncContext } from './sync-context.ts';

interface Absence {
  readonly resource: ResourceName;
  /** Every id that a complete and stable reading of the collection showed. */
  readonly seen: ReadonlySet<ServerId>;
  readonly startGeneration: number;
}

/** More missing rows than this, or a fifth of the mirror, look like a faulty server, not like deletions. */
const PLAUSIBLE = 10;

/**
 * Removes rows that others deleted. Absence from a list is only a reason to ask: each missing row is read,
 * and leaves the mirror on the API's own 404 or 410. One with waiting changes stays; sending them will tell.
 */
export async function sweepDeleted(context: SyncContext, absence: Absence): Promise<void> {
  const { resource, seen } = absence;
  const table = context.db.relaxed[resource];
  const held = (await table.orderBy('serverId').keys()) as ServerId[];
  const missing = held.filter((id) => !seen.has(id));
  if (missing.length > Math.max(PLAUSIBLE, held.length / 5)) {
    context.log.info('too many records are missing to believe it', { resource, missing: missing.length });
    return;
  }
  const api = resourceApi(context.send, resource);
  for (const id of missing) {
    const reading = classifyReading(await api.read(id, context.signal));
    if (reading.found === 'gone') await removeRow(context, absence, id);
  }
}

async function removeRow(context: SyncContext, absence: Absence, id: ServerId): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  const { resource } = absence;
  await relaxed.transaction('rw', tablesOf(relaxed, resource), async (tx) => {
    const table = mirrorTable(tx, resource);
    const record = await table.where('serverId').equals(id).first();
    if (!record || record.serverGen > absence.startGeneration) return;
    const waiting = await mutationsOf(tx, resource, record.localId);
    if (waiting.length === 0) await table.delete(record.localId);
  });
}
