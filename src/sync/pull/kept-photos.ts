import type { PhotoWish } from '../../db/meta-rows.ts';
import { readCollection } from '../../db/meta-rows.ts';
import { wishForPhotos } from '../../db/photo-lists.ts';
import { attachmentSpec } from '../../domain/attachment.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import { isForeignRow } from '../../outbox/mirror-record.ts';
import { assertOwner, type SyncContext } from '../sync-context.ts';

const OFFLINE = 'offline:';

/**
 * Wishes for the photos of records that a person keeps offline. After the feed refused its cursor, also for those of
 * records with photos of this device: the server may have been restored and lack them.
 */
export async function wishForKeptPhotos(context: SyncContext): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  const at = context.clock.now();
  await relaxed.transaction('rw', relaxed.settings, relaxed.attachments, relaxed.meta, async (tx) => {
    const wishes = new Map<string, PhotoWish>();
    const add = (resource: PhotoWish['resource'], id: string): unknown =>
      wishes.set(`${resource}/${id}`, { resource, id, at, isShown: false });
    for (const key of await relaxed.settings.where('key').startsWith(OFFLINE).primaryKeys()) {
      const [kind, id = ''] = key.slice(OFFLINE.length).split('/');
      const resource = RESOURCE_NAMES.find((name) => name === kind);
      if (resource) add(resource, id);
    }
    const { refusedAt = null } = await readCollection(tx, 'attachments');
    if (refusedAt !== null)
      await relaxed.attachments.each((row) => {
        if (row.serverId === undefined || isForeignRow(row)) return;
        for (const { field, to } of attachmentSpec.references) {
          const id = row.view?.[field];
          if (typeof id === 'string' && id !== '') add(to, id);
        }
      });
    await wishForPhotos(tx, [...wishes.values()]);
  });
}
