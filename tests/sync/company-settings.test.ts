import { describe, expect, it } from 'vitest';
import type { Feature } from '../../src/api/sync-api.ts';
import { changeKeptSettings, moveOldSettings, readKeptSettings } from '../../src/db/kept-settings.ts';
import type { Settings } from '../../src/domain/settings.ts';
import { savedSettings, settingsOf } from '../../src/outbox/kept-settings.ts';
import { requestSync } from '../../src/records/requests.ts';
import {
  decideSetting,
  discardSetting,
  retrySettings,
  saveSettings,
} from '../../src/records/save-settings.ts';
import type { FakeBackend } from '../support/backend/fake-backend.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import { anotherTab, atRest, latch } from '../support/tab/scenario.ts';
import { TestBrowser, TestTab } from '../support/tab/test-device.ts';

const SETTINGS = /\/company\/settings\//;
const SHARED: readonly Feature[] = ['company-settings'];

const kept = (tab: TestTab) => readKeptSettings(tab.records.db);
const seen = async (tab: TestTab): Promise<Settings> => settingsOf(await kept(tab));
const state = async (tab: TestTab) => {
  const { waiting = 0, asks = 0 } = (await tab.records.db.relaxed.meta.get('settings')) ?? {};
  return { waiting, asks };
};
const save = (tab: TestTab, changes: Partial<Settings>) => saveSettings(tab.records, changes);
const patches = (backend: FakeBackend) => backend.count('PATCH', SETTINGS);
/** Nothing of the settings is left to send. */
const sent = (tab: TestTab) => tab.until(async () => (await state(tab)).waiting === 0);

/** Two devices of two people in one company. */
async function twoDevices(features: readonly Feature[] = SHARED) {
  const { backend, tab: phone } = await anExtendedTab(features);
  backend.users.push({ id: 2, username: 'office', password: 'restoration', active: true });
  const office = new TestTab(backend, new TestBrowser(phone.browser.clock));
  await office.signIn('office');
  await atRest(office);
  return { backend, phone, office };
}

/** A person turns back to a device. */
async function lookAt(tab: TestTab): Promise<void> {
  tab.setVisible(false);
  tab.setVisible(true);
  await tab.pass(1000);
}

describe('[X45] a change of the settings', () => {
  it('is sent at once, over the version that it was made over', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    await save(tab, { companyName: 'Lakeside', myName: 'Ann' });
    expect(await state(tab)).toEqual({ waiting: 1, asks: 0 });
    await sent(tab);
    expect(backend.settings.shown).toMatchObject({ name: 'Lakeside', version: 1 });
    const request = backend.requests.find(({ method, path }) => method === 'PATCH' && SETTINGS.test(path));
    expect(request).toMatchObject({ body: { name: 'Lakeside' }, custom: ['if-match'] });
    expect(await seen(tab)).toMatchObject({ companyName: 'Lakeside', myName: 'Ann' });
    expect(JSON.stringify(backend.requests)).not.toContain('Ann');
  });

  it('that was made without a connection counts as waiting, and is sent with the next one', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    tab.browser.setOnline(false);
    await save(tab, { companyName: 'Lakeside' });
    await save(tab, { companyPhone: '555-0100' });
    await tab.pass(60_000, 5000);
    expect(await state(tab)).toEqual({ waiting: 1, asks: 0 });
    expect(await seen(tab)).toMatchObject({ companyName: 'Lakeside', companyPhone: '555-0100' });
    tab.browser.setOnline(true);
    await sent(tab);
    expect(patches(backend)).toBe(1);
    expect(backend.settings.shown).toMatchObject({ name: 'Lakeside', phone: '555-0100', version: 1 });
  });

  it('[X52] whose answer was lost is not made twice, and nobody is asked', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    backend.plan('PATCH', SETTINGS, { kind: 'dropAfter' });
    await save(tab, { companyName: 'Lakeside' });
    await sent(tab);
    expect(backend.settings.shown).toMatchObject({ name: 'Lakeside', version: 1 });
    expect(backend.settings.shown.history).toHaveLength(1);
    expect((await kept(tab)).conflicts).toEqual([]);
  });

  it('[X52] whose tab died while it was being sent is not made twice', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    const answer = latch();
    backend.plan('PATCH', SETTINGS, { kind: 'hold', until: answer.opened });
    await save(tab, { companyName: 'Lakeside' });
    await tab.until(() => patches(backend) === 1);
    const next = await anotherTab(tab);
    tab.crash();
    answer.open();
    await sent(next);
    expect(backend.settings.shown).toMatchObject({ name: 'Lakeside', version: 1 });
    expect(await kept(next)).toMatchObject({ edits: {}, conflicts: [] });
  });

  it('that is made while another is on its way follows it', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    const answer = latch();
    backend.plan('PATCH', SETTINGS, { kind: 'hold', until: answer.opened });
    await save(tab, { companyName: 'A' });
    await tab.until(() => patches(backend) === 1);
    await save(tab, { companyName: 'B' });
    answer.open();
    await tab.until(() => patches(backend) === 2);
    await sent(tab);
    expect(backend.settings.shown).toMatchObject({ name: 'B', version: 2 });
    expect((await kept(tab)).conflicts).toEqual([]);
  });

  it('is tried again where the server has a fault, and nothing else waits for it', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    backend.plan('PATCH', SETTINGS, { kind: 'html', status: 500 }, 3);
    await save(tab, { companyName: 'Lakeside' });
    await tab.until(() => backend.settings.version === 1);
    await sent(tab);
    expect((await tab.engine())?.reasons).toEqual([]);
  });

  it('that no tab was told of, since its page died, is sent by the next start', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    const { db } = tab.records;
    await changeKeptSettings(db, (now) => savedSettings(now, { companyName: 'Lakeside' }));
    const next = await anotherTab(tab);
    tab.crash();
    await next.until(() => backend.settings.version === 1);
    expect(backend.settings.shown.name).toBe('Lakeside');
  });

  it('is sent by the tab that leads, whichever has saved it', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    const other = await anotherTab(tab);
    await save(other, { companyName: 'Lakeside' });
    await sent(tab);
    expect(backend.settings.shown).toMatchObject({ name: 'Lakeside' });
    expect(other.sent.filter((line) => SETTINGS.test(line))).toEqual([]);
  });
});

describe('[X45] what somebody else changes', () => {
  it('is there when a person turns to the device, and after Sync now', async () => {
    const { backend, phone, office } = await twoDevices();
    await save(office, { companyName: 'Lakeside', checklists: 'Water:\nPump' });
    await sent(office);
    expect((await seen(phone)).companyName).toBe('');
    await lookAt(phone);
    expect(await seen(phone)).toMatchObject({ companyName: 'Lakeside', checklists: 'Water:\nPump' });
    backend.settings.change({ phone: '555-0100' }, 'maria');
    await requestSync(phone.records);
    await phone.pass(1000);
    expect((await seen(phone)).companyPhone).toBe('555-0100');
  });

  it('[X51] is there within a second or two where the server tells of changes', async () => {
    const { backend, phone, office } = await twoDevices(['company-settings', 'changes', 'events']);
    await phone.until(() => backend.extensions.listeners === 2);
    await save(office, { companyName: 'Lakeside' });
    await sent(office);
    await phone.pass(2000);
    expect((await seen(phone)).companyName).toBe('Lakeside');
    const before = backend.count('GET', SETTINGS);
    backend.seed({ first_name: 'Ann', last_name: 'Lee', email: 'a@example.com' });
    backend.extensions.observe();
    await phone.pass(2000);
    expect(backend.count('GET', SETTINGS)).toBe(before);
  });

  it('is read without the texts that the device has', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    backend.settings.change({ name: 'Lakeside' }, 'maria');
    await lookAt(tab);
    await lookAt(tab);
    const asked = backend.urls.filter((url) => SETTINGS.test(url));
    expect(asked).toEqual([
      '/api/v1/company/settings/',
      '/api/v1/company/settings/?known=0',
      '/api/v1/company/settings/?known=1',
    ]);
    expect((await seen(tab)).companyName).toBe('Lakeside');
  });

  it('stays on the device without a connection', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    backend.settings.change({ name: 'Lakeside' }, 'maria');
    await lookAt(tab);
    tab.browser.setOnline(false);
    const again = await anotherTab(tab);
    tab.crash();
    expect((await seen(again)).companyName).toBe('Lakeside');
  });
});

describe('[X46] two devices', () => {
  it('that change different settings keep both, and nobody is asked', async () => {
    const { backend, phone, office } = await twoDevices();
    phone.browser.setOnline(false);
    await save(phone, { companyPhone: '555-0100', checklists: 'Water:\nPump' });
    await save(office, { companyName: 'Lakeside' });
    await sent(office);
    phone.browser.setOnline(true);
    await sent(phone);
    const both = { companyName: 'Lakeside', companyPhone: '555-0100', checklists: 'Water:\nPump' };
    expect(await seen(phone)).toMatchObject(both);
    await lookAt(office);
    expect(await seen(office)).toMatchObject(both);
    expect([await state(phone), await state(office)]).toEqual(Array(2).fill({ waiting: 0, asks: 0 }));
    expect(backend.settings.version).toBe(2);
  });

  it('that change one setting keep the first, and offer the other', async () => {
    const { backend, phone, office } = await twoDevices();
    phone.browser.setOnline(false);
    await save(phone, { companyName: 'Harbor', companyPhone: '1' });
    await save(office, { companyName: 'Lakeside' });
    await sent(office);
    phone.browser.setOnline(true);
    await sent(phone);
    expect(backend.settings.shown).toMatchObject({ name: 'Lakeside', phone: '1' });
    expect(await seen(phone)).toMatchObject({ companyName: 'Lakeside', companyPhone: '1' });
    expect(await state(phone)).toEqual({ waiting: 0, asks: 1 });
    const [conflict] = (await kept(phone)).conflicts;
    expect(conflict).toMatchObject({ setting: 'companyName', mine: 'Harbor', by: 'office' });
    if (conflict) await decideSetting(phone.records, conflict, 'mine');
    await sent(phone);
    expect(backend.settings.shown.name).toBe('Harbor');
    expect(await state(phone)).toEqual({ waiting: 0, asks: 0 });
  });

  it('[X47] that change two checklists keep both', async () => {
    const { backend, phone, office } = await twoDevices();
    const begin = 'Water:\nPump\n\nMold:\nTest';
    await save(office, { checklists: begin });
    await sent(office);
    await lookAt(phone);
    phone.browser.setOnline(false);
    await save(phone, { checklists: begin.replace('Pump', 'Pump\nDry') });
    await save(office, { checklists: begin.replace('Test', 'Test\nClear') });
    await sent(office);
    phone.browser.setOnline(true);
    await sent(phone);
    expect(backend.settings.shown.checklists).toBe('Water:\nPump\nDry\n\nMold:\nTest\nClear');
    expect((await kept(phone)).conflicts).toEqual([]);
  });
});

describe('[X48] a setting that the server refuses', () => {
  const refusal = { kind: 'answer', status: 400, body: { phone: ['Too long.'] } } as const;

  it('waits for a person with its words, while the others are sent', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    backend.plan('PATCH', SETTINGS, refusal);
    await save(tab, { companyPhone: '5', companyName: 'Lakeside' });
    await tab.until(() => backend.settings.version === 1);
    await sent(tab);
    expect(backend.settings.shown).toMatchObject({ name: 'Lakeside', phone: '' });
    expect((await kept(tab)).edits.companyPhone).toMatchObject({ refusal: 'Too long.' });
    expect(await state(tab)).toEqual({ waiting: 0, asks: 1 });
    await retrySettings(tab.records);
    await sent(tab);
    expect(backend.settings.shown.phone).toBe('5');
    expect(await state(tab)).toEqual({ waiting: 0, asks: 0 });
  });

  it('can be given up', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    backend.plan('PATCH', SETTINGS, { kind: 'answer', status: 403, body: { detail: 'Not you.' } });
    await save(tab, { companyPhone: '5' });
    await tab.until(async () => (await state(tab)).asks === 1);
    expect((await kept(tab)).edits.companyPhone?.refusal).toBe('Not you.');
    await discardSetting(tab.records, 'companyPhone');
    await tab.pass(1000);
    expect([await seen(tab), await state(tab)]).toMatchObject([{ companyPhone: '' }, { asks: 0 }]);
    expect(tab.sent.filter((line) => line.startsWith('PATCH'))).toHaveLength(1);
  });
});

describe('[X49] after a log-out', () => {
  async function logOut(tab: TestTab): Promise<void> {
    tab.services.session.signOut();
    await tab.until(() => tab.services.records.getSnapshot() === null);
    await tab.pass(3000);
  }

  it.each([
    ['on a plain server', []],
    ['on one that keeps them', SHARED],
  ])('the settings are still on the device, %s', async (_, features) => {
    const { tab } = await anExtendedTab(features);
    await save(tab, { companyName: 'Lakeside', myName: 'Ann' });
    await tab.pass(2000);
    const { name } = tab.records.db;
    await logOut(tab);
    expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(name);
    await tab.signIn();
    expect(await seen(tab)).toMatchObject({ companyName: 'Lakeside', myName: 'Ann' });
  });

  it('what was not sent is sent after the next sign-in', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    tab.browser.setOnline(false);
    await save(tab, { companyName: 'Lakeside' });
    await logOut(tab);
    tab.browser.setOnline(true);
    await tab.signIn();
    await tab.until(() => backend.settings.version === 1);
    expect(backend.settings.shown.name).toBe('Lakeside');
  });

  it('another user of the device sees nothing of them', async () => {
    const { backend, tab } = await anExtendedTab([]);
    await save(tab, { companyName: 'Lakeside', myName: 'Ann' });
    backend.users.push({ id: 2, username: 'office', password: 'restoration', active: true });
    await logOut(tab);
    await tab.signIn('office');
    expect(await seen(tab)).toMatchObject({ companyName: '', myName: '' });
  });
});

describe('[X1] on a plain server', () => {
  it('nothing of the settings is sent, and nothing counts as waiting', async () => {
    const { backend, tab } = await anExtendedTab([]);
    await save(tab, { companyName: 'Lakeside' });
    await lookAt(tab);
    await tab.pass(60_000, 5000);
    expect(backend.urls.filter((url) => SETTINGS.test(url))).toEqual([]);
    expect(await state(tab)).toEqual({ waiting: 0, asks: 0 });
    expect((await seen(tab)).companyName).toBe('Lakeside');
  });

  it('they are sent once it has a place for them', async () => {
    const { backend, tab } = await anExtendedTab([]);
    await save(tab, { companyName: 'Lakeside' });
    backend.extensions.features.add('company-settings');
    tab.browser.setOnline(false);
    await tab.pass(1000);
    tab.browser.setOnline(true);
    await tab.until(() => backend.settings.version === 1);
    expect(backend.settings.shown.name).toBe('Lakeside');
  });

  it('that has kept them once, what waits is no longer counted', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    tab.browser.setOnline(false);
    await save(tab, { companyName: 'Lakeside' });
    backend.extensions.features.clear();
    tab.browser.setOnline(true);
    await sent(tab);
    expect((await seen(tab)).companyName).toBe('Lakeside');
    expect(patches(backend)).toBe(0);
  });
});

describe('[X50] what an earlier build kept in the account’s database', () => {
  const OLD = [
    { key: 'companyName', value: 'Lakeside' },
    { key: 'myName', value: 'Ann' },
    { key: 'list:customers', query: 'status=active' },
  ] as const;

  async function withOld(features: readonly Feature[]) {
    const { backend, tab } = await anExtendedTab(features);
    await tab.records.db.strict.settings.bulkPut([...OLD]);
    return { backend, tab };
  }
  const left = async (tab: TestTab) =>
    (await tab.records.db.relaxed.settings.toArray()).map(({ key }) => key);

  it('shows at once, is moved by the next start, and sent where the server has a place for it', async () => {
    const { backend, tab } = await withOld(SHARED);
    expect(await seen(tab)).toMatchObject({ companyName: 'Lakeside', myName: 'Ann' });
    const next = await anotherTab(tab);
    tab.crash();
    await next.until(() => backend.settings.version === 1);
    expect(await left(next)).toEqual(['list:customers']);
    expect(await seen(next)).toMatchObject({ companyName: 'Lakeside', myName: 'Ann' });
    await sent(next);
  });

  it('is moved by a log-out before anything else of the app has done so', async () => {
    const { tab } = await withOld([]);
    tab.services.session.signOut();
    await tab.until(() => tab.services.records.getSnapshot() === null);
    await tab.pass(3000);
    await tab.signIn();
    expect(await seen(tab)).toMatchObject({ companyName: 'Lakeside', myName: 'Ann' });
  });

  it('is not put over what was saved since, where a crash had it moved twice', async () => {
    const { tab } = await withOld([]);
    const { db } = tab.records;
    await moveOldSettings(db, db.strict);
    await save(tab, { companyName: 'Harbor' });
    await db.strict.settings.bulkPut([...OLD]);
    expect((await seen(tab)).companyName).toBe('Harbor');
    await save(tab, { companyPhone: '1' });
    expect(await seen(tab)).toMatchObject({ companyName: 'Harbor', companyPhone: '1' });
    const next = await anotherTab(tab);
    tab.crash();
    await next.until(async () => !('moved' in (await kept(next))));
    expect(await seen(next)).toMatchObject({ companyName: 'Harbor', companyPhone: '1' });
  });

  it('that a tab of that build saves beside this one counts as the last word', async () => {
    const { tab } = await withOld([]);
    const { db } = tab.records;
    await save(tab, { companyName: 'Harbor' });
    await db.strict.settings.put({ key: 'companyName', value: 'Pier' });
    expect((await seen(tab)).companyName).toBe('Pier');
    await save(tab, { companyPhone: '1' });
    expect(await seen(tab)).toMatchObject({ companyName: 'Pier', companyPhone: '1' });
  });
});
