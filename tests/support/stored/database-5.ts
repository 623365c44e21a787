import { Dexie } from 'dexie';
import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { type SERVERS, type StoredDevice, storedDevice } from './database-4.ts';

const MIRROR = 'localId, &serverId, position';

/** The database of the app before work orders were found by their day. */
export function databaseOfVersion5(name: string): Dexie {
  const db = new Dexie(name);
  db.version(5).stores({
    customers: MIRROR,
    projects: MIRROR,
    estimates: MIRROR,
    workOrders: MIRROR,
    outbox: '++seq, &id, [resource+localId], state',
    journal: '++n',
    watches: 'id',
    drafts: 'id',
    settings: 'key',
    history: '++n, [resource+localId]',
    imports: 'id, waiting',
    meta: 'key',
  });
  return db;
}

/** What that version left on a device: as the version before it, with the history of a record and an import that was stopped. */
export function tablesOfVersion5(
  server: (typeof SERVERS)[number],
  resource: ResourceName,
): StoredDevice['tables'] {
  const seen = { resource, localId: '1', at: 1, by: 'me', fields: { title: { was: null, is: 'Roof' } } };
  const counts = { total: 200, done: 100, waiting: 100, leftOut: 1 };
  return {
    ...storedDevice(server, resource, 'http://api.test').tables,
    history: [{ n: 1, ...seen }],
    imports: [
      { id: 'i', file: 'customers.csv', header: ['Name'], startedAt: 1, ...counts, isStopped: true },
      { id: 'i|100', customers: [{ first_name: 'Ann' }] },
      { id: 'i|left', lines: [['Ben', 'The name is missing.']] },
    ],
  };
}
