import Dexie from 'dexie';
import { describe, expect, it, vi } from 'vitest';
import { createRecord } from '../../src/records/commands.ts';
import { KEEP_EVERY_MS, RETRY_MS } from '../../src/records/drafts/draft-keeper.ts';
import { flush } from '../support/browser/flush.ts';
import { holdTable } from '../support/browser/held-table.ts';
import { DraftTabs, typed } from '../support/tab/draft-tabs.ts';

const names = (rows: readonly { fields: Readonly<Record<string, unknown>> }[]): unknown[] =>
  rows.map(({ fields }) => fields['first_name']);

describe('an open form', () => {
  it('is stored within half a second of the first key and of the last, once each', async () => {
    const tabs = new DraftTabs();
    const tab = await tabs.open();
    const form = tab.form();
    await flush();
    const begun = tabs.clock.now();
    for (const text of ['N', 'No', 'Nor']) {
      form.keep(typed(text));
      await tabs.pass(150);
    }
    await tabs.pass(KEEP_EVERY_MS);
    expect(await tab.rows()).toMatchObject([{ fields: { first_name: 'Nor' }, startedAt: begun }]);
    form.keep(typed('Nora'));
    await tabs.pass(KEEP_EVERY_MS);
    expect(names(await tab.rows())).toEqual(['Nora']);
  });

  it('is stored while the user types without a pause', async () => {
    const tabs = new DraftTabs();
    const tab = await tabs.open();
    const form = tab.form();
    for (const text of 'abcdefghij') {
      form.keep(typed(text));
      await tabs.pass(KEEP_EVERY_MS / 4);
    }
    expect(names(await tab.rows())[0]).toMatch(/[f-j]/);
  });

  it('is stored at once when the page is hidden', async () => {
    const tabs = new DraftTabs();
    const tab = await tabs.open();
    const form = tab.form();
    await flush();
    form.keep(typed('Nora'));
    tab.page.become({ visible: false, frozen: false });
    await flush();
    expect(names(await tab.rows())).toEqual(['Nora']);
  });

  it('stores nothing if nothing was typed, or if it was typed and removed again', async () => {
    const tabs = new DraftTabs();
    const tab = await tabs.open();
    const form = tab.form();
    form.keep(typed('Nora'));
    await tabs.pass(KEEP_EVERY_MS);
    form.keep(null);
    await tabs.pass(KEEP_EVERY_MS);
    expect(await tab.rows()).toEqual([]);
    form.close();
    const clean = tab.form();
    clean.keep(null);
    clean.close();
    await tabs.pass(KEEP_EVERY_MS);
    expect(await tab.rows()).toEqual([]);
  });

  it('is stored with its last key when it closes', async () => {
    const tabs = new DraftTabs();
    const tab = await tabs.open();
    const form = tab.form();
    await flush();
    form.keep(typed('Nora'));
    form.close();
    await flush();
    expect(names(await tab.rows())).toEqual(['Nora']);
  });

  it('leaves no draft after it was dropped, even during a write', async () => {
    const tabs = new DraftTabs();
    const tab = await tabs.open();
    const form = tab.form();
    await flush();
    form.keep(typed('Nora'));
    tabs.clock.advance(KEEP_EVERY_MS);
    form.drop();
    form.close();
    await flush();
    expect(await tab.rows()).toEqual([]);
  });
});

describe('a save', () => {
  it('[Q19] removes its draft in the same transaction', async () => {
    const tabs = new DraftTabs();
    const tab = await tabs.open();
    const { strict } = tab.services.db;
    const form = tab.form();
    form.keep(typed('Nora'));
    await tabs.pass(KEEP_EVERY_MS);
    const save = (): Promise<unknown> =>
      createRecord(tab.services, 'customers', typed('Nora').fields, { watch: false, draftId: form.id });
    const left = (): Promise<number[]> => Promise.all([strict.outbox.count(), strict.drafts.count()]);
    const fail = (): never => {
      throw new Error('the page dies here');
    };
    form.saving();
    for (const hook of [strict.outbox.hook('creating'), strict.drafts.hook('deleting')]) {
      hook.subscribe(fail);
      await expect(save()).rejects.toThrow('dies here');
      hook.unsubscribe(fail);
      expect(await left()).toEqual([0, 1]);
    }
    await save();
    expect(await left()).toEqual([1, 0]);
  });

  it('that fails leaves the draft, and storing continues', async () => {
    const tabs = new DraftTabs();
    const tab = await tabs.open();
    const form = tab.form();
    form.keep(typed('Nor'));
    await tabs.pass(KEEP_EVERY_MS);
    form.saving();
    form.keep(typed('Nora'));
    await tabs.pass(KEEP_EVERY_MS);
    expect(names(await tab.rows())).toEqual(['Nor']);
    form.notSaved();
    await tabs.pass(0);
    expect(names(await tab.rows())).toEqual(['Nora']);
  });

  it('is not undone by an earlier draft that is written late', async () => {
    const tabs = new DraftTabs();
    const tab = await tabs.open();
    const form = tab.form();
    await flush();
    // The drafts table is locked for a while.
    const release = await holdTable(tab.services.db.name, 'drafts');
    form.keep(typed('Nora'));
    tabs.clock.advance(KEEP_EVERY_MS);
    await flush();
    form.saving();
    const save = createRecord(tab.services, 'customers', typed('Nora').fields, {
      watch: false,
      draftId: form.id,
    });
    await flush();
    release();
    await save;
    form.saved();
    await tabs.pass(KEEP_EVERY_MS);
    expect(await tab.rows()).toEqual([]);
  });

  it('leaves later typing as a draft of the new record', async () => {
    const tabs = new DraftTabs();
    const tab = await tabs.open();
    const form = tab.form();
    form.keep(typed('Nora'));
    await tabs.pass(KEEP_EVERY_MS);
    form.saving();
    const saved = typed('Nora');
    const { localId } = await createRecord(tab.services, 'customers', saved.fields, {
      watch: false,
      draftId: form.id,
    });
    form.saved();
    form.keep({ ...saved, localId, initial: saved.fields, fields: { ...saved.fields, city: 'Boise' } });
    await tabs.pass(KEEP_EVERY_MS);
    expect(await tab.rows()).toMatchObject([{ localId, fields: { city: 'Boise' } }]);
  });
});

describe('a device that refuses a draft', () => {
  const full = Object.assign(new Error('Transaction aborted'), {
    name: 'AbortError',
    inner: new DOMException('', 'QuotaExceededError'),
  });

  it('because it is full is tried again, and the form shows it until then', async () => {
    const tabs = new DraftTabs();
    const tab = await tabs.open();
    const form = tab.form();
    await flush();
    const transaction = vi.spyOn(tab.services.db.strict, 'transaction');
    transaction.mockImplementation(() => Dexie.Promise.reject(full));
    form.keep(typed('Nor'));
    await tabs.pass(KEEP_EVERY_MS);
    expect(form.getSnapshot()).toBe('full');
    form.keep(typed('Nora'));
    await tabs.pass(KEEP_EVERY_MS);
    expect(await tab.rows()).toEqual([]);
    transaction.mockRestore();
    await tabs.pass(RETRY_MS);
    expect(names(await tab.rows())).toEqual(['Nora']);
    expect(form.getSnapshot()).toBeNull();
  });

  it('for any other reason is shown as well', async () => {
    const tabs = new DraftTabs();
    const tab = await tabs.open();
    const form = tab.form();
    await flush();
    const transaction = vi.spyOn(tab.services.db.strict, 'transaction');
    transaction.mockImplementation(() => Dexie.Promise.reject(new Error('the disk is broken')));
    form.keep(typed('Nora'));
    await tabs.pass(KEEP_EVERY_MS);
    expect(form.getSnapshot()).toBe('failed');
  });
});
