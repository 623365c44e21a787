import type { FeedPage } from '../../api/sync-api.ts';
import type { PhotoWish } from '../../db/meta-rows.ts';
import { photoListKey } from '../../db/photo-lists.ts';
import { attachmentSpec } from '../../domain/attachment.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import type { SyncContext } from '../sync-context.ts';

type FeedChange = FeedPage['changes'][number];

interface HeldPhotos {
  readonly changes: readonly FeedChange[];
  /** Records with new photos, whose thumbnails are to be fetched. */
  readonly wishes: readonly PhotoWish[];
}

/**
 * Leaves out photos of records that this device has not opened: the feed reports everybody's. Looks up keys only, and
 * all of a page at once.
 */
export async function heldPhotos(
  { db: { relaxed }, clock }: SyncContext,
  all: readonly FeedChange[],
): Promise<HeldPhotos> {
  if (all.length === 0) return { changes: [], wishes: [] };
  const at = clock.now();
  return relaxed.transaction('r', relaxed.attachments, relaxed.settings, async () => {
    const ids = all.map(({ id }) => id);
    const held = new Set(await relaxed.attachments.where('serverId').anyOf(ids).keys());
    const keys = all.flatMap(parentsOf).map(({ to, id }) => photoListKey(to, id));
    const opened = new Set<string>(await relaxed.settings.where('key').anyOf(keys).primaryKeys());
    const changes: FeedChange[] = [];
    const wishes: PhotoWish[] = [];
    for (const change of all) {
      const parents = parentsOf(change).filter(({ to, id }) => opened.has(photoListKey(to, id)));
      for (const { to, id } of parents) wishes.push({ resource: to, id, at, isShown: false });
      if (parents.length > 0 || held.has(change.id)) changes.push(change);
    }
    return { changes, wishes };
  });
}

function parentsOf({ record }: FeedChange): readonly { readonly to: ResourceName; readonly id: string }[] {
  return attachmentSpec.references.flatMap(({ field, to }) => {
    const id = record?.wire[field];
    return typeof id === 'number' || typeof id === 'string' ? [{ to, id: String(id) }] : [];
  });
}
