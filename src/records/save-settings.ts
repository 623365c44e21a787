import { assertNotLeaving } from '../db/owner.ts';
import { writeSettings } from '../db/settings.ts';
import type { Settings } from '../domain/settings.ts';
import type { RecordServices } from './record-services.ts';
import { saveTransaction } from './save-transaction.ts';

/**
 * Saves the settings that a person changed, and leaves those alone that they did not. When this resolves, they are on the
 * disk.
 * @throws NotSavedError when nothing was saved
 */
export async function saveSettings(services: RecordServices, changes: Partial<Settings>): Promise<void> {
  const { strict } = services.db;
  await saveTransaction(services, [strict.settings, strict.meta], async (tx) => {
    await assertNotLeaving(tx);
    await writeSettings(tx, changes);
  });
  services.onSaved();
}
