import { Dexie } from 'dexie';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabases } from '../../src/db/app-database.ts';
import { workOfDay } from '../../src/db/work-of-day.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import type { DuplicateWatch } from '../../src/outbox/duplicate-watch.ts';
import { MUTATION_SCHEMA, type Mutation } from '../../src/outbox/mutation.ts';
import { flush } from '../support/browser/flush.ts';
import { pageDatabases } from '../support/browser/page-databases.ts';
import { DATABASE_OF_VERSION_3 } from '../support/stored/database-3.ts';
import { databaseOfVersion4, layOut, SERVERS, storedDevice } from '../support/stored/database-4.ts';
import { databaseOfVersion5, tablesOfVersion5 } from '../support/stored/database-5.ts';
import { OUTBOX_OF_VERSION_1 } from '../support/stored/outbox-1.ts';
import { OUTBOX_OF_VERSION_2, WATCHES_OF_VERSION_2 } from '../support/stored/outbox-2.ts';

const ACCOUNT = 'http://api.test|1';
const MIRROR = 'localId, &serverId, position';

/** The stores of the app before keys, watches and decisions. */
function firstStores(name: string): Dexie {
  const old = new Dexie(name);
  old.version(1).stores({
    customers: MIRROR,
    outbox: '++seq, &id, [resource+localId], state',
    journal: '++n',
    meta: 'key',
  });
  old.version(2).stores({ projects: MIRROR, estimates: MIRROR, workOrders: MIRROR });
  return old;
}

/** A device that has last run the version of the app before keys, watches and decisions. */
async function anOldDevice(name: string): Promise<void> {
  const old = firstStores(name);
  await old.open();
  await old.table('meta').put({ key: 'owner', account: ACCOUNT });
  await old.table('meta').put({ key: 'collection:customers', generation: 3, complete: true, removed: [] });
  await old.table('customers').add({
    localId: '7',
    serverId: 7,
    server: { city: 'Reno' },
    view: { city: 'Elko' },
    mark: 'waiting',
    position: [1, 7],
    serverGen: 1,
    firstSeenGen: 1,
  });
  await old.table('outbox').bulkAdd([...OUTBOX_OF_VERSION_1]);
  old.close();
}

it('[Q8] an update of the app brings every waiting change along, and the records as they were', async () => {
  await anOldDevice('an-old-device');
  const db = await openDatabases(pageDatabases(), {
    name: 'an-old-device',
    account: ACCOUNT,
    onClosed: () => {},
  });
  onTestFinished(() => db.close());
  const outbox = await db.relaxed.outbox.orderBy('seq').toArray();
  expect(outbox.map(({ seq, id, schema, state }) => [seq, id, schema, state])).toEqual(
    OUTBOX_OF_VERSION_1.map(({ seq, id, state }) => [seq, id, MUTATION_SCHEMA, state]),
  );
  expect(outbox.every(({ acceptedAt, keyed }) => acceptedAt > 0 && !keyed)).toBe(true);
  expect(await db.relaxed.customers.toArray()).toMatchObject([{ localId: '7', view: { city: 'Elko' } }]);
  expect(await db.relaxed.watches.toArray()).toEqual([]);
});

it('[Q8] what the second version stored is read as it is: each change, and each watch for a second copy', async () => {
  const stored = firstStores('a-device-of-today');
  stored.version(3).stores({ watches: 'id' });
  await stored.open();
  await stored.table('meta').put({ key: 'owner', account: ACCOUNT });
  await stored.table('outbox').bulkAdd([...OUTBOX_OF_VERSION_2]);
  await stored.table('watches').bulkAdd([...WATCHES_OF_VERSION_2]);
  stored.close();

  const db = await openDatabases(pageDatabases(), {
    name: 'a-device-of-today',
    account: ACCOUNT,
    onClosed: () => {},
  });
  onTestFinished(() => db.close());
  expect(await db.relaxed.outbox.orderBy('seq').toArray()).toEqual(OUTBOX_OF_VERSION_2);
  const watches: readonly DuplicateWatch[] = WATCHES_OF_VERSION_2;
  expect(await db.relaxed.watches.orderBy('id').toArray()).toEqual(watches);
});

/** Leaves when a newer build wants to upgrade the database, as every version of the app has done. */
function letsOthersIn(old: Dexie): void {
  old.on('versionchange', () => {
    old.close({ disableAutoOpen: true });
    return false;
  });
}

/** A database as the version of the app before drafts and settings left it, open in one of its tabs. */
async function aTabBeforeDrafts(name: string): Promise<Dexie> {
  const old = firstStores(name);
  old.version(3).stores({ watches: 'id' });
  await old.open();
  for (const [table, rows] of Object.entries(DATABASE_OF_VERSION_3)) {
    await old.table(table).bulkAdd([...rows]);
  }
  return old;
}

it('[Q8] what the third version stored is read as it is, in every table, and there is room for drafts and settings', async () => {
  const old = await aTabBeforeDrafts('a-device-before-drafts');
  old.close();
  const db = await openDatabases(pageDatabases(), {
    name: 'a-device-before-drafts',
    account: ACCOUNT,
    onClosed: () => {},
  });
  onTestFinished(() => db.close());
  for (const [table, rows] of Object.entries(DATABASE_OF_VERSION_3)) {
    const held: unknown[] = await db.relaxed.table(table).toArray();
    const byKey = (one: unknown): string => JSON.stringify(one);
    expect(held.map(byKey).sort()).toEqual(rows.map(byKey).sort());
  }
  expect([await db.relaxed.drafts.count(), await db.relaxed.settings.count()]).toEqual([0, 0]);
  const draft = {
    id: 'd',
    resource: 'customers',
    localId: null,
    initial: {},
    fields: { city: 'Reno' },
    startedAt: 1,
    decides: false,
  } as const;
  await db.strict.drafts.put(draft);
  expect(await db.relaxed.drafts.toArray()).toEqual([draft]);
});

it('[T3] a tab of the version before drafts lets the new one in, and writes no more into what it does not know', async () => {
  const old = await aTabBeforeDrafts('an-old-tab-open');
  letsOthersIn(old);
  const db = await openDatabases(pageDatabases(), {
    name: 'an-old-tab-open',
    account: ACCOUNT,
    onClosed: () => {},
  });
  onTestFinished(() => db.close());
  await flush();
  await expect(old.table('outbox').clear()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
  expect(await db.relaxed.outbox.count()).toBe(DATABASE_OF_VERSION_3.outbox.length);
});

it('[T3, Q25] a tab of the version before the history lets the new one in, and does not come back beside it', async () => {
  const { tables } = storedDevice('plain', 'customers', 'http://api.test');
  const name = 'a-tab-before-the-history';
  await layOut(name, tables);
  const old = databaseOfVersion4(name);
  await old.open();
  letsOthersIn(old);
  const db = await openDatabases(pageDatabases(), { name, account: ACCOUNT, onClosed: () => {} });
  onTestFinished(() => db.close());
  await flush();
  await expect(old.table('outbox').clear()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
  expect(await db.relaxed.outbox.count()).toBe(tables['outbox']?.length);
  const again = databaseOfVersion4(name);
  onTestFinished(() => again.close());
  await again.open();
  // By this an earlier build knows that it is not to use it.
  expect(again.backendDB().version).toBeGreaterThanOrEqual(10 * (4 + 1));
});

/** Everything that is stored, in an order of its own. */
const sorted = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

it.each(SERVERS.flatMap((server) => RESOURCE_NAMES.map((resource) => [server, resource] as const)))(
  '[Q8] what the fourth version stored over the %s server of changed %s is read as it is, in every table, and there is room for the history',
  async (server, resource) => {
    const { tables } = storedDevice(server, resource, 'http://api.test');
    const name = `a-device-of-version-4-${server}-${resource}`;
    await layOut(name, tables);
    const db = await openDatabases(pageDatabases(), { name, account: ACCOUNT, onClosed: () => {} });
    onTestFinished(() => db.close());
    for (const [table, rows] of Object.entries(tables))
      expect(sorted(await db.relaxed.table(table).toArray())).toEqual(sorted(rows));
    expect(await db.relaxed.history.count()).toBe(0);
    const note = {
      resource,
      localId: '1',
      at: 1,
      by: 'me',
      fields: { title: { was: null, is: 'Roof' } },
    } as const;
    await db.strict.history.add(note);
    expect(await db.relaxed.history.toArray()).toEqual([{ n: 1, ...note }]);
  },
);

/** A database as the version before the index of days left it, open in one of its tabs. */
async function aTabBeforeDays(name: string, tables: ReturnType<typeof tablesOfVersion5>): Promise<Dexie> {
  const old = databaseOfVersion5(name);
  await old.open();
  for (const [table, rows] of Object.entries(tables)) await old.table(table).bulkAdd([...rows]);
  letsOthersIn(old);
  return old;
}

it.each(SERVERS.flatMap((server) => RESOURCE_NAMES.map((resource) => [server, resource] as const)))(
  '[T3, Q8, Q25] what the fifth version stored over the %s server of changed %s is read as it is, though a tab of it was open',
  async (server, resource) => {
    const tables = tablesOfVersion5(server, resource);
    const name = `a-device-of-version-5-${server}-${resource}`;
    const old = await aTabBeforeDays(name, tables);
    const db = await openDatabases(pageDatabases(), { name, account: ACCOUNT, onClosed: () => {} });
    onTestFinished(() => db.close());
    await flush();
    await expect(old.table('outbox').clear()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
    for (const [table, rows] of Object.entries(tables))
      expect(sorted(await db.relaxed.table(table).toArray())).toEqual(sorted(rows));
  },
);

it('work orders that the fifth version stored are found by their day', async () => {
  const view = { status: 'assigned', scheduled_date: '2026-03-05' };
  const row = { serverId: 1, server: view, view, mark: 'synced', serverGen: 1, firstSeenGen: 1 };
  const old = await aTabBeforeDays('an-order-of-version-5', {
    workOrders: [{ ...row, localId: '1', position: [1, 1] }],
  });
  old.close();
  const db = await openDatabases(pageDatabases(), {
    name: 'an-order-of-version-5',
    account: ACCOUNT,
    onClosed: () => {},
  });
  onTestFinished(() => db.close());
  const { workOrders } = db.relaxed;
  const found = await db.relaxed.transaction('r', workOrders, (tx) => workOfDay(tx, '2026-03-05'));
  expect(found).toEqual(['1']);
});

/** 'create plain parked tooOld': a create that may have been sent with its key, or not. */
function stateOf({ kind, keyed, state, refusal }: Mutation): string {
  const own = kind === 'create' ? `create ${keyed ? 'keyed' : 'plain'}` : kind;
  return `${own} ${state}${state === 'parked' ? ` ${refusal?.reason}` : ''}`;
}

it.each(RESOURCE_NAMES)(
  '[S5, Q8] the devices of the fourth version have changes of %s in every state',
  (resource) => {
    const stored = SERVERS.flatMap((server) => storedDevice(server, resource).tables['outbox'] ?? []);
    const own = (stored as unknown as Mutation[]).filter((one) => one.resource === resource);
    expect([...new Set(own.map(stateOf))].sort()).toEqual([
      'create keyed parked deletedOnServer',
      'create keyed parked rejected',
      'create keyed parked serverErrors',
      'create keyed queued',
      'create keyed sending',
      'create plain parked mayExistTwice',
      'create plain parked rejected',
      'create plain parked serverErrors',
      'create plain parked tooOld',
      'create plain queued',
      'create plain sending',
      'create plain unknown',
      'delete parked conflict',
      'delete parked rejected',
      'delete parked serverErrors',
      'delete parked tooOld',
      'delete queued',
      'delete sending',
      'update parked conflict',
      'update parked deletedOnServer',
      'update parked rejected',
      'update parked serverErrors',
      'update parked tooOld',
      'update queued',
      'update sending',
    ]);
    const has = (test: (one: Mutation) => unknown): boolean => own.some((one) => Boolean(test(one)));
    expect([
      has(({ asSent }) => asSent),
      has(({ madeOver }) => madeOver),
      has(({ generated }) => generated),
      has(({ readFirst }) => readFirst),
      has(({ probe }) => probe?.cleanChecks === 1),
      has(({ setbacks }) => setbacks?.serverErrors),
      has(({ refusal }) => refusal?.candidates?.length),
      has(({ refusal }) => refusal?.conflict),
    ]).toEqual(Array(8).fill(true));
  },
);
