import { KnownRows } from '../../../src/db/known-rows.ts';
import type { Fields, ResourceName } from '../../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../../src/domain/resource-specs.ts';
import type { MirrorRecord } from '../../../src/outbox/mirror-record.ts';
import { createRecord, deleteRecord, type SaveReceipt, updateRecord } from '../../../src/records/commands.ts';
import type { SyncContext } from '../../../src/sync/sync-context.ts';
import type { Row } from '../../memory-server/tables.ts';
import { FakeBackend } from '../backend/fake-backend.ts';
import { ann } from '../records/mutations.ts';
import { type Backend, TestTab } from './test-device.ts';

/** A tab, whatever it talks to. */
type AnyTab = TestTab<Backend>;

type Seeds = Partial<Readonly<Record<ResourceName, readonly Fields[]>>>;

/** A server with these customers and others, and a tab that has signed in, read them all and come to rest. */
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

/** All collections have been read completely, and may be read again. */
export async function atRest(tab: TestTab): Promise<void> {
  for (const name of RESOURCE_NAMES) {
    await tab.until(async () => (await tab.collection(name))?.complete === true);
  }
  await tab.pass(3000);
}

/** A further tab of the same browser, which is signed in already. */
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

/** Changes a customer as a form does: from what it showed to what was typed. */
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

/** Deletes a record, and lets the seconds be over in which a person can undo that. */
export async function remove(
  tab: AnyTab,
  id: number | string,
  resource: ResourceName = 'customers',
): Promise<SaveReceipt> {
  const receipt = await deleteRecord(tab.records, resource, String(id));
  const { outbox } = tab.records.db.relaxed;
  await outbox.where('id').equals(String(receipt.mutationId)).modify({ nextAt: 0 });
  return receipt;
}

/** What a form cannot do without, beside a customer. */
const NEEDED: Readonly<Record<ResourceName, Fields>> = {
  customers: ann,
  projects: { title: 'Roof' },
  estimates: { title: 'Offer', valid_until: '2027-01-31', subtotal: 100, tax_rate: 0, total_amount: 100 },
  workOrders: { title: 'Pump' },
};

/** Saves a new record as a form does: from a blank one, with what was typed. */
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

/** The device's record of any kind, by local id or server id. */
export async function rowIn(
  tab: AnyTab,
  resource: ResourceName,
  id: number | string,
): Promise<MirrorRecord | undefined> {
  return (await tab.rows(resource)).find((row) => row.localId === String(id) || row.serverId === id);
}

/** Open changes of all kinds as 'projects create queued', and why where one is parked. */
export async function openOf(tab: TestTab): Promise<string[]> {
  return (await tab.outbox()).map(({ resource, kind, state, refusal }) =>
    [resource, kind, state, ...(state === 'parked' && refusal ? [refusal.reason] : [])].join(' '),
  );
}

/** What the server was asked to change, in order: 'POST projects/', 'PATCH customers/1/'. */
export function changesSent(backend: FakeBackend): string[] {
  return backend.requests
    .filter(({ method, path }) => method !== 'GET' && !path.includes('/auth/'))
    .map(({ method, path }) => `${method} ${path.replace('/api/v1/', '').replace(/^[\w-]+\//, '')}`);
}

/** The device's record, by local id or server id. */
export async function rowOf(tab: AnyTab, id: number | string): Promise<MirrorRecord | undefined> {
  return (await tab.rows()).find((row) => row.localId === String(id) || row.serverId === id);
}

/** The row that the test put first onto the server. */
export function firstRow(backend: FakeBackend): Row {
  const [row] = backend.customers;
  if (!row) throw new Error('The server has no customers.');
  return row;
}

/** Open changes as ['update', 'parked', 'conflict']; the reason only where there is one. */
export async function open(tab: TestTab): Promise<string[][]> {
  return (await tab.outbox()).map(({ kind, state, refusal }) => [
    kind,
    state,
    ...(state === 'parked' && refusal ? [refusal.reason] : []),
  ]);
}

/** What screens list, oldest first: ['Ann', 'synced']. */
export async function listed(tab: TestTab): Promise<(readonly [unknown, string])[]> {
  const rows = await tab.records.db.relaxed.customers.orderBy('position').toArray();
  return rows.filter((row) => row.view).map((row) => [row.view?.['first_name'], row.mark] as const);
}

/** What the engine's parts work with in this tab, over requests that a test answers. */
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

/** A promise to be kept by hand. */
export function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let release = (): void => {};
  const opened = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { opened, open: () => release() };
}
