import { wantFile } from '../db/file-store.ts';
import { assertNotLeaving } from '../db/owner.ts';
import type { RecordServices } from './record-services.ts';
import { saveTransaction } from './save-transaction.ts';
import { offlineKey, type Photo, type PhotoParent } from './use-photos.ts';

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
  const keys = parents.map(offlineKey);
  const at = clock.now();
  await saveTransaction(services, [db.strict.settings, db.strict.files, db.strict.meta], async (tx) => {
    await assertNotLeaving(tx);
    const settings = tx.table('settings');
    if (!keep) return settings.bulkDelete(keys);
    await settings.bulkPut(keys.map((key) => ({ key, at })));
    for (const { sha256, size, mediaType } of photos)
      await wantFile(tx, { sha256, size, type: mediaType }, at);
  });
}
