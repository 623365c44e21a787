import { Dexie } from 'dexie';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabases } from '../../src/db/app-database.ts';
import type { TwinWatch } from '../../src/db/twin-watch.ts';
import { MUTATION_SCHEMA } from '../../src/domain/mutation.ts';
import { pageDatabases } from '../support/page-databases.ts';
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
