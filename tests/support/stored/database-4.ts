import { readFileSync } from 'node:fs';
import { Dexie } from 'dexie';
import type { Feature } from '../../../src/api/sync-api.ts';
import { ACCOUNT_DATABASE_PREFIX } from '../../../src/db/account-database.ts';
import type { Fields, ResourceName } from '../../../src/domain/resource-spec.ts';
import type { MutationKind } from '../../../src/outbox/mutation.ts';
import type { Entry } from '../../memory-server/ledger.ts';
import type { Row } from '../../memory-server/tables.ts';
import { FakeBackend } from '../backend/fake-backend.ts';
import { ManualClock } from '../browser/manual-clock.ts';
import { TestBrowser, TestTab } from '../tab/test-device.ts';

/** What a person saved on the device, and was told to be kept. */
export interface Accepted {
  readonly resource: ResourceName;
  readonly localId: string;
  readonly kind: MutationKind;
  readonly fields: Fields;
}

/** A row that looks like one of the device's own and is another person's. */
interface Foreign {
  readonly resource: ResourceName;
  readonly id: number;
}

type Line =
  | { readonly at: number }
  | { readonly table: string; readonly row: Readonly<Record<string, unknown>> }
  | {
      readonly server: {
        readonly nextId: number;
        readonly numbersMade: number;
        readonly now: number;
        readonly clock: number;
      };
    }
  | { readonly held: ResourceName; readonly row: Row }
  | { readonly known: Entry }
  | { readonly accepted: Accepted }
  | { readonly foreign: Foreign };

/** What the server was that the device talked to. */
export const SERVERS = ['plain', 'extended'] as const;

/**
 * A device as commit e4761c4 left it when its page died: all that it stored, and the server that it talked to. Its
 * changes are of one kind of record, in every state and for every reason; what it wrote is written in
 * `database-4/*.jsonl`, a row on a line. Never changed: devices still hold such databases.
 */
export interface StoredDevice {
  /** Device time in ms. */
  readonly at: number;
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly accepted: readonly Accepted[];
  readonly foreign: readonly Foreign[];
  /** Brings a server to where the device's was. */
  readonly restore: (backend: FakeBackend) => void;
}

const ORIGIN = 'http://api.test';

/** @param origin of the server that it is to talk to now */
export function storedDevice(
  server: (typeof SERVERS)[number],
  resource: ResourceName,
  origin = ORIGIN,
): StoredDevice {
  const text = readFileSync(new URL(`database-4/${server}-${resource}.jsonl`, import.meta.url), 'utf8');
  const lines = text.replaceAll(ORIGIN, origin).trim().split('\n');
  const tables: Record<string, Readonly<Record<string, unknown>>[]> = {};
  const [rows, known, accepted, foreign] = [[], [], [], []] as [
    [ResourceName, Row][],
    Entry[],
    Accepted[],
    Foreign[],
  ];
  let [at, held] = [0, { nextId: 1, numbersMade: 0, now: 0, clock: 0 }];
  for (const line of lines.map((one) => JSON.parse(one) as Line)) {
    if ('table' in line) (tables[line.table] ??= []).push(line.row);
    else if ('held' in line) rows.push([line.held, line.row]);
    else if ('known' in line) known.push(line.known);
    else if ('accepted' in line) accepted.push(line.accepted);
    else if ('foreign' in line) foreign.push(line.foreign);
    else if ('server' in line) held = line.server;
    else at = line.at;
  }
  const restore = (backend: FakeBackend): void =>
    backend.extensions.restore({ ...held, rows }, known, held.clock);
  return { at, tables, accepted, foreign, restore };
}

const MIRROR = 'localId, &serverId, position';

/** A database as that version opens it. */
export function databaseOfVersion4(name: string): Dexie {
  const db = new Dexie(name);
  db.version(4).stores({
    customers: MIRROR,
    projects: MIRROR,
    estimates: MIRROR,
    workOrders: MIRROR,
    outbox: '++seq, &id, [resource+localId], state',
    journal: '++n',
    watches: 'id',
    drafts: 'id',
    settings: 'key',
    meta: 'key',
  });
  return db;
}

/** Writes tables into a database of their own, as that version had it. */
export async function layOut(name: string, tables: StoredDevice['tables']): Promise<void> {
  const db = databaseOfVersion4(name);
  await db.open();
  for (const [table, rows] of Object.entries(tables)) await db.table(table).bulkAdd([...rows]);
  db.close();
}

/** The device starts again, with the app of today, over a server that announces these features. */
export async function restarted(
  server: (typeof SERVERS)[number],
  resource: ResourceName,
  features: readonly Feature[],
): Promise<{ readonly backend: FakeBackend; readonly tab: TestTab; readonly stored: StoredDevice }> {
  const backend = new FakeBackend();
  const stored = storedDevice(server, resource, backend.origin);
  stored.restore(backend);
  for (const feature of features) backend.extensions.features.add(feature);
  const name = `${ACCOUNT_DATABASE_PREFIX}${server}-${resource}-${features.length}-${backend.origin}`;
  await layOut(name, stored.tables);
  const accounts = new Dexie('restoration-crm-accounts');
  accounts.version(1).stores({ accounts: 'key' });
  await accounts.table('accounts').add({
    key: `${backend.origin}|1`,
    origin: backend.origin,
    userId: '1',
    subject: null,
    names: ['demo'],
    username: 'demo',
    databaseName: name,
    leaving: false,
  });
  accounts.close();
  const tab = new TestTab(backend, new TestBrowser(new ManualClock(stored.at)));
  await tab.signIn();
  return { backend, tab, stored };
}
