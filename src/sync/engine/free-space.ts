import { dropRecords } from '../../db/lane-store.ts';
import { wantWholePull } from '../../db/meta-rows.ts';
import { allMutations } from '../../db/outbox.ts';
import { type DraftRow, draftTable, mirrorTable, tablesOf } from '../../db/tables.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../domain/resource-specs.ts';
import type { MirrorRecord } from '../../outbox/mirror-record.ts';
import type { SyncContext } from '../sync-context.ts';

/** At most this many records of a kind make room at a time. */
const ROWS_AT_A_TIME = 500;

/**
 * Takes the oldest closed work off a device that has no room left, never anything that waits, nor a form that is not saved,
 * nor what either refers to: the server has it, and the next pull that finds room brings it back. The engine stays paused
 * until a person presses 'Sync now' or the app starts anew.
 */
export async function freeClosedWork(context: SyncContext): Promise<void> {
  for (const resource of RESOURCE_NAMES) await freeKind(context, resource);
}

async function freeKind({ db, log }: SyncContext, resource: ResourceName): Promise<void> {
  const { relaxed } = db;
  const { closed } = specOf(resource);
  if (!closed) return;
  await relaxed.transaction('rw', [...tablesOf(relaxed, resource), relaxed.drafts], async (tx) => {
    const table = mirrorTable(tx, resource);
    const needed = new Set((await allMutations(tx)).flatMap(({ localId, deps }) => [localId, ...deps]));
    for (const draft of await draftTable(tx).toArray()) for (const id of neededBy(draft)) needed.add(id);
    const isSpare = ({ localId, serverId, mark, view }: MirrorRecord): boolean =>
      mark === 'synced' &&
      serverId !== undefined &&
      !needed.has(localId) &&
      !needed.has(String(serverId)) &&
      closed.includes(String(view?.['status']));
    const spare = await table.orderBy('position').filter(isSpare).limit(ROWS_AT_A_TIME).primaryKeys();
    if (spare.length === 0) return;
    await dropRecords(tx, resource, spare);
    // What is not on the device may be on the server all the same.
    await wantWholePull(tx, resource);
    log.info('closed work made room', { resource, count: spare.length });
  });
}

/** The record that a draft changes, and those that it refers to. */
function neededBy({ resource, localId, fields }: DraftRow): string[] {
  const { references } = specOf(resource);
  return [localId, ...references.map(({ field }) => fields[field])].flatMap((id) => (id ? [String(id)] : []));
}
