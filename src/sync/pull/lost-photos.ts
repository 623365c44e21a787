import { fileTable, hasBytes } from '../../db/file-store.ts';
import { changeLane, laneWithRow, readLane } from '../../db/lane-store.ts';
import { tablesOf } from '../../db/tables.ts';
import { uuidv7 } from '../../domain/ids.ts';
import type { ServerId } from '../../domain/resource-spec.ts';
import { assertOwner, type SyncContext } from '../sync-context.ts';
import { removeRow } from './sweep.ts';

interface Lost {
  readonly startGeneration: number;
  /** The server may have been restored to a state without the photo. */
  readonly mayBeLost: boolean;
}

/**
 * Removes a photo that the server does not have. But if a restored server may have lost it, and this device has its
 * bytes, a person decides: perhaps no copy is left anywhere else. Returns false if the row must be asked about
 * again.
 */
export async function settleLostPhoto(
  context: SyncContext,
  id: ServerId,
  { startGeneration, mayBeLost }: Lost,
): Promise<boolean> {
  if (mayBeLost && (await parkLostPhoto(context, id, startGeneration))) return true;
  return removeRow(context, { resource: 'attachments', startGeneration }, id);
}

async function parkLostPhoto(context: SyncContext, id: ServerId, startGeneration: number): Promise<boolean> {
  assertOwner(context);
  const { relaxed } = context.db;
  const now = context.clock.now();
  return relaxed.transaction('rw', [...tablesOf(relaxed, 'attachments'), relaxed.files], async (tx) => {
    const lane = await laneWithRow(tx, 'attachments', id);
    const { record, mutations = [] } = lane ?? {};
    if (!lane || !record?.view || mutations.length > 0) return false;
    if (record.serverGen > startGeneration) return false;
    const { sha256, thumb_sha256: thumb, caption = '' } = record.view;
    const [file, thumbFile] = await fileTable(tx).bulkGet([String(sha256), String(thumb)]);
    if (!file || !hasBytes(file)) return false;
    // This change changes nothing. With it, the photo waits for a person, as any changed record that is gone does.
    const same = { caption: { base: caption, value: caption } };
    // The restored server may lack the thumbnail too, and would refuse a row that names it.
    const blank =
      thumb && !(thumbFile && hasBytes(thumbFile)) ? { thumb_sha256: { base: thumb, value: '' } } : {};
    const intent = { kind: 'update', fields: { ...same, ...blank }, watched: false } as const;
    const saved = { type: 'saved', id: uuidv7(now, context.random), intent, along: null } as const;
    await changeLane(tx, context, { lane, event: saved });
    await changeLane(tx, context, { lane: await readLane(tx, lane), event: { type: 'rowGone' } });
    return true;
  });
}
