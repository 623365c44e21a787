import { describe, expect, it, vi } from 'vitest';
import { changeKeptSettings } from '../../src/db/settings-store.ts';
import { type CompanySettings, NO_COMPANY_SETTINGS } from '../../src/domain/settings.ts';
import { savedSettings } from '../../src/outbox/kept-settings.ts';
import { decideSettings } from '../../src/records/company-settings.ts';
import { requestSync } from '../../src/records/use-sync-status.ts';
import {
  kept,
  lookAt,
  patches,
  SETTINGS,
  SHARED,
  save,
  seen,
  sent,
  state,
  twoDevices,
} from '../support/tab/company-settings.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import { anotherTab, latch } from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

describe('[X45] a change of the settings', () => {
  // @spec D1.59
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

  it('[X52] whose answer was lost is not sent twice, without asking', async () => {
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
    const { edits, conflicts } = await kept(next);
    expect({ edits, conflicts }).toEqual({ edits: {}, conflicts: [] });
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

  it('that is taken back while it is about to be sent does not stand', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    await save(tab, { companyPhone: '555-0100' });
    await sent(tab);
    tab.browser.setOnline(false);
    await save(tab, { companyPhone: '555-0199' });
    const { pageDatabases } = tab.records.db;
    const serve = pageDatabases.serve.bind(pageDatabases);
    const back = { companyPhone: '555-0100' };
    let saving: Promise<unknown> | undefined;
    vi.spyOn(pageDatabases, 'serve').mockImplementation((db) => {
      const end = serve(db);
      return () => {
        end();
        saving ??= changeKeptSettings(tab.records.db, (now) => savedSettings(now, back));
      };
    });
    tab.browser.setOnline(true);
    await tab.until(() => saving !== undefined);
    await saving;
    await sent(tab);
    expect(backend.settings.shown.phone).toBe('555-0100');
    expect(await seen(tab)).toMatchObject(back);
  });

  it('is tried again where the server has a fault, and nothing else waits for it', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    backend.plan('PATCH', SETTINGS, { kind: 'html', status: 500 }, 3);
    await save(tab, { companyName: 'Lakeside' });
    await tab.until(() => backend.settings.version === 1);
    await sent(tab);
    expect((await tab.engine())?.reasons).toEqual([]);
  });

  it('whose page died before it told any tab counts at the next start, without a connection', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    await changeKeptSettings(tab.records.db, (now) => savedSettings(now, { companyName: 'Lakeside' }));
    expect(await state(tab)).toEqual({ waiting: 0, asks: 0 });
    tab.browser.setOnline(false);
    tab.crash();
    const next = new TestTab(backend, tab.browser);
    await next.until(async () => (await state(next)).waiting === 1);
  });

  it('whose page died before it told any tab is sent by the next start', async () => {
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

it('[X45] a price list that the server leaves out stays on the device, and a person is asked', async () => {
  const { backend, tab } = await anExtendedTab(SHARED);
  backend.settings.change({ name: 'Lakeside' }, 'demo');
  const { price_list: _, ...body } = backend.settings.shown;
  backend.plan('PATCH', SETTINGS, { kind: 'answer', status: 200, body });
  const saved = { companyName: 'Lakeside', priceList: 'Pump\t\t5.00' };
  await save(tab, saved);
  await sent(tab);
  expect(await state(tab)).toEqual({ waiting: 0, asks: 1 });
  expect(await seen(tab)).toMatchObject(saved);
  const { edits } = await kept(tab);
  expect(edits).toMatchObject({ priceList: { refusal: 'It keeps no price list yet.' } });
  expect(Object.keys(edits)).toEqual(['priceList']);
});

describe('[X45] what somebody else changes', () => {
  // @spec D1.59
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

  it('[X51] arrives within two seconds if the server announces changes', async () => {
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

  /** A device on which an earlier build has stored the version without the price list. */
  async function aPartialDevice() {
    const { backend, tab } = await anExtendedTab(SHARED);
    backend.settings.change({ price_list: 'Pump,40' }, 'maria');
    await lookAt(tab);
    tab.browser.setOnline(false);
    await changeKeptSettings(tab.records.db, (now) => {
      const { priceList: _, ...values } = now.server?.values ?? NO_COMPANY_SETTINGS;
      return { ...now, server: now.server && { ...now.server, values: values as CompanySettings } };
    });
    const next = await anotherTab(tab);
    tab.crash();
    expect((await seen(next)).priceList).toBe('');
    return { backend, tab: next };
  }

  it('[X58] is read whole if an earlier build has left out a setting', async () => {
    const { tab } = await aPartialDevice();
    tab.browser.setOnline(true);
    await lookAt(tab);
    expect((await seen(tab)).priceList).toBe('Pump,40');
  });

  it('[X46, X58] is not overwritten by a device whose earlier build has left it out', async () => {
    const { backend, tab } = await aPartialDevice();
    await save(tab, { priceList: 'Fan,20' });
    tab.browser.setOnline(true);
    await sent(tab);
    expect(backend.settings.shown.price_list).toBe('Pump,40');
    expect((await kept(tab)).conflicts).toMatchObject([
      { setting: 'priceList', mine: 'Fan,20', by: 'maria' },
    ]);
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
  it('that change different settings keep both, without asking', async () => {
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
    if (conflict) await decideSettings(phone.records, { type: 'decided', conflict, keep: 'mine' });
    await sent(phone);
    expect(backend.settings.shown.name).toBe('Harbor');
    expect(await state(phone)).toEqual({ waiting: 0, asks: 0 });
  });

  it('that are faster five times in a row do not keep a change from being confirmed the sixth time', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    let n = 0;
    const act = (): void => backend.settings.change({ name: `Name ${(n += 1)}` }, 'office');
    act();
    backend.plan('PATCH', SETTINGS, { kind: 'then', act }, 4);
    await save(tab, { companyPhone: '1' });
    await tab.pass(300, 100);
    expect((await kept(tab)).edits).toEqual({});
    expect([backend.settings.shown.phone, patches(backend)]).toEqual(['1', 6]);
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
    await decideSettings(tab.records, { type: 'retried' });
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
    await decideSettings(tab.records, { type: 'discarded', setting: 'companyPhone' });
    await tab.pass(1000);
    expect([await seen(tab), await state(tab)]).toMatchObject([{ companyPhone: '' }, { asks: 0 }]);
    expect(tab.sent.filter((line) => line.startsWith('PATCH'))).toHaveLength(1);
  });
});
