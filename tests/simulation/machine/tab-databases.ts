import Dexie from 'dexie';
import { IDBFactory, IDBOpenDBRequest } from 'fake-indexeddb';
import { ownConnection, type RawConnection, type RawDatabase } from './raw-database.ts';
import { type Owner, turns } from './turns.ts';

/** One tab's access to its device's databases. */
export interface DatabaseAccess extends Owner {
  readonly factory: IDBFactory;
  /** False once the tab is dead: none of its requests are carried out. */
  readonly alive: boolean;
  readonly connections: Set<RawConnection>;
  /** Called before each transaction. Throws if the tab or its connection dies. */
  beforeTransaction(connection: RawConnection): void;
}

/** Gives Dexie and the app the databases of the current tab. */
export function followCurrentTab(): void {
  const current = (): IDBFactory => {
    const tab = turns.current as DatabaseAccess | null;
    if (!tab) throw new Error('A database was requested while no tab is running.');
    return tab.factory;
  };
  Object.defineProperty(Dexie.dependencies, 'indexedDB', { get: current });
  Object.defineProperty(globalThis, 'indexedDB', { get: current, configurable: true });
}

export function factoryFor(device: IDBFactory, tab: () => DatabaseAccess): IDBFactory {
  const own = Object.create(device) as IDBFactory;
  own.open = (name, version) => {
    const owner = tab();
    if (!owner.alive) return neverAnswered();
    const request = IDBFactory.prototype.open.call(own, name, version);
    request.addEventListener('upgradeneeded', () => {
      turns.current = owner;
      // If the tab dies while it opens the database, the database stays as it was.
      owner.connections.add(request.result as RawConnection);
    });
    request.addEventListener('success', () => {
      turns.current = owner;
      if (owner.alive) adopt(request.result as RawConnection, owner);
      else request.result.close();
    });
    return request;
  };
  own.deleteDatabase = (name) =>
    tab().alive ? IDBFactory.prototype.deleteDatabase.call(own, name) : neverAnswered();
  return own;
}

/** Returns a request that is never answered, for a dead tab. */
function neverAnswered(): IDBOpenDBRequest {
  return new IDBOpenDBRequest();
}

function adopt(connection: RawConnection, owner: DatabaseAccess): void {
  ownConnection(connection, owner);
  owner.connections.add(connection);
  const begin = connection.transaction.bind(connection);
  connection.transaction = (...args) => {
    owner.beforeTransaction(connection);
    return begin(...args);
  };
}

export function databasesOn(device: IDBFactory): ReadonlyMap<string, RawDatabase> {
  const all = (device as unknown as { readonly _databases: ReadonlyMap<string, RawDatabase> })._databases;
  // Browsers remove a database whose first opening was aborted. fake-indexeddb keeps it without a version.
  return new Map([...all].filter(([, { version }]) => version > 0));
}
