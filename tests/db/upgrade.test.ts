import { Dexie } from 'dexie';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Databases,
  declareVersions,
  OlderDataError,
  openDatabases,
  VERSION,
} from '../../src/db/app-database.ts';
import { MUTATION_SCHEMA } from '../../src/outbox/mutation.ts';
import { pageDatabases } from '../support/browser/page-databases.ts';

const ACCOUNT = 'http://api.test|1';
const MIRROR = 'localId, &serverId, position';
const CREATE = {
  seq: 1,
  id: 'm1',
  resource: 'customers',
  localId: 'c1',
  kind: 'create',
  state: 'queued',
  schema: 2,
};

/** Opens the database as the build of version 6 did. */
async function version6(name: string): Promise<Dexie> {
  const db = new Dexie(name);
  db.version(6).stores({
    customers: MIRROR,
    projects: MIRROR,
    estimates: MIRROR,
    workOrders: MIRROR,
    outbox: '++seq, &id, [resource+localId], state',
    journal: '++n',
    history: '++n, [resource+localId]',
    watches: 'id',
    drafts: 'id',
    imports: 'id, waiting',
    settings: 'key',
    meta: 'key',
  });
  await db.open();
  await db.table('meta').put({ key: 'owner', account: ACCOUNT });
  await db.table('customers').put({ localId: '7', serverId: 7, position: [1, 7] });
  return db;
}

async function open(name: string): Promise<Databases> {
  const db = await openDatabases(pageDatabases(), { name, account: ACCOUNT, onClosed: () => {} });
  onTestFinished(() => db.close());
  return db;
}

describe('[Q42] a database of an unreleased version', () => {
  it.each([
    ['outbox', CREATE],
    ['drafts', { id: 'd1' }],
    ['imports', { id: 'i1', waiting: 3 }],
  ])('[Q42] stays as it is while its %s holds work', async (table, row) => {
    const name = `old-${table}`;
    const old = await version6(name);
    await old.table(table).put(row);
    old.close();
    await expect(open(name)).rejects.toThrow(OlderDataError);
    const after = await version6(name);
    onTestFinished(() => after.close());
    expect(await after.table(table).toArray()).toEqual([row]);
    expect(await after.table('customers').count()).toBe(1);
  });

  it('[Q42] is emptied without work: everything is pulled again', async () => {
    const old = await version6('old-empty');
    await old.table('settings').put({ key: 'companyName', value: 'Acme' });
    old.close();
    const { relaxed, wasEmptied } = await open('old-empty');
    expect(wasEmptied).toBe(true);
    expect(await relaxed.customers.count()).toBe(0);
    expect(await relaxed.settings.count()).toBe(0);
    expect((await relaxed.meta.toArray()).map(({ key }) => key)).toEqual(['owner']);
  });

  it('[T3] opens even while a tab of the old build has it open', async () => {
    const old = await version6('old-open');
    const { relaxed } = await open('old-open');
    expect(old.isOpen()).toBe(false);
    expect(await relaxed.customers.count()).toBe(0);
  });
});

describe('[Q42] a database of this version', () => {
  const MUTATION = { ...CREATE, schema: MUTATION_SCHEMA };

  /** Opens the database as a build of that version does. */
  async function openAt(name: string, now: number, version: number): Promise<Dexie> {
    const db = new Dexie(name);
    onTestFinished(() => db.close());
    declareVersions(db, now, version);
    await db.open();
    return db;
  }

  const openNewer = (name: string) => openAt(name, 5, VERSION + 1);

  it('[Q42] keeps everything under a later version', async () => {
    const db = await open('kept');
    const rows = {
      customers: { localId: '7', serverId: 7, position: [1, 7] },
      drafts: { id: 'd1' },
      imports: { id: 'i1', waiting: 3 },
      outbox: MUTATION,
    };
    for (const [table, row] of Object.entries(rows)) await db.strict.table(table).put(row);
    db.close();
    const newer = await openNewer('kept');
    expect(newer.verno).toBe(VERSION + 1);
    for (const [table, row] of Object.entries(rows))
      expect(await newer.table(table).toArray()).toEqual([row]);
  });

  it('[L94] learns from waiting changes since when a record has its status', async () => {
    const old = await openAt('waiting-of-7', 1, 7);
    await old.table('meta').put({ key: 'owner', account: ACCOUNT });
    const seen = { created_at: 100, updated_at: 100, first_seen: 200 };
    await old.table('estimates').put({ localId: '7', serverId: 7, position: [1, 7], seen });
    const update = { ...MUTATION, resource: 'estimates', localId: '7', kind: 'update' };
    const status = { base: 'draft', value: 'sent' };
    await old.table('outbox').put({ ...update, acceptedAt: 5000, fields: { status } });
    await old.table('outbox').put({ ...update, seq: 2, id: 'm2', acceptedAt: 6000, fields: {} });
    old.close();
    const { relaxed } = await open('waiting-of-7');
    const own = { changed: 6000, status: { value: 'sent', at: 5000 } };
    expect(await relaxed.estimates.get('7')).toMatchObject({ own, seen });
  });

  it('[L95] notes from when on changes are noted, once', async () => {
    const old = await openAt('counted', 1, 7);
    expect(await old.table('meta').get('countedFrom')).toBeUndefined();
    old.close();
    for (const [now, version] of [
      [5, VERSION],
      [9, VERSION + 1],
    ] as const) {
      const newer = await openAt('counted', now, version);
      expect(await newer.table('meta').get('countedFrom')).toEqual({ key: 'countedFrom', at: 5 });
      newer.close();
    }
  });

  it('[L95] notes nothing where all changes were noted from the start', async () => {
    (await openAt('noted', 1, 8)).close();
    const newer = await openNewer('noted');
    expect(await newer.table('meta').get('countedFrom')).toBeUndefined();
  });

  it('[T26] is closed in tabs that cannot show the draft of a photo’s caption', async () => {
    const old = await openAt('captions', 1, 8);
    await old.table('meta').put({ key: 'owner', account: ACCOUNT });
    await open('captions');
    expect(old.isOpen()).toBe(false);
  });

  it('[F4] goes on sending the files that an earlier build kept', async () => {
    const db = await open('files');
    await db.strict.files.put({
      sha256: 'a',
      state: 'here',
      size: 1,
      type: 'image/jpeg',
      storedAt: null,
      lastUsed: 1,
      tries: 0,
      refusal: null,
    });
    db.close();
    const newer = await openNewer('files');
    expect(await newer.table('meta').get('files')).toEqual({ key: 'files', epoch: 0 });
  });

  it('[Q42] keeps its records even without unsent work', async () => {
    const db = await open('kept-settled');
    await db.strict.table('customers').put({ localId: '7', serverId: 7, position: [1, 7] });
    db.close();
    const newer = await openNewer('kept-settled');
    expect(await newer.table('customers').count()).toBe(1);
  });

  it('[Q42] stays as it is if a later version cannot read a change', async () => {
    const db = await open('unread');
    await db.strict.table('outbox').put(CREATE);
    db.close();
    await expect(openNewer('unread')).rejects.toThrow(OlderDataError);
    const after = await open('unread');
    expect(await after.strict.table('outbox').toArray()).toEqual([CREATE]);
  });

  it('[Q42] starts empty if a later version opens an unreleased one without work', async () => {
    const old = await version6('old-newer');
    old.close();
    const newer = await openNewer('old-newer');
    expect(await newer.table('customers').count()).toBe(0);
  });
});
