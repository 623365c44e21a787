import { describe, expect, it } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { updateRecord } from '../../src/records/commands.ts';
import { decideParked } from '../../src/records/parked.ts';
import { requestSync } from '../../src/records/use-sync-status.ts';
import type { FakeBackend } from '../support/backend/fake-backend.ts';
import { aSyncedTab, changesSent, editOf, openOf, rowIn } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const order: Fields = { title: 'Pump', notes: 'Gate 4471', status: 'pending' };
const notesOf = (backend: FakeBackend) => backend.rows('workOrders')[0]?.['notes'];
const noted = (tab: TestTab, notes: string) => editOf(tab, 'workOrders', 1, { notes });

/** A device with a work order that others of the company have as well. */
async function aDevice(extensions: readonly string[] = []) {
  const { backend, tab } = await aSyncedTab([], { workOrders: [order] });
  for (const extension of extensions) backend.options.extensions.add(extension);
  if (extensions.length > 0) {
    await requestSync(tab.records);
    await tab.pass(5000);
  }
  return { backend, tab };
}

async function send(tab: TestTab): Promise<void> {
  tab.browser.setOnline(true);
  await requestSync(tab.records);
  await tab.until(async () => (await tab.outbox()).length === 0);
}

describe.each([
  ['a plain server', []],
  ['a server with versions', ['if-match']],
])('on %s', (_, extensions) => {
  it('[M27, M31] lines that two people add are all kept, without asking', async () => {
    const { backend, tab } = await aDevice(extensions);
    tab.browser.setOnline(false);
    await noted(tab, 'Gate 4471\nAdjuster at 3');
    backend.change(1, { notes: 'Gate 4471\nWall open' }, 'workOrders');
    await send(tab);
    const both = 'Gate 4471\nWall open\nAdjuster at 3';
    expect(notesOf(backend)).toBe(both);
    expect(await rowIn(tab, 'workOrders', 1)).toMatchObject({ mark: 'synced', view: { notes: both } });
    expect((await tab.journal()).filter(({ outcome }) => outcome === 'joined')).toMatchObject([
      {
        fields: { notes: { base: 'Gate 4471', value: 'Gate 4471\nAdjuster at 3' } },
        theirs: { notes: 'Gate 4471\nWall open' },
      },
    ]);
  });

  it('[M30] a line whose answer was lost is there once, whatever others have added since', async () => {
    const { backend, tab } = await aDevice(extensions);
    backend.plan('PATCH', /work-orders/, { kind: 'dropAfter' });
    await noted(tab, 'Gate 4471\nWall open');
    await tab.pass(1000);
    backend.change(1, { notes: 'Dog\nGate 4471\nWall open\nAdjuster at 3' }, 'workOrders');
    await send(tab);
    expect(notesOf(backend)).toBe('Dog\nGate 4471\nWall open\nAdjuster at 3');
  });

  it('[M29, M33] where both changed a line a person keeps both, or chooses for each field', async () => {
    const { backend, tab } = await aDevice(extensions);
    tab.browser.setOnline(false);
    await editOf(tab, 'workOrders', 1, { notes: 'Gate 12', status: 'assigned', title: 'Big pump' });
    backend.change(1, { notes: 'Gate 99', status: 'cancelled' }, 'workOrders');
    tab.browser.setOnline(true);
    await requestSync(tab.records);
    await tab.until(async () => (await openOf(tab))[0] === 'workOrders update parked conflict');
    const [parked] = await tab.outbox();
    expect([...(parked?.refusal?.conflict?.fields ?? [])].sort()).toEqual(['notes', 'status']);
    expect(
      await decideParked(tab.records, parked?.id ?? '', {
        what: 'choose',
        choices: { notes: 'both', status: 'theirs' },
      }),
    ).toBe(true);
    await send(tab);
    expect(backend.rows('workOrders')).toMatchObject([
      { notes: 'Gate 99\nGate 12', status: 'cancelled', title: 'Big pump' },
    ]);
  });

  it.each<[string, (tab: TestTab, id: string) => Promise<unknown>, string]>([
    ['mine', (tab, id) => decideParked(tab.records, id, { what: 'retry' }), 'Gate 12'],
    ['theirs', (tab, id) => decideParked(tab.records, id, { what: 'takeTheirs' }), 'Gate 99'],
    [
      'an edit',
      (tab) =>
        updateRecord(tab.records, 'workOrders', '1', {
          initial: { notes: 'Gate 12\n--- Job ---\nCrew: Ann' },
          draft: { notes: 'Gate 7\n--- Job ---\nCrew: Ann' },
          watch: false,
          decides: true,
        }),
      'Gate 7',
    ],
    [
      'theirs by field',
      (tab, id) => decideParked(tab.records, id, { what: 'choose', choices: { notes: 'theirs' } }),
      'Gate 99',
    ],
  ])('[M37] a decision for %s drops no line that one side alone changed', async (_, decide, gate) => {
    const { backend, tab } = await aDevice(extensions);
    tab.browser.setOnline(false);
    await noted(tab, 'Gate 12\n--- Job ---\nCrew: Ann');
    backend.change(1, { notes: 'Gate 99\n--- Job ---\nCrew: Bo' }, 'workOrders');
    tab.browser.setOnline(true);
    await requestSync(tab.records);
    await tab.until(async () => (await openOf(tab))[0] === 'workOrders update parked conflict');
    await decide(tab, (await tab.outbox())[0]?.id ?? '');
    await send(tab);
    expect(notesOf(backend)).toBe(`${gate}\n--- Job ---\nCrew: Bo, Ann`);
  });

  it('[M27] what waits behind an edit on its way keeps what others have added to that', async () => {
    const { backend, tab } = await aDevice(extensions);
    backend.plan('PATCH', /work-orders/, { kind: 'dropAfter' });
    await noted(tab, 'Gate 4471\nWall open');
    await tab.pass(1000);
    await noted(tab, 'Gate 4471\nWall open\nPump on');
    backend.change(1, { notes: 'Gate 4471\nWall open\nAdjuster at 3' }, 'workOrders');
    await send(tab);
    expect(String(notesOf(backend)).split('\n').sort()).toEqual(
      ['Adjuster at 3', 'Gate 4471', 'Pump on', 'Wall open'].sort(),
    );
  });
});

it.each([true, false])(
  '[Q40] a form keeps the facts that its text got since it was opened (waiting: %s)',
  async (isWaiting) => {
    const { backend, tab } = await aDevice();
    const initial = { notes: 'Gate 4471' };
    if (isWaiting) tab.browser.setOnline(false);
    const noted = 'Gate 4471\n--- Log ---\n2026-01-05 08:00 +0000 Ann: Wall open';
    await editOf(tab, 'workOrders', 1, { notes: noted });
    if (!isWaiting) await tab.until(async () => (await tab.outbox()).length === 0);
    await updateRecord(tab.records, 'workOrders', '1', {
      initial,
      draft: { notes: 'Gate 12' },
      watch: false,
    });
    const both = noted.replace('4471', '12');
    expect(await rowIn(tab, 'workOrders', 1)).toMatchObject({ view: { notes: both } });
    await send(tab);
    expect(notesOf(backend)).toBe(both);
  },
);

describe('on a plain server', () => {
  it('[M32] a record is read before its text is sent, and never for another field right after it was read', async () => {
    const { backend, tab } = await aDevice();
    const from = backend.requests.length;
    await noted(tab, 'Gate 4471\nWall open');
    await tab.until(async () => (await tab.outbox()).length === 0);
    await editOf(tab, 'workOrders', 1, { status: 'assigned' });
    await tab.until(async () => (await tab.outbox()).length === 0);
    const ofRecord = backend.requests.slice(from).filter(({ path }) => /work-orders\/1\//.test(path));
    expect(ofRecord.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'PATCH']);
    expect(changesSent(backend)).toHaveLength(2);
  });

  it('[M32] what somebody adds between that read and the update is overwritten: the plain contract cannot tell', async () => {
    const { backend, tab } = await aDevice();
    const real = backend.fetch;
    backend.fetch = async (input, init) => {
      const isPatch = init?.method === 'PATCH';
      if (isPatch) backend.change(1, { notes: 'Gate 4471\nAdjuster at 3' }, 'workOrders');
      return real(input, init);
    };
    await noted(tab, 'Gate 4471\nWall open');
    await send(tab);
    expect(notesOf(backend)).toBe('Gate 4471\nWall open');
  });
});
