import { describe, expect, it } from 'vitest';
import { OwnWrites } from '../../src/sync/own-writes.ts';
import { mergePage } from '../../src/sync/pull/merge-page.ts';
import { aSyncedTab, contextOf, edit } from '../support/scenario.ts';

describe('[L4] what memory may not know yet of what this engine wrote', () => {
  it('is nothing where it has met the newest write', () => {
    const writes = new OwnWrites();
    expect(writes.since('customers', 7, 7)).toEqual(new Set());
  });

  it('is those records, for as long as nobody else has written between', () => {
    const writes = new OwnWrites();
    writes.add('customers', 8, ['a', 'b']);
    writes.add('customers', 9, ['c']);
    expect(writes.since('customers', 7, 9)).toEqual(new Set(['a', 'b', 'c']));
    expect(writes.since('customers', 8, 9)).toEqual(new Set(['a', 'b', 'c']));
    expect(writes.since('projects', 7, 9)).toBeNull();
  });

  it('may be any record where somebody else has written, or memory is further behind', () => {
    const writes = new OwnWrites();
    writes.add('customers', 8, ['a']);
    expect(writes.since('customers', 7, 9)).toBeNull();
    expect(writes.since('customers', 6, 8)).toBeNull();
    writes.add('customers', 10, ['b']);
    expect(writes.since('customers', 8, 10)).toBeNull();
    expect(writes.since('customers', 9, 10)).toEqual(new Set(['b']));
  });

  it('counts no write that was not committed after all', () => {
    const writes = new OwnWrites();
    writes.add('customers', 8, ['a']);
    expect(writes.since('customers', 7, 7)).toEqual(new Set());
    writes.add('customers', 8, ['b']);
    expect(writes.since('customers', 7, 8)).toEqual(new Set(['b']));
  });

  it('is forgotten once memory has met it', () => {
    const writes = new OwnWrites();
    writes.add('customers', 8, ['a']);
    writes.since('customers', 8, 8);
    writes.add('customers', 9, ['b']);
    expect(writes.since('customers', 8, 9)).toEqual(new Set(['b']));
  });

  it('is all that one page brought, of records with changes that wait and of others', async () => {
    const { backend, tab } = await aSyncedTab([{}, {}, {}]);
    backend.down = true;
    for (const id of [1, 2]) await edit(tab, id, { city: 'Reno' });
    const context = contextOf(tab, async () => ({ kind: 'notSent' }));
    const before = (await tab.collection('customers'))?.generation ?? 0;
    const records = [1, 2, 3].map((id) => ({
      id,
      wire: { ...backend.customers[id - 1], company_name: 'Lee' },
    }));
    const candidates = new Map();
    await mergePage(context, { resource: 'customers', records, startGeneration: before, candidates });
    expect(context.ownWrites.since('customers', before, before + 1)).toEqual(new Set(['1', '2', '3']));
  });
});
