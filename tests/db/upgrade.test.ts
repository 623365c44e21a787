import { Dexie } from 'dexie';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabases } from '../../src/db/app-database.ts';
import type { TwinWatch } from '../../src/db/twin-watch.ts';
import { MUTATION_SCHEMA } from '../../src/outbox/mutation.ts';
import { flush } from '../support/flush.ts';
import { pageDatabases } from '../support/page-databases.ts';
import { DATABASE_OF_VERSION_3 } from '../support/stored/database-3.ts';
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
  const watches: readonly TwinWatch[] = WATCHES_OF_VERSION_2;
  expect(await db.relaxed.watches.orderBy('id').toArray()).toEqual(watches);
});

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
  // As every version of the app has done.
  old.on('versionchange', () => {
    old.close({ disableAutoOpen: true });
    return false;
  });
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
