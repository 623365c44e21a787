import { rowsNaming, unwantOriginals, wantFiles } from '../db/file-store.ts';
import { assertNotLeaving } from '../db/owner.ts';
import { keptOffline, offlineKey, wishForPhotos } from '../db/photo-lists.ts';
import { type OfflineSetting, type Tx, tablesOf } from '../db/tables.ts';
import type { RecordServices } from './record-services.ts';
import { saveTransaction } from './save-transaction.ts';
import type { Photo, PhotoParent } from './use-photos.ts';

/**
 * Keeps all photos of a record on the device, and of a project's work orders, and fetches the missing ones. Or no longer
 * keeps them, except those of work orders that a person has kept without their project.
 * @throws NotSavedError
 */
export async function keepOffline(
  services: RecordServices,
  [record, ...orders]: readonly [PhotoParent, ...PhotoParent[]],
  { keep, photos }: { readonly keep: boolean; readonly photos: readonly Photo[] },
): Promise<void> {
  const at = services.clock.now();
  await inTransaction(services, async (tx) => {
    const kept = offlineTable(tx);
    if (!keep) {
      const isOfProject = ({ isOwn }: OfflineSetting): boolean => isOwn !== true;
      await kept.where('key').anyOf(orders.map(keyOf)).filter(isOfProject).delete();
      await kept.delete(keyOf(record));
      return unwantOriginals(tx, await notKept(tx, photos));
    }
    const known = orders.filter(isSent).map(({ localId }) => localId);
    await kept.put({ key: keyOf(record), at, isOwn: true, orders: known });
    await keepOrders(tx, orders.map(keyOf), at);
    await wantFiles(tx, photos.map(fileOf), at);
  });
}

/** Asks for photos that somebody has added to a record that is kept. */
export async function fetchAdded(services: RecordServices, photos: readonly Photo[]): Promise<void> {
  await inTransaction(services, (tx) => wantFiles(tx, photos.map(fileOf), services.clock.now()));
}

/**
 * Keeps the work orders that were added to a project since it was kept, and fetches their photos. Does not keep again
 * those that a person no longer keeps.
 */
export async function keepAddedOrders(
  services: RecordServices,
  project: string,
  orders: readonly Omit<PhotoParent, 'resource'>[],
): Promise<void> {
  const at = services.clock.now();
  await inTransaction(services, async (tx) => {
    const kept = offlineTable(tx);
    const row = await kept.get(offlineKey('projects', project));
    // An older version did not store which it kept. The work orders that are here now count as kept.
    if (row && !row.orders) {
      await kept.put({ ...row, orders: orders.filter(isSent).map(({ localId }) => localId) });
      return;
    }
    const known = row?.orders ?? [];
    const added = orders.filter((order) => isSent(order) && !known.includes(order.localId));
    // A person may have let the project go meanwhile.
    if (!row || added.length === 0) return;
    const ids = added.map(({ localId }) => localId);
    await kept.put({ ...row, orders: [...known, ...ids] });
    await keepOrders(
      tx,
      ids.map((id) => offlineKey('workOrders', id)),
      at,
    );
    await wishForPhotos(
      tx,
      ids.map((id) => ({ resource: 'workOrders', id, at, isShown: false })),
    );
  });
}

async function inTransaction(services: RecordServices, work: (tx: Tx) => Promise<void>): Promise<void> {
  const { strict } = services.db;
  await saveTransaction(services, [...tablesOf(strict, 'attachments'), strict.settings], async (tx) => {
    await assertNotLeaving(tx);
    await work(tx);
  });
}

/** Those that a person keeps already stay theirs. */
async function keepOrders(tx: Tx, keys: readonly OfflineSetting['key'][], at: number): Promise<void> {
  const known = await offlineTable(tx).bulkGet([...keys]);
  await offlineTable(tx).bulkAdd(keys.filter((_, n) => !known[n]).map((key) => ({ key, at })));
}

/** Returns the photos that belong to no record that is kept offline. */
async function notKept(tx: Tx, photos: readonly Photo[]): Promise<readonly string[]> {
  const naming = await rowsNaming(
    tx,
    photos.map(({ sha256 }) => sha256),
  );
  const isKept = await keptOffline(tx);
  return [...naming].flatMap(([sha256, rows]) => (rows.some(isKept) ? [] : [sha256]));
}

function offlineTable(tx: Tx) {
  return tx.table<OfflineSetting, string>('settings');
}

function keyOf({ resource, localId }: PhotoParent): OfflineSetting['key'] {
  return offlineKey(resource, localId);
}

/** The server has no photos of others. Its own are not on the server yet, so they stay anyway. */
function isSent({ serverId }: Pick<PhotoParent, 'serverId'>): boolean {
  return serverId !== undefined;
}

function fileOf({ sha256, size, mediaType }: Photo) {
  return { sha256, size, type: mediaType };
}
