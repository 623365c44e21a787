import { KnownRows } from '../../../src/db/known-rows.ts';
import type { Fields, RecordKind, ResourceName } from '../../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../../src/domain/resource-specs.ts';
import type { MirrorRecord } from '../../../src/outbox/mirror-record.ts';
import { createRecord, deleteRecord, type SaveReceipt, updateRecord } from '../../../src/records/commands.ts';
import type { SyncContext } from '../../../src/sync/sync-context.ts';
import type { Row } from '../../memory-server/tables.ts';
import { FakeBackend } from '../backend/fake-backend.ts';
import { ann } from '../records/mutations.ts';
import { type Backend, TestTab } from './test-device.ts';

/** A tab with any backend. */
type AnyTab = TestTab<Backend>;

type Seeds = Partial<Readonly<Record<ResourceName, readonly Fields[]>>>;

/** Returns a server with these customers and other records, and a tab that has signed in and read everything. */
export async function aSyncedTab(
  rows: readonly Fields[] = [],
  others: Seeds = {},
): Promise<{ backend: FakeBackend; tab: TestTab }> {
  const backend = new FakeBackend();
  for (const row of rows) backend.seed(row);
  for (const name of RESOURCE_NAMES) for (const row of others[name] ?? []) backend.seed(row, name);
  const tab = new TestTab(backend);
  await tab.signIn();
  await atRest(tab);
  return { backend, tab };
}

/** Waits until all collections have been read completely, and 3 s more, so that they may be read again. */
export async function atRest(tab: TestTab): Promise<void> {
  for (const name of RESOURCE_NAMES) {
    await tab.until(async () => (await tab.collection(name))?.complete === true);
  }
  await tab.pass(3000);
}

/** Opens another tab of the same, already signed-in browser. */
export async function anotherTab(tab: TestTab): Promise<TestTab> {
  return openedTab(new TestTab(tab.backend, tab.browser));
}

export async function openedTab(tab: TestTab): Promise<TestTab> {
  await tab.until(() => tab.services.records.getSnapshot() !== null);
  return tab;
}

export function make(tab: AnyTab, fields: Fields = {}, watch = false): Promise<SaveReceipt> {
  return createRecord(tab.records, 'customers', { ...ann, ...fields }, { watch });
}

/** Changes a customer as a form does: from the values that the form showed. */
export async function edit(
  tab: AnyTab,
  id: number | string,
  draft: Fields,
  watch = false,
): Promise<SaveReceipt> {
  const initial = (await rowOf(tab, id))?.view ?? {};
  return updateRecord(tab.records, 'customers', String(id), {
    initial,
    draft: { ...initial, ...draft },
    watch,
  });
}

/** Deletes a record, and ends the time in which a person can undo that. */
export async function remove(
  tab: AnyTab,
  id: number | string,
  resource: RecordKind = 'customers',
): Promise<SaveReceipt> {
  const receipt = await deleteRecord(tab.records, resource, String(id));
  const { outbox } = tab.records.db.relaxed;
  await outbox.where('id').equals(String(receipt.mutationId)).modify({ nextAt: 0 });
  return receipt;
}

/** The fields that a form requires, other than the customer. */
const NEEDED: Readonly<Record<ResourceName, Fields>> = {
  customers: ann,
  projects: { title: 'Roof' },
  estimates: { title: 'Offer', valid_until: '2027-01-31', subtotal: 100, tax_rate: 0, total_amount: 100 },
  workOrders: { title: 'Pump' },
};

/** Saves a new record as a form does: a blank one with the given fields. */
export function makeOf(
  tab: AnyTab,
  resource: ResourceName,
  fields: Fields = {},
  watch = false,
): Promise<SaveReceipt> {
  const { clock, random } = tab.browser;
  const initial = specOf(resource).blank({ now: clock.now(), random: random() });
  const draft = { ...initial, ...NEEDED[resource], ...fields };
  return createRecord(tab.records, resource, draft, { watch, initial });
}

/** Changes a record of any kind as a form does. */
export async function editOf(
  tab: AnyTab,
  resource: ResourceName,
  id: number | string,
  draft: Fields,
): Promise<SaveReceipt> {
  const initial = (await rowIn(tab, resource, id))?.view ?? {};
  return updateRecord(tab.records, resource, String(id), {
    initial,
    draft: { ...initial, ...draft },
    watch: false,
  });
}

/** Returns the device's record of any kind, by local id or server id. */
export async function rowIn(
  tab: AnyTab,
  resource: RecordKind,
  id: number | string,
): Promise<MirrorRecord | undefined> {
  return (await tab.rows(resource)).find((row) => row.localId === String(id) || row.serverId === id);
}

/** Returns the open changes of all kinds, such as 'projects create queued', with the reason if parked. */
export async function openOf(tab: TestTab): Promise<string[]> {
  return (await tab.outbox()).map(({ resource, kind, state, refusal }) =>
    [resource, kind, state, ...(state === 'parked' && refusal ? [refusal.reason] : [])].join(' '),
  );
}

/** Returns the changes requested of the server, in order: 'POST projects/', 'PATCH customers/1/'. */
export function changesSent(backend: FakeBackend): string[] {
  return backend.requests
    .filter(({ method, path }) => method !== 'GET' && !path.includes('/auth/'))
    .map(({ method, path }) => `${method} ${path.replace('/api/v1/', '').replace(/^[\w-]+\//, '')}`);
}

/** Returns the device's customer, by local id or server id. */
export async function rowOf(tab: AnyTab, id: number | string): Promise<MirrorRecord | undefined> {
  return (await tab.rows()).find((row) => row.localId === String(id) || row.serverId === id);
}

/** Returns the server's first customer. */
export function firstRow(backend: FakeBackend): Row {
  const [row] = backend.customers;
  if (!row) throw new Error('The server has no customers.');
  return row;
}

/** Returns the open changes, such as ['update', 'parked', 'conflict']. The reason is there only if parked. */
export async function open(tab: TestTab): Promise<string[][]> {
  return (await tab.outbox()).map(({ kind, state, refusal }) => [
    kind,
    state,
    ...(state === 'parked' && refusal ? [refusal.reason] : []),
  ]);
}

/** Returns the customers that screens list, oldest first, such as ['Ann', 'synced']. */
export async function listed(tab: TestTab): Promise<(readonly [unknown, string])[]> {
  const rows = await tab.records.db.relaxed.customers.orderBy('position').toArray();
  return rows.filter((row) => row.view).map((row) => [row.view?.['first_name'], row.mark] as const);
}

/** Returns a context for parts of the engine in this tab. The test answers the requests. */
export function contextOf({ records, browser }: TestTab, send: SyncContext['send']): SyncContext {
  const log = { debug: () => {}, info: () => {}, error: () => {} };
  const { signal } = new AbortController();
  const listen = async () => 'ended' as const;
  const knownRows = new KnownRows(records.db.changes);
  return {
    ...records,
    knownRows,
    send,
    listen,
    isOwner: () => true,
    clock: browser.clock,
    log,
    signal,
  };
}

/** Returns a promise, and a function that resolves it. */
export function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let release = (): void => {};
  const opened = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { opened, open: () => release() };
}
