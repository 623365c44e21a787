import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import { type PhotoWish, readRow, writeMeta } from './meta-rows.ts';
import type { PhotoListRow, Tx } from './tables.ts';

export function photoListKey(resource: ResourceName, serverId: ServerId): PhotoListRow['key'] {
  return `photoList:${resource}/${serverId}`;
}

/** Asks the leading tab for the photos of these records. A screen's wish takes the place of an earlier one. */
export async function wishForPhotos(tx: Tx, wishes: readonly PhotoWish[]): Promise<void> {
  const { lists = [] } = (await readRow(tx, 'request:photos')) ?? {};
  const isNew = (wish: PhotoWish, n: number): boolean =>
    (wish.isShown || !lists.some((one) => isSame(one, wish))) &&
    wishes.findIndex((one) => isSame(one, wish)) === n;
  const added = wishes.filter(isNew);
  if (added.length === 0) return;
  const kept = lists.filter((one) => !added.some((wish) => isSame(one, wish)));
  await writeMeta(tx, { key: 'request:photos', lists: [...kept, ...added] });
}

/** Removes an answered wish, unless it was made again since. */
export async function endPhotoWish(tx: Tx, wish: PhotoWish): Promise<void> {
  const { lists = [] } = (await readRow(tx, 'request:photos')) ?? {};
  const left = lists.filter((one) => !isSame(one, wish) || one.at !== wish.at);
  if (left.length > 0) return writeMeta(tx, { key: 'request:photos', lists: left });
  await tx.table('meta').delete('request:photos');
}

function isSame(one: PhotoWish, other: PhotoWish): boolean {
  return one.resource === other.resource && one.id === other.id;
}
