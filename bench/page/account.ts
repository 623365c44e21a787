import type { AuthorizedSend } from '../../src/api/authorized.ts';
import { resourceApi } from '../../src/api/resource-api.ts';
import { withDatabases } from '../../src/app/account/device-with-databases.ts';
import { createDeviceServices } from '../../src/app/device/device.ts';
import { type Databases, openDatabases } from '../../src/db/app-database.ts';
import { KnownRows } from '../../src/db/known-rows.ts';
import { LiveCollection } from '../../src/db/live-collection.ts';
import { startLiveReader } from '../../src/db/live-reader.ts';
import { createStore } from '../../src/domain/ports.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../src/domain/resource-specs.ts';
import { LeftForms } from '../../src/records/drafts/left-forms.ts';
import type { RecordServices } from '../../src/records/record-services.ts';
import { LateNotes } from '../../src/records/rescue/late-notes.ts';
import type { SaveNote } from '../../src/records/undo/undo-save.ts';
import { readsAtOnce } from '../../src/sync/engine/plan-work.ts';
import { PageReader } from '../../src/sync/pull/page-reader.ts';
import { pullCollection } from '../../src/sync/pull/pull.ts';
import type { SyncContext } from '../../src/sync/sync-context.ts';
import { instantList, PAGE_SIZE, type PageTexts, pageTexts } from './backend.ts';
import { bookOf } from './book.ts';

const KEY = 'http://server.test|1';

const device = withDatabases(createDeviceServices(true));

/** Opens the account's database as the app does. */
export function open(name: string): Promise<Databases> {
  return openDatabases(device.databases, { name, account: KEY, onClosed: () => undefined });
}

/** Fills a mirror with `count` customers, unless the browser's profile already has one. Returns the database's name. */
export async function fill(count: number, title = 'book'): Promise<string> {
  const name = `${title}-${count}`;
  const db = await open(name);
  if ((await db.relaxed.customers.count()) === 0) await pull(db, pageTexts(bookOf(count), PAGE_SIZE));
  db.close();
  return name;
}

/** Runs the engine's pull of a whole list, from a server that answers at once. @param knownRows from earlier pulls */
export async function pull(
  db: Databases,
  pages: PageTexts,
  knownRows = new KnownRows(db.changes),
): Promise<void> {
  const context = contextOf(db, knownRows, instantList(pages));
  const { list } = resourceApi(context.send, 'customers');
  const atOnce = (): number => readsAtOnce(false, 0);
  const reader = new PageReader({ ...context, list, atOnce, small: false });
  const { snapshot } = await pullCollection(context, { resource: 'customers', pages: reader });
  reader.close();
  if (!snapshot) throw new Error('The list was not read to its end.');
}

function contextOf(db: Databases, knownRows: KnownRows, send: AuthorizedSend): SyncContext {
  return {
    ...device,
    db,
    knownRows,
    account: KEY,
    send,
    listen: async () => 'ended',
    isOwner: () => true,
    signal: new AbortController().signal,
  };
}

export function collectionOf(resource: ResourceName): LiveCollection {
  const spec = specOf(resource);
  return new LiveCollection({ placement: spec.placement, searchText: (view) => spec.searchText(view) });
}

export function follow(db: Databases, resource: ResourceName, collection: LiveCollection): () => void {
  const { placement } = specOf(resource);
  return startLiveReader({
    ...device,
    db,
    resource,
    placement,
    collection,
    turnForRest: async () => () => undefined,
  }).stop;
}

/** Makes the services of a signed-in account, over these collections or empty ones. */
export function servicesOf(
  db: Databases,
  given: Partial<Record<ResourceName, LiveCollection>>,
): RecordServices {
  const entries = RESOURCE_NAMES.map((name) => [name, given[name] ?? collectionOf(name)] as const);
  return {
    ...device,
    db,
    account: KEY,
    collections: Object.fromEntries(entries) as Record<ResourceName, LiveCollection>,
    storageHealth: device.databases.watch,
    storageRoom: createStore<'left' | 'none'>('left'),
    lastSave: createStore<SaveNote | null>(null),
    leftForms: new LeftForms({ storage: device.tabStorage, account: KEY, reopens: false }),
    log: { error: () => undefined },
    readiness: () => Promise.reject(new Error('not measured')),
    photosUnderWay: new Set(),
    unkeptPhotos: createStore<readonly string[]>([]),
    onNotSaved: () => undefined,
    lateNotes: new LateNotes({ storage: device.tabStorage, account: KEY }),
    owner: async () => ({ origin: '', userId: null, username: '' }),
    onSaved: () => undefined,
  };
}

export function until(
  collection: LiveCollection,
  isSo: (snapshot: ReturnType<LiveCollection['getSnapshot']>) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    if (isSo(collection.getSnapshot())) return resolve();
    const stop = collection.subscribe(() => {
      if (!isSo(collection.getSnapshot())) return;
      stop();
      resolve();
    });
  });
}
