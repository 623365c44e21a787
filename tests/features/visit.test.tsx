import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { addDrying } from '../../src/domain/drying/drying-entries.ts';
import type { DryingFact } from '../../src/domain/drying/drying-facts.ts';
import { DraftKeeper } from '../../src/records/drafts/draft-keeper.ts';
import { air, ref } from '../support/drying/job.ts';
import {
  DAY,
  digits,
  type Given,
  openReadings,
  press,
  ROOM,
  title,
} from '../support/drying/readings-screen.tsx';
import { button } from '../support/kinds/screen.ts';
import { WORK_ORDERS } from '../support/kinds/work-orders.ts';
import { startApp, type TestRecords } from '../support/records/record-services.tsx';

const READ_TODAY: NonNullable<Given['facts']> = [
  [1, ROOM],
  [0, [air('out', 52, 60), air('un', 70, 38)]],
];

/** From now on, a number is kept only when `go` ends its wait. */
function slowStorage() {
  const waits: (() => void)[] = [];
  const flush = Reflect.get(DraftKeeper.prototype, 'flush') as (this: DraftKeeper) => Promise<void>;
  vi.spyOn(DraftKeeper.prototype, 'flush').mockImplementation(async function (this: DraftKeeper) {
    await flush.call(this);
    await new Promise<void>((resolve) => waits.push(resolve));
  });
  const isWaiting = () => waitFor(() => expect(waits).toHaveLength(1));
  const go = async () => {
    await isWaiting();
    waits.shift()?.();
  };
  return { isWaiting, go };
}

test('keeps the order of the digits that wait for slow storage', async () => {
  const { user, records } = await openReadings({ facts: [[1, ROOM]], address: '?visit=all' });
  await title('Outside');
  const storage = slowStorage();
  await digits(user, '5260');
  await storage.isWaiting();
  await digits(user, '703868');
  await storage.go();
  await storage.isWaiting();
  await digits(user, '45');
  // 60, 70, 38, 68, 45
  for (let number = 0; number < 5; number += 1) await storage.go();
  await title('Chamber A');
  const [draft] = await records.services.db.relaxed.drafts.toArray();
  expect(draft?.fields['notes']).toMatch(/: air out 52F 60%, un 70F 38%, hvac 68F 45%$/m);
});

test('is saved once, with every number that waits for slow storage', async () => {
  const { user, records, log } = await openReadings({ facts: READ_TODAY, address: '?visit=A' });
  await title('Chamber A');
  await digits(user, '7471');
  await title('Air leaving D1');
  const storage = slowStorage();
  await digits(user, '9520');
  await storage.isWaiting();
  await digits(user, '34');
  const save = screen.getByRole('button', { name: 'Save visit' });
  await user.click(save);
  await user.click(save);
  // 95, 20, 34
  for (let number = 0; number < 3; number += 1) await storage.go();
  await title('Readings');
  expect((await log()).points[0]?.readings.map(({ value }) => value)).toEqual([34]);
  expect(await records.outbox()).toHaveLength(1);
  const { notes } = (await records.viewOf('workOrders', '1')) ?? {};
  expect(String(notes).match(/: air A/g)).toHaveLength(1);
  expect(String(notes).match(/: points A1/g)).toHaveLength(1);
});

const typed = (name: string) => screen.getByRole('status', { name });

describe('a temperature', () => {
  const notesOf = async (records: TestRecords) =>
    String((await records.services.db.relaxed.drafts.toArray())[0]?.fields['notes']);

  test('is in the draft before its humidity is asked, and is there after the page died', async () => {
    const { user, records, unmount } = await openReadings({ facts: [[1, ROOM]], address: '?visit=all' });
    await title('Outside');
    const storage = slowStorage();
    await digits(user, '52');
    await storage.isWaiting();
    expect(typed('Temperature').parentElement).toHaveAttribute('data-now');
    expect(typed('Temperature')).toHaveTextContent('52 °F');
    unmount();
    await storage.go();
    const next = startApp('/work-orders/1/readings?visit=all', records);
    await title('Outside');
    expect(typed('Humidity').parentElement).toHaveAttribute('data-now');
    expect(typed('Temperature')).toHaveTextContent('52 °F');
    await digits(next.user, '60');
    await storage.go();
    await title('Unaffected');
    expect(await notesOf(records)).toMatch(/: air out 52F 60%$/m);
    expect(await notesOf(records)).not.toContain('without humidity');
  });

  test('that is erased is not kept as another one', async () => {
    const { user, records } = await openReadings({ facts: [[1, ROOM]], address: '?visit=all' });
    await title('Outside');
    await digits(user, '52');
    await waitFor(async () => expect(await notesOf(records)).toContain('out 52F without humidity'));
    await user.click(screen.getByRole('button', { name: 'Erase' }));
    await waitFor(async () => expect(await records.services.db.relaxed.drafts.count()).toBe(0));
    expect(typed('Temperature')).toHaveTextContent('52 °F');
    await user.click(screen.getByRole('button', { name: 'Erase' }));
    await digits(user, '460');
    await title('Unaffected');
    expect(await notesOf(records)).toMatch(/: air out 54F 60%$/m);
  });

  test('whose humidity is missing is asked for before the visit is saved', async () => {
    const { user, records } = await openReadings({ facts: [[1, ROOM]], address: '?visit=all' });
    await title('Outside');
    await digits(user, '5260');
    await title('Unaffected');
    await digits(user, '70');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await title('Outside');
    await digits(user, '5361');
    await title('Unaffected');
    expect(typed('Temperature')).toHaveTextContent('70 °F');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await title('Outside');
    await press(records, user, 'Save visit');
    await title('Unaffected');
    expect(screen.getByRole('main')).toHaveTextContent('This number is not finished.');
    expect(await records.outbox()).toEqual([]);
  });
});

test('an answer that is looked at again stays when Next is pressed', async () => {
  const { user } = await openReadings({ facts: READ_TODAY, address: '?visit=A' });
  await title('Chamber A');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await digits(user, '7471');
  await title('Air leaving D1');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await title('Chamber A');
  expect(screen.getByRole('main')).toHaveTextContent('Entered: 74 °F, 71 %');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await title('Air leaving D1');
});

const BATH: NonNullable<Given['facts']> = [
  [
    1,
    [
      { word: 'chamber', ref: ref('B'), rooms: ['Bath'], lossClass: null, cubicFeet: null },
      { word: 'set', ref: ref('B1'), place: 'Bath wall', material: '', goal: 12 },
    ],
  ],
];

describe('beside a visit of another chamber that is not saved', () => {
  /** Chamber A is read up to its dehumidifier; then the page is gone. */
  async function leftChamberA() {
    const opened = await openReadings({ facts: [...READ_TODAY, ...BATH] });
    const { records, user, unmount } = opened;
    await press(records, user, 'Read chamber A');
    await title('Chamber A');
    await digits(user, '7471');
    await title('Air leaving D1');
    unmount();
    const drafts = () => records.services.db.relaxed.drafts.toArray();
    await waitFor(async () => expect(await drafts()).toHaveLength(1));
    const { user: next } = startApp('/work-orders/1/readings', records);
    return { ...opened, user: next, drafts };
  }

  test('begins anew, says that the other is kept, and keeps it', async () => {
    const { records, user, log, drafts } = await leftChamberA();
    await press(records, user, 'Read chamber B');
    await title('Chamber B');
    expect(screen.getByRole('main')).toHaveTextContent('1 of 2');
    expect(screen.getByRole('main')).toHaveTextContent(
      'Your visit of chamber A is not saved yet. It is kept.',
    );
    await digits(user, '7050');
    await title('Point B1');
    await digits(user, '20');
    await press(records, user, 'Save visit');
    await title('Readings');
    const [draft, ...others] = await drafts();
    expect(others).toEqual([]);
    expect(draft?.fields['notes']).toMatch(/: air A\/Ann Lee 74F 71%$/m);
    await press(records, user, 'Read chamber A');
    await title('Air leaving D1');
    await digits(user, '9520');
    await title('Point A1');
    await digits(user, '34');
    await press(records, user, 'Save visit');
    await title('Readings');
    const { chambers, points } = await log();
    expect([...chambers, ...points].map(({ name, readings }) => [name, readings.length])).toEqual([
      ['A', 1],
      ['B', 1],
      ['A1', 1],
      ['B1', 1],
    ]);
    expect(await drafts()).toEqual([]);
  });

  test('is discarded alone', async () => {
    const { records, user, drafts } = await leftChamberA();
    await press(records, user, 'Read chamber B');
    await title('Chamber B');
    await digits(user, '7050');
    await title('Point B1');
    await press(records, user, 'Discard visit');
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await user.click(button(question, 'Discard'));
    await title('Readings');
    await waitFor(async () => expect(await drafts()).toHaveLength(1));
    await press(records, user, 'Read chamber A');
    await title('Air leaving D1');
  });

  test('reads the whole job, and the other goes on with its own chamber', async () => {
    const { records, user, drafts } = await leftChamberA();
    await press(records, user, 'Start visit');
    await title('Outside');
    await digits(user, '5260');
    await title('Unaffected');
    await user.click(screen.getByRole('link', { name: 'Today' }));
    const offer = await screen.findByRole('region', { name: 'Not saved yet' });
    expect(await drafts()).toHaveLength(2);
    const [, older] = within(offer).getAllByRole('button', { name: 'Continue' });
    if (!older) throw new Error('There are two.');
    await user.click(older);
    await title('Air leaving D1');
    expect(screen.getByRole('main')).toHaveTextContent('2 of 3');
    expect(screen.getByRole('main')).toHaveTextContent('Your visit of the whole job is not saved yet.');
  });
});

test('leaves no draft when it is saved with the number that was typed last', async () => {
  const { user, records, unmount } = await openReadings({ facts: READ_TODAY, address: '?visit=A' });
  await title('Chamber A');
  await digits(user, '7471');
  await title('Air leaving D1');
  await digits(user, '9520');
  await title('Point A1');
  await digits(user, '34');
  await press(records, user, 'Save visit');
  await title('Readings');
  unmount();
  startApp('/work-orders/1/readings?visit=A', records);
  await title('Chamber A');
  expect(screen.queryByText(/^Entered/)).toBeNull();
  expect(await records.services.db.relaxed.drafts.count()).toBe(0);
});

test('a visit that goes on later, after equipment was placed, has the times of both parts', async () => {
  const fans: DryingFact = {
    word: 'placed',
    ref: ref('MA'),
    count: 4,
    kind: 'air movers',
    chamber: ref('A'),
  };
  const { user, records, unmount, log } = await openReadings({
    // Placed while the visit waits.
    facts: [...READ_TODAY, [-40 / (24 * 60), [fans]]],
    address: '?visit=A',
  });
  await title('Chamber A');
  await digits(user, '7471');
  await title('Air leaving D1');
  unmount();
  records.clock.advance(60 * 60_000);
  const next = startApp('/work-orders/1/readings?visit=A', records);
  await title('Air leaving D1');
  await digits(next.user, '9520');
  await title('Point A1');
  await digits(next.user, '34');
  await press(records, next.user, 'Next');
  await title('All numbers are in');
  await press(records, next.user, 'All equipment still running');
  await press(records, next.user, 'Save visit');
  await title('Readings');
  const { chambers, units } = await log();
  const [first, second] = [chambers[0]?.readings[0]?.at ?? 0, units[0]?.readings[0]?.at ?? 0];
  expect(second - first).toBeGreaterThanOrEqual(59 * 60_000);
  expect(units.map(({ name, seen }) => [name, seen.length])).toEqual([
    ['D1', 1],
    ['MA', 1],
  ]);
});

test('digits typed at the question about discarding enter no number', async () => {
  const { user, records } = await openReadings({ facts: [[1, ROOM]], address: '?visit=all' });
  await title('Outside');
  await digits(user, '5260');
  await title('Unaffected');
  await press(records, user, 'Discard visit');
  const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
  await user.keyboard('7038');
  await user.click(button(question, 'Keep editing'));
  await title('Unaffected');
  expect(screen.getByRole('status', { name: 'Temperature' })).toHaveTextContent(/^\s*°F$/);
});

test('a visit waits until the other work orders of the project are read', async () => {
  const project = '--- Job ---\nProject: Burst pipe';
  const { records, unmount } = await openReadings({ notes: project });
  const { clock, collections } = records.services;
  const setUp = addDrying(project, { at: clock.now() - DAY, offset: 0, who: 'Ann Lee' }, ROOM);
  await records.seedAll('workOrders', [{ ...WORK_ORDERS.a, notes: setUp }]);
  await screen.findByRole('button', { name: 'Read chamber A' });
  unmount();
  const begun = Object.assign(Object.create(collections.workOrders.getSnapshot()), {
    records: [],
    complete: false,
  });
  const reading = vi.spyOn(collections.workOrders, 'getSnapshot').mockReturnValue(begun);
  startApp('/work-orders/1/readings?visit=all', records);
  await expect(screen.findByRole('heading', { level: 1 }, { timeout: 500 })).rejects.toThrow(/heading/);
  reading.mockRestore();
  await records.seedAll('workOrders', [WORK_ORDERS.b]);
  await title('Outside');
  expect(screen.getByRole('main')).toHaveTextContent('1 of 6');
});
