import { findRecord } from '../db/mirror-and-outbox.ts';
import { tablesOf } from '../db/tables.ts';
import type { Fields, RecordKind } from '../domain/resource-spec.ts';
import { createRecordsIn, RecordGoneError } from './commands.ts';
import type { RecordServices } from './record-services.ts';
import { saveTransaction } from './save-transaction.ts';
import type { SaveNote } from './undo/undo-save.ts';

/**
 * Creates records from another one, all or none, with one undo for all.
 * @param make gets the record as it is now. Values that the app generates must be new.
 * @returns null if there was nothing to create
 * @throws RecordGoneError
 */
export async function createFrom(
  services: RecordServices,
  { resource, localId }: { readonly resource: RecordKind; readonly localId: string },
  make: (fields: Fields) => readonly Fields[],
): Promise<SaveNote | null> {
  const { strict } = services.db;
  const receipts = await saveTransaction(services, tablesOf(strict, resource), async (tx) => {
    const record = await findRecord(tx, resource, localId);
    if (!record?.view) throw new RecordGoneError();
    const drafts = make(record.view);
    return createRecordsIn(tx, services, { resource, drafts, isGenerated: true, held: true });
  });
  const [first] = receipts;
  if (!first) return null;
  services.onSaved();
  const undo = receipts.flatMap((receipt) => receipt.undo ?? []);
  const isWhole = receipts.every((receipt) => receipt.undo !== null);
  return {
    resource,
    localId: first.localId,
    kind: 'create',
    count: receipts.length,
    undo: isWhole ? undo : null,
  };
}
