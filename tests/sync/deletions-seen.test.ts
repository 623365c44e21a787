import { describe, expect, it } from 'vitest';
import type { DeletionsRow } from '../../src/db/meta-rows.ts';
import { deleteRecord } from '../../src/records/commands.ts';
import { decideParked } from '../../src/records/parked.ts';
import { aSyncedTab, atRest, changesSent, latch, makeOf, openOf, remove } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const ben = { first_name: 'Ben', email: 'ben@example.com' };
const cat = { first_name: 'Cat', email: 'cat@example.com' };
const roof = { title: 'Roof', customer: 1 };

async function seenBy(tab: TestTab): Promise<Omit<DeletionsRow, 'key'> | null> {
  const row = await tab.records.db.relaxed.meta.get('deletions:customers');
  if (!row) return null;
  const { refused, gone, watched } = row as DeletionsRow;
  return { refused, gone, watched };
}

describe('what a server does with what refers to a deleted record', () => {
  it('[P15, P51] is remembered where it refuses', async () => {
    const { backend, tab } = await aSyncedTab([ben, cat], { projects: [roof] });
    await remove(tab, 1);
    await tab.drained();
    expect(await openOf(tab)).toEqual(['customers delete parked rejected']);
    expect(await seenBy(tab)).toEqual({ refused: true, gone: [], watched: [] });
    expect(backend.rows('projects')).toHaveLength(1);
  });

  it('[P15, P52] is remembered where a pull shows that it went as well', async () => {
    const { backend, tab } = await aSyncedTab([ben, cat, cat], {
      projects: [roof, { ...roof, customer: 2 }],
    });
    backend.options.protects = 'cascades';
    await remove(tab, 1);
    await tab.drained();
    await tab.until(async () => (await tab.rows('projects')).length === 1);
    await tab.until(async () => (await seenBy(tab))?.gone.length === 1);
    expect(await seenBy(tab)).toEqual({ refused: false, gone: ['projects'], watched: [] });
  });

  it('[P51] is not guessed from a refusal for another reason, nor from a deletion of what nothing refers to', async () => {
    const { backend, tab } = await aSyncedTab([ben, cat], { projects: [roof] });
    await remove(tab, 2);
    await tab.drained();
    expect(await seenBy(tab)).toBeNull();
    backend.plan('DELETE', /customers/, { kind: 'answer', status: 403, body: { detail: 'Ask the office.' } });
    await remove(tab, 1);
    await tab.drained();
    expect(await seenBy(tab)).toBeNull();
  });

  it('[P52] is not guessed from what the person deleted', async () => {
    const { backend, tab } = await aSyncedTab([ben, cat], { projects: [roof, { ...roof, customer: 2 }] });
    backend.options.protects = 'cascades';
    const reading = latch();
    for (let n = 0; n < 20; n += 1) {
      backend.plan('GET', /projects/, { kind: 'hold', until: reading.opened });
    }
    await remove(tab, 1);
    await tab.until(async () => (await seenBy(tab)) !== null);
    expect((await seenBy(tab))?.watched).toMatchObject([
      { resource: 'projects', localId: expect.any(String) },
    ]);
    for (const { localId } of await tab.rows('projects'))
      await deleteRecord(tab.records, 'projects', localId);
    await tab.until(async () => (await seenBy(tab))?.watched.length === 0);
    reading.open();
    await tab.drained();
    await atRest(tab);
    expect(await seenBy(tab)).toEqual({ refused: false, gone: [], watched: [] });
  });

  it('[P50] a server that deletes them also deletes what waited: it was sent first, so nothing is lost silently', async () => {
    const { backend, tab } = await aSyncedTab([ben, cat], { projects: [roof] });
    backend.options.protects = 'cascades';
    tab.browser.setOnline(false);
    await makeOf(tab, 'projects', { title: 'Floor', customer: '1' });
    await remove(tab, 1);
    expect(await openOf(tab)).toEqual(['projects create queued', 'customers delete queued']);
    tab.browser.setOnline(true);
    await tab.drained();
    expect(changesSent(backend)).toEqual(['POST projects/', 'DELETE customers/1/']);
    expect(await openOf(tab)).toEqual([]);
  });

  it('[P50] a server that refuses leaves what waited where it is', async () => {
    const { backend, tab } = await aSyncedTab([ben, cat], { projects: [roof] });
    tab.browser.setOnline(false);
    await makeOf(tab, 'projects', { title: 'Floor', customer: '1' });
    await remove(tab, 1);
    tab.browser.setOnline(true);
    await tab.drained();
    expect(await openOf(tab)).toEqual(['customers delete parked rejected']);
    expect(backend.rows('projects').map(({ title }) => title)).toEqual(['Roof', 'Floor']);
    const [parked] = await tab.outbox();
    await decideParked(tab.records, parked?.id ?? '', { what: 'discard' });
    expect(await tab.rows('projects')).toHaveLength(2);
  });
});
