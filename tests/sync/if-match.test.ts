import { describe, expect, it } from 'vitest';
import { decideParked } from '../../src/records/parked.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import { changesSent, edit, firstRow, latch, open, remove, rowOf } from '../support/tab/scenario.ts';

const ITEM = /customers\/customers\/1\/$/;
const LIST = /customers\/customers\/(\?|$)/;

/** A tab that has been without a connection for an hour, with one customer. */
async function afterAnHourOffline() {
  const { backend, tab } = await anExtendedTab(['if-match'], [{ city: 'Reno', phone: '+1-555-000-0000' }]);
  tab.browser.setOnline(false);
  await tab.pass(3_600_000, 600_000);
  return { backend, tab, row: firstRow(backend) };
}

/** The same tab, whose person deleted what somebody else had changed. */
async function aDeletionInQuestion() {
  const { backend, tab, row } = await afterAnHourOffline();
  await remove(tab, 1);
  row['city'] = 'Tahoe';
  tab.browser.setOnline(true);
  await tab.drained();
  return { backend, tab };
}

describe('updates and deletions on a server that announces if-match', () => {
  it('[M13] if a list shows what others changed in the group of a change under way, the next change still finds it', async () => {
    const { backend, tab } = await anExtendedTab(
      ['if-match'],
      [{ city: 'Reno', address_line_1: '1 Main St' }],
    );
    const answer = latch();
    const row = firstRow(backend);
    Object.assign(row, { city: 'Elko', version: Number(row['version'] ?? 0) + 1 });
    backend.plan('PATCH', ITEM, { kind: 'hold', until: answer.opened });
    await edit(tab, 1, { address_line_1: '2 High St' });
    await tab.until(() => backend.count('PATCH', ITEM) === 1);
    const lists = backend.count('GET', LIST);
    await requestPull(tab.records, 'customers');
    await tab.until(() => backend.count('GET', LIST) > lists);
    answer.open();
    await tab.until(async () => (await open(tab))[0]?.[1] === 'parked');
    expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
    expect((await tab.outbox())[0]?.refusal?.conflict?.before).toMatchObject({ city: 'Reno' });
    expect(firstRow(backend)).toMatchObject({ city: 'Elko', address_line_1: '1 Main St' });
  });

  it('[X5] carry the state that they were made over, and are not read first', async () => {
    const { backend, tab } = await afterAnHourOffline();
    await edit(tab, 1, { city: 'Elko' });
    const from = backend.requests.length;
    tab.browser.setOnline(true);
    await tab.drained();
    const sent = backend.requests.slice(from);
    expect(sent.filter(({ method }) => method === 'PATCH')).toMatchObject([{ custom: ['if-match'] }]);
    expect(sent.filter(({ method, path }) => method === 'GET' && ITEM.test(path))).toEqual([]);
    expect(firstRow(backend)).toMatchObject({ city: 'Elko' });
  });

  it('[X13] are merged with what somebody else changed in other fields', async () => {
    const { backend, tab, row } = await afterAnHourOffline();
    await edit(tab, 1, { city: 'Elko' });
    row['phone'] = '+1-555-111-1111';
    tab.browser.setOnline(true);
    await tab.drained();
    expect(await open(tab)).toEqual([]);
    expect(firstRow(backend)).toMatchObject({ city: 'Elko', phone: '+1-555-111-1111' });
  });

  it('[X13] ask where both changed the same, and a decision for mine goes out over the new state', async () => {
    const { backend, tab, row } = await afterAnHourOffline();
    await edit(tab, 1, { city: 'Elko' });
    row['city'] = 'Tahoe';
    tab.browser.setOnline(true);
    await tab.drained();
    expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
    const [parked] = await tab.outbox();
    expect(parked?.refusal?.conflict).toMatchObject({ fields: ['city'], theirs: { city: 'Tahoe' } });
    await decideParked(tab.records, parked?.id ?? '', { what: 'retry' });
    await tab.drained();
    expect([await open(tab), firstRow(backend)['city']]).toEqual([[], 'Elko']);
  });

  it('[X14] a deletion asks where somebody has changed the record since', async () => {
    const { backend, tab } = await aDeletionInQuestion();
    expect(await open(tab)).toEqual([['delete', 'parked', 'conflict']]);
    expect(await rowOf(tab, 1)).toMatchObject({ mark: 'attention', view: { city: 'Tahoe' } });
    const [parked] = await tab.outbox();
    await decideParked(tab.records, parked?.id ?? '', { what: 'retry' });
    await tab.drained();
    expect([backend.customers, await tab.rows()]).toEqual([[], []]);
  });

  it('[X14, Q16] a record whose deletion is in question can be changed, which keeps it', async () => {
    const { backend, tab } = await aDeletionInQuestion();
    await edit(tab, 1, { phone: '+1-555-111-1111' });
    await tab.drained();
    expect(await open(tab)).toEqual([]);
    expect(firstRow(backend)).toMatchObject({ city: 'Tahoe', phone: '+1-555-111-1111' });
  });

  it('[X14] a deletion that is taken back leaves the record as the server has it', async () => {
    const { backend, tab } = await aDeletionInQuestion();
    const [parked] = await tab.outbox();
    await decideParked(tab.records, parked?.id ?? '', { what: 'discard' });
    await tab.drained();
    expect(changesSent(backend)).toEqual(['DELETE customers/1/']);
    expect(await rowOf(tab, 1)).toMatchObject({ mark: 'synced', view: { city: 'Tahoe' } });
  });

  it('[S13] whose answer was lost are recognised by the state that they left', async () => {
    const { backend, tab } = await anExtendedTab(['if-match'], [{ city: 'Reno' }]);
    backend.plan('PATCH', ITEM, { kind: 'dropAfter' });
    await edit(tab, 1, { city: 'Elko' });
    await tab.drained();
    expect(changesSent(backend)).toEqual(['PATCH customers/1/']);
    expect(await rowOf(tab, 1)).toMatchObject({ mark: 'synced', version: 2 });
  });
});
