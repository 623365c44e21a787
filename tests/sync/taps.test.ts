import { describe, expect, it } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { editRecord } from '../../src/records/commands.ts';
import { undoSave } from '../../src/records/undo/undo-save.ts';
import { requestSync } from '../../src/records/use-sync-status.ts';
import { ann } from '../support/records/mutations.ts';
import { anotherTab, aSyncedTab, changesSent, edit, rowOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

/** Changes customer 1 as one press does. */
function tap({ records }: TestTab, change: Fields) {
  return editRecord(records, 'customers', '1', {
    change: (fields) => ({ ...fields, ...change }),
    held: true,
  });
}

const PATCH = 'PATCH customers/1/';

describe('a tap', () => {
  // @spec D1.62
  it('[P61] is sent after eight seconds, and until then leaves no trace once it is undone', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    const first = await tap(tab, { city: 'Reno' });
    await tab.pass(7000);
    expect(await undoSave(tab.records, first.undo ?? [])).toBe('undone');
    await tab.pass(9000);
    expect(changesSent(backend)).toEqual([]);
    await tap(tab, { city: 'Elko' });
    await tab.pass(7500);
    expect(changesSent(backend)).toEqual([]);
    await tab.pass(1000);
    expect(changesSent(backend)).toEqual([PATCH]);
    expect(await rowOf(tab, 1)).toMatchObject({ mark: 'synced', view: { city: 'Elko' } });
  });

  it('[P66] after another one restarts the wait, and both are sent as one change', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    await tap(tab, { city: 'Reno' });
    await tab.pass(6000);
    await tap(tab, { state: 'NV' });
    await tab.pass(7000);
    expect(changesSent(backend)).toEqual([]);
    await tab.pass(2000);
    expect(changesSent(backend)).toEqual([PATCH]);
    expect(backend.customers).toMatchObject([{ city: 'Reno', state: 'NV' }]);
  });

  it('[P66, Q26] is undone alone, and the one before it waits for its own undo again', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    const first = await tap(tab, { city: 'Reno' });
    await tab.pass(6000);
    const second = await tap(tab, { state: 'NV' });
    await tab.pass(6000);
    expect(await undoSave(tab.records, second.undo ?? [])).toBe('undone');
    expect(await rowOf(tab, 1)).toMatchObject({ view: { city: 'Reno', state: '' } });
    await tab.pass(7000);
    expect(changesSent(backend)).toEqual([]);
    expect(await undoSave(tab.records, first.undo ?? [])).toBe('undone');
    await tab.pass(9000);
    expect(changesSent(backend)).toEqual([]);
    expect(await rowOf(tab, 1)).toMatchObject({ mark: 'synced', view: { city: '', state: '' } });
  });

  it('[P66] that took another one away gives it its wait back when it is undone', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    await tap(tab, { city: 'Reno' });
    await tab.pass(6000);
    const { undo } = await tap(tab, { city: '' });
    expect(await tab.outbox()).toEqual([]);
    await tab.pass(6000);
    expect(await undoSave(tab.records, undo ?? [])).toBe('undone');
    await tab.pass(7000);
    expect(changesSent(backend)).toEqual([]);
    await tab.pass(2000);
    expect(changesSent(backend)).toEqual([PATCH]);
  });

  it('[P62] is sent at once when a person presses Sync now, and when the clock was put back', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    await tap(tab, { city: 'Reno' });
    await requestSync(tab.records);
    await tab.pass(1000);
    expect(changesSent(backend)).toEqual([PATCH]);
    await tap(tab, { city: 'Elko' });
    tab.browser.clock.putBack(60_000);
    await tab.pass(2000);
    expect(changesSent(backend)).toEqual([PATCH, PATCH]);
  });

  it('[P65] is sent at once when the page is hidden, also a page that does not send itself', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    const other = await anotherTab(tab);
    await tap(other, { city: 'Reno' });
    await tab.pass(2000);
    expect(changesSent(backend)).toEqual([]);
    other.setVisible(false);
    await tab.pass(1000);
    expect(changesSent(backend)).toEqual([PATCH]);
    await tap(tab, { city: 'Elko' });
    tab.setVisible(false);
    await tab.pass(1000);
    expect(changesSent(backend)).toEqual([PATCH, PATCH]);
  });

  it('[P65] does not wait at all on a page that is hidden already', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    tab.setVisible(false);
    await tap(tab, { city: 'Reno' });
    await tab.pass(1000);
    expect(changesSent(backend)).toEqual([PATCH]);
  });

  it('[P65, P61] is sent at its time when the page froze before its wait could be ended', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    const other = await anotherTab(tab);
    await tap(other, { city: 'Reno' });
    other.setFrozen(true);
    other.setVisible(false);
    await tab.pass(7000);
    expect(changesSent(backend)).toEqual([]);
    await tab.pass(2000);
    expect(changesSent(backend)).toEqual([PATCH]);
    expect(tab.browser.errors).toEqual([]);
  });

  it('[P61] is held back by whichever tab sends, because its own may be gone', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    const other = await anotherTab(tab);
    await tap(tab, { city: 'Reno' });
    tab.crash();
    await other.pass(6000);
    expect(changesSent(backend)).toEqual([]);
    await other.pass(3000);
    expect(changesSent(backend)).toEqual([PATCH]);
  });

  it('[P67] goes at once with a save from a form, which can be undone alone', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    await tap(tab, { city: 'Reno' });
    const { undo } = await edit(tab, 1, { state: 'NV' }, true);
    await tab.pass(1000);
    expect(backend.customers).toMatchObject([{ city: 'Reno', state: 'NV' }]);
    expect(await undoSave(tab.records, undo ?? [])).toBe('undone');
    await tab.drained();
    expect(backend.customers).toMatchObject([{ city: 'Reno', state: '' }]);
  });

  it('[P61] without a connection can be undone after its wait as well', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    tab.browser.setOnline(false);
    const { undo } = await tap(tab, { city: 'Reno' });
    await tab.pass(60_000);
    expect(await undoSave(tab.records, undo ?? [])).toBe('undone');
    tab.browser.setOnline(true);
    await tab.pass(10_000);
    expect(changesSent(backend)).toEqual([]);
  });

  it('[P68, M1] is merged with what others change while it waits', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    await tap(tab, { city: 'Reno' });
    backend.change(1, { phone: '+15551234567' });
    await tab.pass(9000);
    await tab.drained();
    expect(backend.customers).toMatchObject([{ city: 'Reno', phone: '+15551234567' }]);
    expect(await rowOf(tab, 1)).toMatchObject({ view: { city: 'Reno' } });
  });
});
