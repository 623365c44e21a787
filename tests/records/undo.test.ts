import { expect, it, vi } from 'vitest';
import { leaveIfSettled } from '../../src/db/owner.ts';
import { createRecord, deleteRecord } from '../../src/records/commands.ts';
import { undoSave } from '../../src/records/undo/undo-save.ts';
import { aRecord, aRecordServices } from '../support/browser/test-database.ts';
import { ann } from '../support/records/mutations.ts';

it('[Q28] an undo restores nothing in a database that a logout in another tab is about to delete', async () => {
  const services = await aRecordServices();
  const { localId } = await createRecord(services, 'customers', ann, { watch: false });
  const { undo } = await deleteRecord(services, 'customers', localId);
  expect(await leaveIfSettled(services.db.strict)).toBe(true);
  await expect(undoSave(services, undo ?? [])).rejects.toThrow('You were logged out');
  expect(await services.db.relaxed.outbox.count()).toBe(0);
});

it('[Q28] the undo of a new record that was never sent reads no other records', async () => {
  const services = await aRecordServices();
  const { relaxed, strict } = services.db;
  await strict.projects.bulkAdd(Array.from({ length: 10 }, (_, n) => aRecord({ localId: `p${n}` })));
  const { undo } = await createRecord(services, 'customers', ann, { watch: false });
  let count = 0;
  for (const table of [relaxed.projects, strict.projects])
    table.hook('reading', (row) => {
      count += 1;
      return row;
    });
  expect(await undoSave(services, undo ?? [])).toBe('undone');
  expect([count, await relaxed.customers.count()]).toEqual([0, 0]);
});

it('[Q34] the undo of a new record that is sent just then is refused if a record has named it', async () => {
  const services = await aRecordServices();
  const { relaxed, strict } = services.db;
  const { localId, undo } = await createRecord(services, 'customers', ann, { watch: false });
  const view = { title: 'Roof', customer: localId };
  await strict.projects.add(aRecord({ localId: 'p', serverId: 1, server: view, view }));
  const transaction = strict.transaction.bind(strict) as (...given: unknown[]) => unknown;
  vi.spyOn(strict, 'transaction').mockImplementationOnce((async (...given: unknown[]) => {
    const sending = { state: 'sending', attempts: 1, attemptId: 't', firstSentAt: 1 } as const;
    await relaxed.outbox.toCollection().modify(sending);
    return transaction(...given);
  }) as never);
  expect(await undoSave(services, undo ?? [])).toBe('referred');
  expect(await relaxed.outbox.count()).toBe(1);
});
