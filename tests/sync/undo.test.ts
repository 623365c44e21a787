import { describe, expect, it } from 'vitest';
import { createRecord, deleteRecord, updateRecord } from '../../src/records/commands.ts';
import { undoSave } from '../../src/records/undo/undo-save.ts';
import { requestSync } from '../../src/records/use-sync-status.ts';
import { ann } from '../support/records/mutations.ts';
import { anotherTab, aSyncedTab, changesSent, makeOf, rowOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const deleteFirst = (tab: TestTab) => deleteRecord(tab.records, 'customers', '1');

describe('a deletion', () => {
  it('[P61] is sent after eight seconds, and can be undone until then', async () => {
    const { backend, tab } = await aSyncedTab([ann, { ...ann, email: 'b@example.com' }]);
    const first = await deleteFirst(tab);
    await deleteRecord(tab.records, 'customers', '2');
    await tab.pass(7000);
    expect(changesSent(backend)).toEqual([]);
    expect(await undoSave(tab.records, first.undo ?? [])).toBe('undone');
    expect(await rowOf(tab, 1)).toMatchObject({ mark: 'synced', view: { email: ann['email'] } });
    await tab.pass(5000);
    expect(changesSent(backend)).toEqual(['DELETE customers/2/']);
  });

  it('[P62] is sent at once when a person presses Sync now, and not because the page is looked at again', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    await deleteFirst(tab);
    tab.setVisible(false);
    tab.setVisible(true);
    await tab.pass(2000);
    expect(changesSent(backend)).toEqual([]);
    await requestSync(tab.records);
    await tab.pass(1000);
    expect(changesSent(backend)).toEqual(['DELETE customers/1/']);
  });

  it('[P62] is sent at once when the clock was put back', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    await deleteFirst(tab);
    tab.browser.clock.putBack(60_000);
    await tab.pass(2000);
    expect(changesSent(backend)).toEqual(['DELETE customers/1/']);
  });

  it('[P61] is held back by whichever tab sends, because its own may be gone', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    const other = await anotherTab(tab);
    await deleteRecord(other.records, 'customers', '1');
    await tab.pass(3000);
    tab.crash();
    await other.pass(3000);
    expect(changesSent(backend)).toEqual([]);
    await other.pass(6000);
    expect(changesSent(backend)).toEqual(['DELETE customers/1/']);
  });
});

describe('an undo', () => {
  it('[Q27] brings back with a customer what its deletion took along', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    tab.browser.setOnline(false);
    const { localId } = await createRecord(
      tab.records,
      'customers',
      { ...ann, email: 'b@example.com' },
      { watch: false },
    );
    const roof = await makeOf(tab, 'projects', { customer: localId });
    const { undo } = await deleteRecord(tab.records, 'customers', localId);
    expect(await tab.outbox()).toEqual([]);
    expect(await undoSave(tab.records, undo ?? [])).toBe('undone');
    tab.browser.setOnline(true);
    await requestSync(tab.records);
    await tab.until(async () => (await tab.outbox()).length === 0);
    expect(changesSent(backend)).toEqual(['POST customers/', 'POST projects/']);
    expect(backend.rows('projects')).toMatchObject([{ customer: 2 }]);
    expect((await tab.rows('projects')).map((row) => row.localId)).toEqual([roof.localId]);
  });

  it('[Q28] of a deletion that comes too late changes nothing, and says so', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    const { undo } = await deleteFirst(tab);
    await tab.until(async () => (await tab.outbox()).length === 0);
    expect(await undoSave(tab.records, undo ?? [])).toBe('sent');
    expect(await tab.rows()).toEqual([]);
    expect(changesSent(backend)).toEqual(['DELETE customers/1/']);
  });

  it('[Q29] of a new record asks first where others wait for it', async () => {
    const { tab } = await aSyncedTab();
    tab.browser.setOnline(false);
    const { localId, undo } = await createRecord(tab.records, 'customers', ann, { watch: false });
    const project = await makeOf(tab, 'projects', { customer: localId });
    expect(await undoSave(tab.records, undo ?? [])).toBe('asks');
    expect(await undoSave(tab.records, project.undo ?? [])).toBe('undone');
    expect(await undoSave(tab.records, undo ?? [])).toBe('undone');
    expect([await tab.outbox(), await tab.rows(), await tab.rows('projects')]).toEqual([[], [], []]);
  });

  it('[Q26] from two tabs at once happens once', async () => {
    const { tab } = await aSyncedTab([ann]);
    tab.browser.setOnline(false);
    const other = await anotherTab(tab);
    const initial = (await rowOf(tab, 1))?.view ?? {};
    const draft = { ...initial, city: 'Reno' };
    const { undo } = await updateRecord(tab.records, 'customers', '1', { initial, draft, watch: false });
    const both = await Promise.all([tab, other].map(({ records }) => undoSave(records, undo ?? [])));
    expect(both.sort()).toEqual(['sent', 'undone']);
    expect(await tab.outbox()).toEqual([]);
    expect(await tab.journal()).toHaveLength(1);
  });
});
