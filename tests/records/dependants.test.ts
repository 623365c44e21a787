import { describe, expect, it } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { resourceSpecs } from '../../src/domain/resource-specs.ts';
import { createRecord, deleteRecord, updateRecord } from '../../src/records/commands.ts';
import type { RecordServices } from '../../src/records/record-services.ts';
import { waitingDependants } from '../../src/records/referring-records.ts';
import { aRecord, aRecordServices, inTx } from '../support/browser/test-database.ts';
import { ann } from '../support/records/mutations.ts';

const roof: Fields = { ...resourceSpecs.projects.blank({ now: 0, random: 0 }), title: 'Roof' };

/** Ben (7) has a project (8). Ann was created here, has a new project, and got the old one as well. */
async function withDependants() {
  const services = await aRecordServices();
  const { strict } = services.db;
  const old = { ...roof, customer: '7' };
  await strict.customers.add(aRecord({ localId: '7' }));
  await strict.projects.add(aRecord({ localId: '8', server: old, view: old }));
  const customer = await createRecord(services, 'customers', ann, { watch: false });
  const { localId } = customer;
  const project = await createRecord(services, 'projects', { ...roof, customer: localId }, { watch: false });
  const draft = { ...old, customer: localId };
  await updateRecord(services, 'projects', '8', { initial: old, draft, watch: false });
  return { services, customer: localId, project: project.localId };
}

const kinds = async ({ db }: RecordServices): Promise<string[]> =>
  (await db.relaxed.outbox.orderBy('seq').toArray()).map(({ resource, kind }) => `${resource} ${kind}`);

describe('an unsent reference to a record', () => {
  it('[P48, P49] is removed before the record is deleted: a new record is deleted, a changed reference changes back', async () => {
    const { services, customer, project } = await withDependants();
    const found = await inTx(services.db.relaxed, (tx) => waitingDependants(tx, 'customers', customer));
    expect(found).toEqual([
      {
        resource: 'projects',
        localId: '8',
        kind: 'update',
        fields: { customer: { base: customer, value: '7' } },
      },
      { resource: 'projects', localId: project, kind: 'delete', fields: {} },
    ]);
    expect(await inTx(services.db.relaxed, (tx) => waitingDependants(tx, 'customers', '7'))).toEqual([]);
  });

  it('[P14] does not count if its record is already deleted', async () => {
    const { services, customer, project } = await withDependants();
    await deleteRecord(services, 'projects', project);
    await deleteRecord(services, 'projects', '8');
    expect(await inTx(services.db.relaxed, (tx) => waitingDependants(tx, 'customers', customer))).toEqual([]);
  });

  it("[P14] is found by the record's later server id", async () => {
    const { services, customer, project } = await withDependants();
    await services.db.strict.customers.update(customer, { serverId: 99 });
    await updateRecord(services, 'projects', project, {
      initial: { customer },
      draft: { customer: '99' },
      watch: false,
    });
    const found = await inTx(services.db.relaxed, (tx) => waitingDependants(tx, 'customers', customer));
    expect(found.map(({ localId }) => localId).sort()).toEqual(['8', project].sort());
  });

  it('[P50] stays if the server knows that others refer to the record', async () => {
    const { services, customer } = await withDependants();
    await services.db.strict.customers.update(customer, { serverId: 99 });
    const known = { ...roof, customer: '99' };
    await services.db.strict.projects.add(aRecord({ localId: '9', serverId: 9, server: known, view: known }));
    await deleteRecord(services, 'customers', customer);
    expect((await kinds(services)).slice(-2)).toEqual(['projects create', 'projects update']);
    expect(await services.db.strict.projects.get('8')).toMatchObject({ view: { customer } });
  });

  it('[P14] is removed in the same transaction as the record', async () => {
    const { services, customer } = await withDependants();
    await deleteRecord(services, 'customers', customer);
    expect(await kinds(services)).toEqual([]);
    expect(await services.db.strict.projects.toArray()).toMatchObject([
      { localId: '8', view: { customer: '7' }, mark: 'synced' },
    ]);
    expect(await services.db.strict.customers.toCollection().primaryKeys()).toEqual(['7']);
  });

  it.each(['customers', 'projects'] as const)('[P14] stays as it was if writing %s fails', async (table) => {
    const { services, customer } = await withDependants();
    const before = [await services.db.strict.projects.toArray(), await services.db.strict.outbox.toArray()];
    services.db.strict[table].hook('deleting', () => {
      throw new Error('The disk is broken.');
    });
    await expect(deleteRecord(services, 'customers', customer)).rejects.toThrow('broken');
    expect(await kinds(services)).toEqual(['customers create', 'projects create', 'projects update']);
    expect([await services.db.strict.projects.toArray(), await services.db.strict.outbox.toArray()]).toEqual(
      before,
    );
    expect(await services.db.strict.journal.count()).toBe(0);
  });
});
