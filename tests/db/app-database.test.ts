import Dexie from 'dexie';
import { describe, expect, it } from 'vitest';
import { openDatabases } from '../../src/db/app-database.ts';
import { readCollection, writeMeta } from '../../src/db/meta-rows.ts';
import { leaveIfSettled, WrongOwnerError } from '../../src/db/owner.ts';
import { createRecord } from '../../src/records/commands.ts';
import { watchTransactions } from '../support/browser/idb-watch.ts';
import { pageDatabases } from '../support/browser/page-databases.ts';
import { ACCOUNT, aDatabase, aRecord, aRecordServices, inTx } from '../support/browser/test-database.ts';
import { ann } from '../support/records/mutations.ts';

describe("an account's database", () => {
  it('is the same through both connections', async () => {
    const db = await aDatabase();
    await db.strict.customers.add(aRecord({ localId: '7' }));
    expect(await db.relaxed.customers.count()).toBe(1);
  });

  it('[A5] belongs for good to the account that opened it first', async () => {
    const db = await aDatabase();
    await aDatabase(db.name);
    await expect(
      openDatabases(pageDatabases(), {
        name: db.name,
        account: 'http://api.test|2',
        onClosed: () => {},
      }),
    ).rejects.toThrow(WrongOwnerError);
    expect(await db.strict.meta.get('owner')).toEqual({ key: 'owner', account: ACCOUNT });
  });

  it('[A5] refuses any other account, and blocks nothing afterwards', async () => {
    const db = await aDatabase();
    db.close();
    const told: string[] = [];
    const stranger = openDatabases(pageDatabases(), {
      name: db.name,
      account: 'http://api.test|2',
      onClosed: () => told.push('closed'),
    });
    await expect(stranger).rejects.toThrow(WrongOwnerError);
    await Dexie.delete(db.name);
    expect(await Dexie.getDatabaseNames()).not.toContain(db.name);
    expect(told).toEqual([]);
  });

  it('opens without a write if its owner has opened it before', async () => {
    const db = await aDatabase();
    db.close();
    const modes = watchTransactions();
    await aDatabase(db.name);
    expect(new Set(modes())).toEqual(new Set(['readonly']));
  });

  it.each([
    ['deleted', (name: string) => Dexie.delete(name)],
    [
      'upgraded',
      async (name: string) => {
        const newer = new Dexie(name);
        newer.version(99).stores({ customers: 'localId, &serverId, position' });
        await newer.open();
        newer.close();
      },
    ],
  ])('[T3] closes both connections for good when it is %s elsewhere', async (_, act) => {
    const told: string[] = [];
    const db = await aDatabase(undefined, () => told.push('closed'));
    await act(db.name);
    expect(told.length).toBeGreaterThan(0);
    for (const connection of [db.strict, db.relaxed]) {
      await expect(connection.customers.count()).rejects.toThrow(Dexie.DatabaseClosedError);
      expect(connection.isOpen()).toBe(false);
    }
  });

  it('[T3] is not recreated empty by a query after its deletion', async () => {
    const db = await aDatabase();
    await Dexie.delete(db.name);
    await db.relaxed.customers.toArray().catch(() => {});
    expect(await Dexie.getDatabaseNames()).not.toContain(db.name);
  });

  it('[T3] is not recreated empty for a page that slept through its deletion', async () => {
    const told: string[] = [];
    const db = await aDatabase(undefined, () => told.push('closed'));
    for (const connection of [db.strict, db.relaxed]) connection.close({ disableAutoOpen: false });
    await Dexie.delete(db.name);
    await expect(db.relaxed.customers.count()).rejects.toBeInstanceOf(Error);
    await expect.poll(() => told.length).toBeGreaterThan(0);
    for (const connection of [db.strict, db.relaxed]) {
      await expect(connection.customers.count()).rejects.toThrow(Dexie.DatabaseClosedError);
    }
  });

  it('has a blank row for a collection that was never read', async () => {
    const { strict } = await aDatabase();
    expect(await inTx(strict, (tx) => readCollection(tx, 'customers'))).toEqual({
      key: 'collection:customers',
      generation: 0,
      orderBy: null,
      firstSeen: 0,
      removed: [],
      cooldownUntil: 0,
      pulledAt: null,
      complete: false,
      error: null,
      absence: null,
    });
  });

  it('returns the last row noted for a collection', async () => {
    const { strict } = await aDatabase();
    const row = await inTx(strict, async (tx) => {
      const blank = await readCollection(tx, 'customers');
      await writeMeta(tx, { ...blank, generation: 4 });
      return readCollection(tx, 'customers');
    });
    expect(row.generation).toBe(4);
  });
});

describe('a database about to leave the device', () => {
  it('[Q23] stays while anything in it waits', async () => {
    const services = await aRecordServices();
    await createRecord(services, 'customers', ann, { watch: false });
    expect(await leaveIfSettled(services.db.strict)).toBe(false);
    await createRecord(services, 'customers', ann, { watch: false });
    expect(await services.db.strict.outbox.count()).toBe(2);
  });

  // @spec 2.31
  it('[Q20] stays while it holds an unsaved form', async () => {
    const { db } = await aRecordServices();
    const draft = { id: 'd', localId: null, initial: {}, fields: { city: 'Reno' }, startedAt: 1 };
    await db.strict.drafts.put({ ...draft, resource: 'customers', decides: false });
    expect(await leaveIfSettled(db.strict)).toBe(false);
    await db.strict.drafts.delete('d');
    expect(await leaveIfSettled(db.strict)).toBe(true);
  });

  it('[F17] stays while photos are being kept, or a notice about lost ones is unread', async () => {
    const { db } = await aRecordServices();
    const taking = { page: 'p', resource: 'workOrders', localId: '1', source: 'gallery' } as const;
    await db.relaxed.meta.put({ key: 'taking:1', ...taking, count: 2 });
    expect(await leaveIfSettled(db.strict)).toBe(false);
    await db.relaxed.meta.delete('taking:1');
    expect(await leaveIfSettled(db.strict)).toBe(true);
  });

  it('[Q1] accepts no further save, which would be lost', async () => {
    const services = await aRecordServices();
    expect(await leaveIfSettled(services.db.strict)).toBe(true);
    await expect(createRecord(services, 'customers', ann, { watch: false })).rejects.toThrow(
      'You were logged out in another tab. This was not saved.',
    );
    expect(await services.db.strict.outbox.count()).toBe(0);
  });

  it('accepts saves again once its account has signed in again', async () => {
    const services = await aRecordServices();
    await leaveIfSettled(services.db.strict);
    await aDatabase(services.db.name);
    await createRecord(services, 'customers', ann, { watch: false });
    expect(await services.db.strict.outbox.count()).toBe(1);
  });
});
