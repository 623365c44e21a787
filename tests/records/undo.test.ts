import { expect, it } from 'vitest';
import { leaveIfSettled } from '../../src/db/owner.ts';
import { createRecord, deleteRecord } from '../../src/records/commands.ts';
import { undoSave } from '../../src/records/undo/undo-save.ts';
import { aRecordServices } from '../support/browser/test-database.ts';
import { ann } from '../support/records/mutations.ts';

it('[Q28] an undo restores nothing in a database that a logout in another tab is about to delete', async () => {
  const services = await aRecordServices();
  const { localId } = await createRecord(services, 'customers', ann, { watch: false });
  const { undo } = await deleteRecord(services, 'customers', localId);
  expect(await leaveIfSettled(services.db.strict)).toBe(true);
  await expect(undoSave(services, undo ?? [])).rejects.toThrow('You were logged out');
  expect(await services.db.relaxed.outbox.count()).toBe(0);
});
