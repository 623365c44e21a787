import { attachmentSpec } from '../domain/attachment.ts';
import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import { type PhotoWish, readRow, writeMeta } from './meta-rows.ts';
import { mirrorTable, type PhotoListRow, type Tx } from './tables.ts';

const LIST = 'photoList:';
const OFFLINE = 'offline:';

export function photoListKey(resource: ResourceName, serverId: ServerId): PhotoListRow['key'] {
  return `${LIST}${resource}/${serverId}`;
}

/** The setting that keeps all files of a record on the device. */
export function offlineKey(
  resource: ResourceName,
  localId: string,
): `${typeof OFFLINE}${ResourceName}/${string}` {
  return `${OFFLINE}${resource}/${localId}`;
}

interface KeptRecord {
  readonly resource: ResourceName;
  readonly localId: string;
}

/** The settings of projects that are kept offline begin with it. */
export const KEPT_PROJECTS = `${OFFLINE}projects/`;

export async function recordsKeptOffline(tx: Tx): Promise<readonly KeptRecord[]> {
  const keys = await tx.table<unknown, string>('settings').where('key').startsWith(OFFLINE).primaryKeys();
  return keys.flatMap((key) => {
    const [kind, localId = ''] = key.slice(OFFLINE.length).split('/');
    const resource = RESOURCE_NAMES.find((name) => name === kind);
    return resource ? [{ resource, localId }] : [];
  });
}

const PARENTS = attachmentSpec.references;

/** Returns a test for rows of records that are kept offline. */
export async function keptOffline(tx: Tx): Promise<(row: MirrorRecord) => boolean> {
  // 'workOrders/7' for each of a record's ids, because rows may name either.
  const kept = new Set<string>();
  for (const { resource, localId } of await recordsKeptOffline(tx)) {
    kept.add(`${resource}/${localId}`);
    const record = await mirrorTable(tx, resource).get(localId);
    if (record?.serverId !== undefined) kept.add(`${resource}/${record.serverId}`);
  }
  return ({ view, server }) => {
    const row = view ?? server;
    return PARENTS.some(({ field, to }) => kept.has(`${to}/${String(row?.[field])}`));
  };
}

export async function readPhotoList(tx: Tx, key: PhotoListRow['key']): Promise<PhotoListRow> {
  const blank = { key, readAt: null, feed: null, doubtedAt: null, error: null };
  return { ...blank, ...(await tx.table<PhotoListRow, string>('settings').get(key)) };
}

/** Returns the keys of lists that have not been read since the feed refused its cursor. */
export async function doubtedPhotoLists(tx: Tx): Promise<ReadonlySet<string>> {
  const lists = tx.table<PhotoListRow, string>('settings').where('key').startsWith(LIST);
  const doubted = await lists.filter(({ doubtedAt }) => typeof doubtedAt === 'number').toArray();
  return new Set(doubted.map(({ key }) => key));
}

/**
 * Called if the server may have been restored.
 * @param made lists of photos that this device made, and may never have read
 */
export async function doubtPhotoLists(
  tx: Tx,
  made: readonly PhotoListRow['key'][],
  doubtedAt: number,
): Promise<void> {
  const settings = tx.table<PhotoListRow, string>('settings');
  const known = await settings.where('key').startsWith(LIST).primaryKeys();
  for (const key of new Set([...(known as PhotoListRow['key'][]), ...made]))
    await settings.put({ ...(await readPhotoList(tx, key)), doubtedAt });
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
