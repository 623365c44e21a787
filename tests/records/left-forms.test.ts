import { describe, expect, it } from 'vitest';
import { readKeptSettings } from '../../src/db/settings-store.ts';
import { createRecord } from '../../src/records/commands.ts';
import { restoreForms } from '../../src/records/drafts/left-forms.ts';
import { SettingsDraftKeeper } from '../../src/records/drafts/settings-draft.ts';
import { holdTable } from '../support/browser/held-table.ts';
import { tabStorage } from '../support/browser/tab-storage.ts';
import { aCustomer } from '../support/records/mutations.ts';
import { type DraftTab, DraftTabs, typed } from '../support/tab/draft-tabs.ts';

/** Leaves the page: the content of its forms goes to the next one. */
function leave(tab: DraftTab): void {
  tab.page.become({ visible: true, frozen: true });
  tab.services.leftForms.keep();
}

async function setUp() {
  const tabs = new DraftTabs();
  const storage = tabStorage();
  const tab = await tabs.open(storage);
  /** Opens the next page of the same tab. */
  const next = async (): Promise<DraftTab> => {
    const page = await tabs.open(storage);
    await restoreForms(page.services);
    return page;
  };
  return { tabs, storage, tab, next };
}

const namesOf = async (tab: DraftTab): Promise<unknown[]> =>
  (await tab.rows()).map(({ fields }) => fields['first_name']);

describe('[T31] a page that is left with a form', () => {
  it('leaves the last key to the next page of the tab, which reopens the form', async () => {
    const { tabs, tab, next } = await setUp();
    const form = tab.form();
    form.keep(typed('Nor'));
    await tabs.pass(400);
    form.keep(typed('Nora'));
    leave(tab);
    const page = await next();
    expect(await namesOf(page)).toEqual(['Nora']);
    expect(page.services.leftForms.reopen('draft')).toMatchObject({ row: { id: form.id } });
    page.form();
    expect(page.services.leftForms.reopen('draft')).toBeNull();
  });

  it('leaves a form that was never stored', async () => {
    const { tab, next } = await setUp();
    tab.form().keep(typed('Nora'));
    leave(tab);
    expect(await namesOf(await next())).toEqual(['Nora']);
  });

  it('leaves a form that was just being stored', async () => {
    const { tabs, tab, next } = await setUp();
    tab.form().keep(typed('Nora'));
    tabs.clock.advance(400);
    leave(tab);
    const page = await next();
    expect(page.services.leftForms.reopen('draft')).toMatchObject({ row: (await page.rows())[0] });
  });

  it('leaves nothing if nothing was typed, the page continues, or the form was closed', async () => {
    const { tabs, tab, next, storage } = await setUp();
    tab.form();
    leave(tab);
    tab.form().close();
    leave(tab);
    const other = await tabs.open(storage);
    other.form().keep(typed('Nora'));
    other.services.leftForms.keep();
    other.services.leftForms.forget();
    expect((await next()).services.leftForms.found).toEqual([]);
  });

  it('[T21] leaves a second draft if another tab continues or discarded the first', async () => {
    const { tabs, tab, next } = await setUp();
    const form = tab.form();
    form.keep(typed('Nor'));
    await tabs.pass(400);
    form.keep(typed('Nora'));
    leave(tab);
    const other = await tabs.open();
    const begun = (await other.rows())[0] ?? null;
    other.form(begun).keep(typed('Norbert'));
    await tabs.pass(400);
    const page = await next();
    expect(new Set(await namesOf(page))).toEqual(new Set(['Nora', 'Norbert']));
    const another = (await page.rows()).find(({ id }) => id !== form.id);
    expect(page.services.leftForms.reopen('draft')).toMatchObject({ row: another });
  });

  it('[T32] leaves what was discarded or closed while the storage did not respond, and opens nothing', async () => {
    const { tabs, tab, next } = await setUp();
    const [nora, ida] = [tab.form(), tab.form()];
    nora.keep(typed('Nora'));
    ida.keep(typed('Id'));
    await tabs.pass(400);
    const release = await holdTable(tab.services.db.name, 'drafts');
    nora.drop();
    nora.close();
    ida.keep(typed('Ida'));
    ida.close();
    leave(tab);
    tab.crash();
    release();
    const page = await next();
    expect(await namesOf(page)).toEqual(['Ida']);
    expect(page.services.leftForms.reopen('draft')).toBeNull();
  });

  it('leaves nothing discarded that another tab went on with', async () => {
    const { tabs, tab, next } = await setUp();
    const form = tab.form();
    form.keep(typed('Nora'));
    await tabs.pass(400);
    const release = await holdTable(tab.services.db.name, 'drafts');
    form.drop();
    form.close();
    leave(tab);
    tab.crash();
    release();
    const other = await tabs.open();
    const again = other.form((await other.rows())[0] ?? null);
    again.keep(typed('Norbert'));
    await tabs.pass(400);
    again.close();
    await tabs.pass(400);
    expect(await namesOf(await next())).toEqual(['Norbert']);
  });

  it('leaves no draft of saved content', async () => {
    const { tabs, tab, next } = await setUp();
    const form = tab.form();
    form.keep(typed('Nora'));
    await tabs.pass(400);
    form.saving();
    const initial = aCustomer({ first_name: '' });
    const fields = aCustomer({ first_name: 'Nora' });
    const draftId = form.id;
    await createRecord(tab.services, 'customers', fields, { watch: false, initial, draftId });
    leave(tab);
    expect(await namesOf(await next())).toEqual([]);
  });

  it.each([
    ['a create', 'first'],
    ['one of several saves', 'last'],
  ])('[T35] leaves no draft of content saved before a draft was stored: %s', async (_, place) => {
    const { tabs, tab, next } = await setUp();
    const form = tab.form();
    form.keep(typed('Nora'));
    const own = form.saving();
    const initial = aCustomer({ first_name: '' });
    const save = (draftId: string, first_name = 'Nora') =>
      createRecord(tab.services, 'customers', aCustomer({ first_name }), { watch: false, initial, draftId });
    await save(own);
    if (place === 'last') for (let n = 0; n < 10; n += 1) await save(`other-${n}`, 'Ann');
    leave(tab);
    const page = await next();
    expect(await namesOf(page)).toEqual([]);
    expect(page.services.leftForms.reopen('draft')).toBeNull();
    await tabs.pass(400);
  });

  it('[T35] leaves the content of a second save that was not stored', async () => {
    const { tabs, tab, next } = await setUp();
    const form = tab.form();
    form.keep(typed('Nora'));
    const draftId = form.saving();
    await createRecord(tab.services, 'customers', aCustomer({ first_name: 'Nora' }), {
      watch: false,
      draftId,
    });
    form.saved();
    form.keep(typed('Norah'));
    form.saving();
    leave(tab);
    const page = await next();
    expect(await namesOf(page)).toEqual(['Norah']);
    expect(page.services.leftForms.reopen('draft')).toMatchObject({ row: { id: form.id } });
    await tabs.pass(400);
  });

  it('[T35] leaves the content of a save that was not stored', async () => {
    const { tab, next } = await setUp();
    const form = tab.form();
    form.keep(typed('Nora'));
    form.saving();
    leave(tab);
    const page = await next();
    expect(await namesOf(page)).toEqual(['Nora']);
  });

  it('leaves the typed settings', async () => {
    const { tab, next } = await setUp();
    const keeper = new SettingsDraftKeeper(tab.services);
    keeper.open();
    keeper.keep({ companyName: { base: '', value: 'Dry & Clean' } });
    leave(tab);
    const page = await next();
    const kept = await readKeptSettings(page.services.db);
    expect(kept.draft).toEqual({ companyName: { base: '', value: 'Dry & Clean' } });
    expect(page.services.leftForms.reopen('settings')).not.toBeNull();
  });

  it('leaves settings as another tab has typed them since', async () => {
    const { tabs, tab, next } = await setUp();
    const keeper = new SettingsDraftKeeper(tab.services);
    keeper.open();
    keeper.keep({ companyName: { base: '', value: 'Dry' }, companyPhone: { base: '', value: '312' } });
    leave(tab);
    const other = new SettingsDraftKeeper((await tabs.open()).services);
    other.keep({ companyName: { base: '', value: 'Dry & Clean' } });
    await tabs.pass(400);
    const kept = await readKeptSettings((await next()).services.db);
    expect(kept.draft).toMatchObject({
      companyName: { value: 'Dry & Clean' },
      companyPhone: { value: '312' },
    });
  });

  it('leaves forms that cannot be stored to the following page, and stored ones only once', async () => {
    const { tabs, tab, storage, next } = await setUp();
    tab.form().keep(typed('Nora'));
    tab.form().keep(typed('Ann'));
    leave(tab);
    const full = await tabs.open(storage);
    const { drafts } = full.services.db.strict;
    let puts = 0;
    drafts.hook('creating', () => {
      puts += 1;
      if (puts === 2) throw new Error('The device is full.');
    });
    await restoreForms(full.services);
    full.services.leftForms.forget();
    expect(new Set(await namesOf(await next()))).toEqual(new Set(['Ann', 'Nora']));
    expect(storage.get('left-forms')).toBeNull();
  });

  it('leaves nothing to another account', async () => {
    const { tab, next, storage } = await setUp();
    tab.form().keep(typed('Nora'));
    leave(tab);
    storage.set('left-forms', (storage.get('left-forms') ?? '').replace('|1"', '|2"'));
    expect(await namesOf(await next())).toEqual([]);
    expect(storage.get('left-forms')).toBeNull();
  });
});
