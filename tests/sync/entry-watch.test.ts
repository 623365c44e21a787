import { describe, expect, it } from 'vitest';
import { leaveIfSettled } from '../../src/db/owner.ts';
import { addEntry, LOG } from '../../src/domain/day/entries.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { answerQuestion } from '../../src/records/answer-questions.ts';
import { questionCount, readQuestions } from '../../src/records/questions.ts';
import { requestSync } from '../../src/records/use-sync-status.ts';
import type { FakeBackend, Fault } from '../support/backend/fake-backend.ts';
import { ann } from '../support/records/mutations.ts';
import { aSyncedTab, editOf, makeOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const BEFORE = 'Gate 4471\n--- Log ---\n2026-01-05 07:00 +0000 Bo Diaz: Came';
const ENTRY = '2026-01-05 08:00 +0000 Ann Lee: Wall open';
const AFTER = `${BEFORE}\n${ENTRY}`;
const order: Fields = { title: 'Pump', notes: BEFORE };
const notesOf = (backend: FakeBackend) => backend.rows('workOrders')[0]?.['notes'];
const HOUR = 60 * 60 * 1000;

const lost = async (tab: TestTab) => (await readQuestions(tab.records.db.relaxed)).lostEntries;

async function read(tab: TestTab): Promise<void> {
  await requestSync(tab.records);
  await tab.pass(5000);
}

/** A device whose note the server has confirmed. */
async function aNotedDevice() {
  const { backend, tab } = await aSyncedTab([], { workOrders: [order] });
  await editOf(tab, 'workOrders', 1, { notes: AFTER });
  await tab.until(async () => (await tab.outbox()).length === 0);
  expect(notesOf(backend)).toBe(AFTER);
  return { backend, tab };
}

describe('an entry that the server’s copy loses', () => {
  it('[M35] raises a question, and the person adds it again', async () => {
    const { backend, tab } = await aNotedDevice();
    backend.change(1, { notes: BEFORE }, 'workOrders');
    await read(tab);
    const [entry] = await lost(tab);
    expect(entry).toMatchObject({ localId: '1', field: 'notes', block: 'Log', lines: [ENTRY] });
    expect(questionCount(await readQuestions(tab.records.db.relaxed))).toBe(1);
    if (entry) await answerQuestion(tab.records, { to: 'lostEntry', entry, choice: 'add' });
    await tab.until(async () => (await tab.outbox()).length === 0);
    expect(notesOf(backend)).toBe(AFTER);
    expect(await lost(tab)).toEqual([]);
  });

  it('[M35] stays away if it was removed on purpose', async () => {
    const { backend, tab } = await aNotedDevice();
    backend.change(1, { notes: BEFORE }, 'workOrders');
    await read(tab);
    for (const entry of await lost(tab))
      await answerQuestion(tab.records, { to: 'lostEntry', entry, choice: 'drop' });
    await read(tab);
    expect(await lost(tab)).toEqual([]);
    expect(notesOf(backend)).toBe(BEFORE);
  });

  it('[M35] is no question once it is back', async () => {
    const { backend, tab } = await aNotedDevice();
    backend.change(1, { notes: BEFORE }, 'workOrders');
    await read(tab);
    expect(await lost(tab)).toHaveLength(1);
    backend.change(1, { notes: AFTER }, 'workOrders');
    await read(tab);
    expect(await lost(tab)).toEqual([]);
  });

  it('[M35] is asked about once, however often the record is read, and with a change that waits', async () => {
    const { backend, tab } = await aNotedDevice();
    tab.browser.setOnline(false);
    await editOf(tab, 'workOrders', 1, { title: 'Big pump' });
    backend.change(1, { notes: BEFORE }, 'workOrders');
    tab.browser.setOnline(true);
    await read(tab);
    backend.change(1, { status: 'cancelled' }, 'workOrders');
    await read(tab);
    expect((await lost(tab)).map(({ lines }) => lines)).toEqual([[ENTRY]]);
  });

  it.each<[string, (tab: TestTab) => Promise<unknown>]>([
    ['this device removed it', (tab) => editOf(tab, 'workOrders', 1, { notes: BEFORE })],
    ['it was added more than a day ago', async (tab) => tab.browser.clock.advance(25 * HOUR)],
  ])('[M35] is no question if %s', async (_, before) => {
    const { backend, tab } = await aNotedDevice();
    await before(tab);
    await tab.until(async () => (await tab.outbox()).length === 0);
    backend.change(1, { notes: `${BEFORE}\nfrom the office` }, 'workOrders');
    await read(tab);
    expect(await lost(tab)).toEqual([]);
  });

  it('[M35] is no question if another device had added it', async () => {
    const { backend, tab } = await aSyncedTab([], { workOrders: [{ ...order, notes: AFTER }] });
    backend.change(1, { notes: BEFORE }, 'workOrders');
    await read(tab);
    expect(await lost(tab)).toEqual([]);
  });

  it.each<[string, Fault]>([
    ['brought no row', { kind: 'answer', status: 200, body: {} }],
    ['was lost', { kind: 'dropAfter' }],
  ])('[M35] is known where the answer to its change %s', async (_, fault) => {
    const { backend, tab } = await aSyncedTab([], { workOrders: [order] });
    backend.plan('PATCH', /work-orders/, fault);
    await editOf(tab, 'workOrders', 1, { notes: AFTER });
    await tab.until(() => backend.urls.some((url) => url.endsWith('/work-orders/1/')));
    if (fault.kind === 'answer') backend.change(1, { notes: AFTER }, 'workOrders');
    await tab.drained();
    expect(notesOf(backend)).toBe(AFTER);
    expect(backend.count('PATCH', /work-orders/)).toBe(fault.kind === 'answer' ? 0 : 1);
    backend.change(1, { notes: BEFORE }, 'workOrders');
    await read(tab);
    expect((await lost(tab)).map(({ lines }) => lines)).toEqual([[ENTRY]]);
  });

  it('[M35] keeps the account’s data at log-out until it is answered', async () => {
    const { backend, tab } = await aNotedDevice();
    backend.change(1, { notes: BEFORE }, 'workOrders');
    await read(tab);
    expect(await leaveIfSettled(tab.records.db.strict)).toBe(false);
  });

  it('[M35] is known in a work order that this device made', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    const notes = addEntry('', LOG, { at: 0, offset: 0, who: 'Ann', text: 'First' });
    await makeOf(tab, 'workOrders', { customer: '1', notes });
    await tab.until(async () => (await tab.outbox()).length === 0);
    const [row] = backend.rows('workOrders');
    backend.change(Number(row?.['id']), { notes: '' }, 'workOrders');
    await read(tab);
    expect(await lost(tab)).toHaveLength(1);
  });
});
