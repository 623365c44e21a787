import type { PhotoWish } from '../../db/meta-rows.ts';
import { findRecord } from '../../db/mirror-and-outbox.ts';
import { doubtedPhotoLists, photoListKey, recordsKeptOffline, wishForPhotos } from '../../db/photo-lists.ts';
import { mirrorTable, type PhotoListRow, type Tx, tablesOf } from '../../db/tables.ts';
import { attachmentSpec } from '../../domain/attachment.ts';
import { isWaitOver } from '../../domain/waits.ts';
import { assertOwner, type SyncContext } from '../sync-context.ts';
import { madeFor } from './held-photos.ts';

/** In ms. Photos of a record that is not on the device are looked at again after this. */
const DAY_MS = 24 * 60 * 60_000;

/**
 * Wishes for the photos of records that a person keeps offline. After the feed refused its cursor, also for those of
 * records with photos of this device: the server may have been restored and lack them. And for photos of records that
 * are gone.
 */
export async function wishForKeptPhotos(context: SyncContext): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  const at = context.clock.now();
  const tables = [relaxed.settings, ...tablesOf(relaxed, 'attachments')];
  await relaxed.transaction('rw', tables, async (tx) => {
    const wishes = new Map<string, PhotoWish>();
    const add = (resource: PhotoWish['resource'], id: string): unknown =>
      wishes.set(`${resource}/${id}`, { resource, id, at, isShown: false });
    for (const { resource, localId } of await recordsKeptOffline(tx)) add(resource, localId);
    const doubted = await doubtedPhotoLists(tx);
    if (doubted.size > 0)
      await mirrorTable(tx, 'attachments').each((row) => {
        for (const { to, id, name } of madeFor(row)) if (doubted.has(photoListKey(to, id))) add(to, name);
      });
    for (const { resource, id } of await orphaned(tx, at)) add(resource, id);
    await wishForPhotos(tx, [...wishes.values()]);
  });
}

type Named = Pick<PhotoWish, 'resource' | 'id'>;

/** Records that this device does not have, though it has photos of them. Those that left for space may be on the server. */
async function orphaned(tx: Tx, now: number): Promise<readonly Named[]> {
  const found: Named[] = [];
  for (const { field, to } of attachmentSpec.references)
    for (const id of await mirrorTable(tx, 'attachments').where(`view.${field}`).above('').uniqueKeys()) {
      if (typeof id !== 'string' || (await findRecord(tx, to, id))) continue;
      const list = await tx.table<PhotoListRow, string>('settings').get(photoListKey(to, id));
      const readAt = list?.readAt ?? null;
      if (readAt === null || isWaitOver(readAt + DAY_MS, now, DAY_MS)) found.push({ resource: to, id });
    }
  return found;
}
