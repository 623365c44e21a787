import { describe, expect, it } from 'vitest';
import { KEEP_EVERY_MS } from '../../src/records/drafts/draft-keeper.ts';
import { discardDraft, findDraft } from '../../src/records/drafts/offered-drafts.ts';
import { flush } from '../support/browser/flush.ts';
import { type DraftTab, DraftTabs, typed } from '../support/tab/draft-tabs.ts';

/** Opens a form in the tab and types a name. */
async function typedIn(tabs: DraftTabs, tab: DraftTab, name: string) {
  const form = tab.form();
  form.keep(typed(name));
  await tabs.pass(KEEP_EVERY_MS);
  return form;
}

describe('a draft is offered', () => {
  it('[T8] by no tab while its form is open in one, and by all once that tab is gone', async () => {
    const tabs = new DraftTabs();
    const [one, other] = [await tabs.open(), await tabs.open()];
    const offers = [one.offers(), other.offers()];
    await typedIn(tabs, one, 'Nora');
    await typedIn(tabs, other, 'Ida');
    expect(offers.map((of) => of())).toEqual([[], []]);
    one.crash();
    await flush();
    expect(offers[1]?.()).toEqual(['Nora']);
  });

  it('after its form closed in the same tab, until a form continues it', async () => {
    const tabs = new DraftTabs();
    const tab = await tabs.open();
    const offers = tab.offers();
    const form = await typedIn(tabs, tab, 'Nora');
    form.close();
    await flush();
    expect(offers()).toEqual(['Nora']);
    const found = await findDraft(tab.services, form.id);
    const again = tab.form(found?.draft ?? null);
    again.keep({ ...typed('Nora Vance') });
    await tabs.pass(KEEP_EVERY_MS);
    expect(again.id).toBe(form.id);
    expect(offers()).toEqual([]);
  });

  it('oldest first', async () => {
    const tabs = new DraftTabs();
    const gone = await tabs.open();
    for (const name of ['Ann', 'Bob', 'Cleo']) {
      await typedIn(tabs, gone, name);
      await tabs.pass(60_000);
    }
    gone.crash();
    const tab = await tabs.open();
    const offers = tab.offers();
    await flush();
    expect(offers()).toEqual(['Ann', 'Bob', 'Cleo']);
  });

  it('no more after it was discarded in any tab', async () => {
    const tabs = new DraftTabs();
    const [one, other] = [await tabs.open(), await tabs.open()];
    const offers = [one.offers(), other.offers()];
    const form = await typedIn(tabs, one, 'Nora');
    form.close();
    await flush();
    expect(offers.map((of) => of())).toEqual([['Nora'], ['Nora']]);
    await discardDraft(other.services, form.id);
    await flush();
    expect(offers.map((of) => of())).toEqual([[], []]);
    expect(await findDraft(one.services, form.id)).toBeNull();
  });
});

describe('two tabs that continue one draft', () => {
  it('take turns: the second press finds it taken, and discards nothing', async () => {
    const tabs = new DraftTabs();
    const [one, other] = [await tabs.open(), await tabs.open()];
    const left = await typedIn(tabs, one, 'Nora');
    left.close();
    await flush();
    const found = await findDraft(one.services, left.id);
    one.form(found?.draft ?? null);
    await flush();
    expect(await findDraft(other.services, left.id)).toBeNull();
    await discardDraft(other.services, left.id);
    expect(await one.rows()).toHaveLength(1);
  });

  it('at the same moment each keep their own', async () => {
    const tabs = new DraftTabs();
    const [one, other] = [await tabs.open(), await tabs.open()];
    const left = await typedIn(tabs, one, 'Nora');
    left.close();
    await flush();
    const [a, b] = [await findDraft(one.services, left.id), await findDraft(other.services, left.id)];
    const forms = [one.form(a?.draft ?? null), other.form(b?.draft ?? null)];
    await tabs.pass(1000);
    forms[0]?.keep(typed('Nora of the one'));
    forms[1]?.keep(typed('Nora of the other'));
    await tabs.pass(KEEP_EVERY_MS);
    const held = (await one.rows()).map(({ fields }) => String(fields['first_name']));
    expect(held.toSorted()).toEqual(['Nora of the one', 'Nora of the other']);
  });
});

describe('a page in the browser’s page cache', () => {
  const ASLEEP = { visible: false, frozen: true };
  const AWAKE = { visible: true, frozen: false };

  async function asleep() {
    const tabs = new DraftTabs();
    const [one, other] = [await tabs.open(), await tabs.open()];
    const offers = other.offers();
    const form = await typedIn(tabs, one, 'Nora');
    one.page.become(ASLEEP);
    await flush();
    return { tabs, one, other, offers, form };
  }

  it('[T20] releases its draft, and others offer it', async () => {
    const { offers } = await asleep();
    expect(offers()).toEqual(['Nora']);
  });

  it('continues its draft when it comes back, and the others no longer offer it', async () => {
    const { tabs, one, offers, form } = await asleep();
    const { id } = form;
    one.page.become(AWAKE);
    await tabs.pass(1000);
    form.keep(typed('Nora Vance'));
    await tabs.pass(KEEP_EVERY_MS);
    expect(form.id).toBe(id);
    expect(offers()).toEqual([]);
    expect(await one.rows()).toMatchObject([{ fields: { first_name: 'Nora Vance' } }]);
  });

  it('[T21] keeps its text beside the other if another tab continued the draft', async () => {
    const { tabs, one, other, form } = await asleep();
    const elsewhere = other.form((await findDraft(other.services, form.id))?.draft ?? null);
    elsewhere.keep(typed('Nora of the other'));
    await tabs.pass(KEEP_EVERY_MS);
    one.page.become(AWAKE);
    await tabs.pass(2000);
    await tabs.pass(KEEP_EVERY_MS);
    expect(form.id).not.toBe(elsewhere.id);
    const held = (await one.rows()).map(({ fields }) => String(fields['first_name']));
    expect(held.toSorted()).toEqual(['Nora', 'Nora of the other']);
  });

  it('[T21] keeps its text as a new draft if another tab discarded the first', async () => {
    const { tabs, one, other, form } = await asleep();
    const { id } = form;
    await discardDraft(other.services, id);
    one.page.become(AWAKE);
    await tabs.pass(1000);
    await tabs.pass(KEEP_EVERY_MS);
    expect(form.id).not.toBe(id);
    expect(await one.rows()).toMatchObject([{ fields: { first_name: 'Nora' } }]);
  });

  it('stores nothing, and continues when it comes back', async () => {
    const { tabs, one, other, form } = await asleep();
    form.keep(typed('Nora Vance'));
    await tabs.pass(KEEP_EVERY_MS);
    expect(await other.rows()).toMatchObject([{ fields: { first_name: 'Nora' } }]);
    one.page.become(AWAKE);
    await tabs.pass(1000);
    await tabs.pass(KEEP_EVERY_MS);
    expect(await one.rows()).toMatchObject([{ fields: { first_name: 'Nora Vance' } }]);
  });
});
