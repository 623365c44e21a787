import type { MirrorRecord } from '../../src/db/app-database.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { createRecord, deleteRecord, type SaveReceipt, updateRecord } from '../../src/records/commands.ts';
import type { SyncContext } from '../../src/sync/sync-context.ts';
import { FakeBackend, type FakeRow } from './fake-backend.ts';
import { ann } from './mutations.ts';
import { TestTab } from './test-device.ts';

/** A server with these customers, and a tab that has signed in, read them all and come to rest. */
export async function aSyncedTab(
  rows: readonly Fields[] = [],
): Promise<{ backend: FakeBackend; tab: TestTab }> {
  const backend = new FakeBackend();
  for (const row of rows) backend.seed(row);
  const tab = new TestTab(backend);
  await tab.signIn();
  await atRest(tab);
  return { backend, tab };
}

/** The collection has been read completely, and may be read again. */
export async function atRest(tab: TestTab): Promise<void> {
  await tab.until(async () => (await tab.collection())?.complete === true);
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

export function make(tab: TestTab, fields: Fields = {}, watch = false): Promise<SaveReceipt> {
  return createRecord(tab.records, 'customers', { ...ann, ...fields }, { watch });
}

/** Changes a customer as a form does: from what it showed to what was typed. */
export async function edit(
  tab: TestTab,
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

export function remove(tab: TestTab, id: number | string): Promise<SaveReceipt> {
  return deleteRecord(tab.records, 'customers', String(id));
}

/** The device's record, by local id or server id. */
export async function rowOf(tab: TestTab, id: number | string): Promise<MirrorRecord | undefined> {
  return (await tab.rows()).find((row) => row.localId === String(id) || row.serverId === id);
}

/** The row that the test put first onto the server. */
export function firstRow(backend: FakeBackend): FakeRow {
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
  return { ...records, send, isOwner: () => true, clock: browser.clock, log, signal };
}

/** A promise to be kept by hand. */
export function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let release = (): void => {};
  const opened = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { opened, open: () => release() };
}
