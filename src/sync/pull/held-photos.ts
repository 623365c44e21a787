import type { FeedPage } from '../../api/sync-api.ts';
import type { PhotoWish } from '../../db/meta-rows.ts';
import { allMutations } from '../../db/mirror-and-outbox.ts';
import { photoListKey } from '../../db/photo-lists.ts';
import type { Tx } from '../../db/tables.ts';
import { attachmentSpec } from '../../domain/attachment.ts';
import { isForeignRow } from '../../domain/ids.ts';
import type { RecordKind, ResourceName, ServerId } from '../../domain/resource-spec.ts';
import type { MirrorRecord } from '../../outbox/mirror-record.ts';
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
  return relaxed.transaction('r', relaxed.attachments, relaxed.settings, relaxed.outbox, async (tx) => {
    const ids = all.map(({ id }) => id);
    const held = new Set(await relaxed.attachments.where('serverId').anyOf(ids).keys());
    const keys = all.flatMap(parentsOf).map(({ to, id }) => photoListKey(to, id));
    const opened = new Set<string>(await relaxed.settings.where('key').anyOf(keys).primaryKeys());
    // A deletion may be of a photo that this device is sending, and does not know by its server id.
    const isUnknown = ({ id, record }: FeedChange): boolean => record === null && !held.has(id);
    const mayBeOwn = all.some(isUnknown) && (await isBeingMade(tx, 'attachments'));
    const changes: FeedChange[] = [];
    const wishes: PhotoWish[] = [];
    for (const change of all) {
      const parents = parentsOf(change).filter(({ to, id }) => opened.has(photoListKey(to, id)));
      for (const { to, id } of parents) wishes.push({ resource: to, id, at, isShown: false });
      const isOwn = held.has(change.id) || (mayBeOwn && isUnknown(change));
      if (parents.length > 0 || isOwn) changes.push(change);
    }
    return { changes, wishes };
  });
}

/** Returns true if a create was sent whose server id is not known yet. */
export async function isBeingMade(tx: Tx, resource: RecordKind): Promise<boolean> {
  return (await allMutations(tx)).some(
    (mutation) =>
      mutation.resource === resource && mutation.kind === 'create' && mutation.state === 'sending',
  );
}

interface Parent {
  readonly to: ResourceName;
  /** The server's id of the record. */
  readonly id: ServerId;
  /** The id by which the photo refers to it. */
  readonly name: string;
}

/** Returns the record of a confirmed photo that this device made. */
export function madeFor(row: MirrorRecord): readonly Parent[] {
  if (row.serverId === undefined || isForeignRow(row)) return [];
  return attachmentSpec.references.flatMap(({ field, to }) => {
    const id = String(row.server?.[field] ?? '');
    return id === '' ? [] : [{ to, id, name: String(row.view?.[field] ?? id) }];
  });
}

function parentsOf({ record }: FeedChange): readonly { readonly to: ResourceName; readonly id: string }[] {
  return attachmentSpec.references.flatMap(({ field, to }) => {
    const id = record?.wire[field];
    return typeof id === 'number' || typeof id === 'string' ? [{ to, id: String(id) }] : [];
  });
}
