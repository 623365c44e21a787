import { wantFiles } from '../db/file-store.ts';
import { assertNotLeaving } from '../db/owner.ts';
import { offlineKey } from '../db/photo-lists.ts';
import type { RecordServices } from './record-services.ts';
import { saveTransaction } from './save-transaction.ts';
import type { Photo, PhotoParent } from './use-photos.ts';

/**
 * Keeps all photos of these records on the device, and asks for those that it lacks. Or lets them go when the device
 * needs room.
 * @throws NotSavedError
 */
export async function keepOffline(
  services: RecordServices,
  parents: readonly PhotoParent[],
  { keep, photos }: { readonly keep: boolean; readonly photos: readonly Photo[] },
): Promise<void> {
  const { db, clock } = services;
  const keys = parents.map(({ resource, localId }) => offlineKey(resource, localId));
  const at = clock.now();
  const { settings, files, attachments, outbox, meta } = db.strict;
  await saveTransaction(services, [settings, files, attachments, outbox, meta], async (tx) => {
    await assertNotLeaving(tx);
    const kept = tx.table('settings');
    if (!keep) return kept.bulkDelete(keys);
    await kept.bulkPut(keys.map((key) => ({ key, at })));
    const wanted = photos.map(({ sha256, size, mediaType }) => ({ sha256, size, type: mediaType }));
    await wantFiles(tx, wanted, at);
  });
}
