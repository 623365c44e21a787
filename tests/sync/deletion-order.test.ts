import { describe, expect, it } from 'vitest';
import { decideParked } from '../../src/records/parked.ts';
import {
  aSyncedTab,
  changesSent,
  edit,
  editOf,
  latch,
  make,
  openOf,
  remove,
} from '../support/tab/scenario.ts';

const ben = { first_name: 'Ben', email: 'ben@example.com' };
const cat = { first_name: 'Cat', email: 'cat@example.com' };
const roof = { title: 'Roof', customer: 1 };
const PROJECTS = /projects\/projects/;

/** Ben (1) has a project (3), Cat (2) has none. */
const withProject = () => aSyncedTab([ben, cat], { projects: [roof] });

describe('the deletion of a customer', () => {
  it('[P22] goes out after the deletion of its project', async () => {
    const { backend, tab } = await withProject();
    tab.browser.setOnline(false);
    await remove(tab, 3, 'projects');
    await remove(tab, 1);
    const answer = latch();
    backend.plan('DELETE', PROJECTS, { kind: 'hold', until: answer.opened });
    tab.browser.setOnline(true);
    await tab.pass(8000);
    expect(await openOf(tab)).toEqual(['projects delete sending', 'customers delete queued']);
    answer.open();
    await tab.drained();
    expect(changesSent(backend)).toEqual(['DELETE projects/3/', 'DELETE customers/1/']);
    expect([await openOf(tab), backend.rows('projects')]).toEqual([[], []]);
  });

  it('[P22] does so even where an edit has given it an earlier place', async () => {
    const { backend, tab } = await withProject();
    tab.browser.setOnline(false);
    await edit(tab, 1, { city: 'Reno' });
    await remove(tab, 3, 'projects');
    await remove(tab, 1);
    expect(await openOf(tab)).toEqual(['customers delete queued', 'projects delete queued']);
    tab.browser.setOnline(true);
    await tab.drained();
    expect(changesSent(backend)).toEqual(['DELETE projects/3/', 'DELETE customers/1/']);
  });

  it('[P22] waits for an earlier change that has its project refer to another customer', async () => {
    const { backend, tab } = await withProject();
    backend.plan('PATCH', PROJECTS, { kind: 'html', status: 500 }, 3);
    await editOf(tab, 'projects', 3, { customer: '2' });
    await tab.pass(500);
    await remove(tab, 1);
    await tab.drained();
    expect(changesSent(backend)).toEqual(['PATCH projects/3/', 'DELETE customers/1/']);
    expect(backend.rows('projects')).toMatchObject([{ customer: 2 }]);
  });

  it('[P22] waits for the deletion of a project whose other customer was never sent', async () => {
    const { backend, tab } = await withProject();
    tab.browser.setOnline(false);
    await editOf(tab, 'projects', 3, { customer: '2' });
    await remove(tab, 3, 'projects');
    await remove(tab, 1);
    tab.browser.setOnline(true);
    await tab.drained();
    expect(changesSent(backend)).toEqual(['DELETE projects/3/', 'DELETE customers/1/']);
  });

  it('[P22] waits for no later change that refers to the customer', async () => {
    const { backend, tab } = await withProject();
    backend.plan('DELETE', /customers/, { kind: 'html', status: 500 });
    await remove(tab, 2);
    await tab.pass(500);
    await editOf(tab, 'projects', 3, { customer: '2' });
    await tab.drained();
    expect(backend.count('DELETE', /customers/)).toBe(1);
  });

  it('[P22] is not held for ever by a change that waits for a person, nor by what waits behind it', async () => {
    const { backend, tab } = await withProject();
    backend.plan('PATCH', PROJECTS, { kind: 'answer', status: 403 });
    await editOf(tab, 'projects', 3, { customer: '2' });
    await tab.drained();
    expect(await openOf(tab)).toEqual(['projects update parked rejected']);
    await remove(tab, 1);
    await tab.drained();
    expect(await openOf(tab)).toEqual([
      'projects update parked rejected',
      'customers delete parked rejected',
    ]);
    const [update, deletion] = await tab.outbox();
    expect(deletion?.refusal?.status).toBe(409);
    // Both before anything is sent: alone, the deletion would be refused as before.
    tab.browser.setOnline(false);
    await decideParked(tab.records, deletion?.id ?? '', { what: 'retry' });
    await decideParked(tab.records, update?.id ?? '', { what: 'retry' });
    tab.browser.setOnline(true);
    await tab.drained();
    expect([await openOf(tab), backend.customers.map(({ id }) => id)]).toEqual([[], [2]]);
  });

  it('[P22] sent again waits for the deletion that it lacked the first time', async () => {
    const { backend, tab } = await withProject();
    await remove(tab, 1);
    await tab.drained();
    expect(await openOf(tab)).toEqual(['customers delete parked rejected']);
    tab.browser.setOnline(false);
    await remove(tab, 3, 'projects');
    await decideParked(tab.records, (await tab.outbox())[0]?.id ?? '', { what: 'retry' });
    tab.browser.setOnline(true);
    await tab.drained();
    expect([await openOf(tab), backend.count('DELETE', /customers/)]).toEqual([[], 2]);
  });

  it('[P23] that nothing refers to goes out at once', async () => {
    const { backend, tab } = await withProject();
    backend.plan('DELETE', PROJECTS, { kind: 'html', status: 500 }, 2);
    await remove(tab, 3, 'projects');
    const { localId } = await make(tab);
    await remove(tab, 2);
    await tab.until(() => backend.customers.every(({ id }) => id !== 2));
    expect(await openOf(tab)).toEqual(['projects delete queued']);
    await tab.drained();
    expect((await tab.rows()).map((row) => row.localId).sort()).toEqual([localId, '1'].sort());
  });
});
