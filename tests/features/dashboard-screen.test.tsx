import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readCollection, writeMeta } from '../../src/db/meta-rows.ts';
import { countStats } from '../../src/domain/dashboard-stats.ts';
import { dayAfter, dayAt } from '../../src/domain/plain-date.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { requestStats } from '../../src/records/use-sync-status.ts';
import { KINDS } from '../support/kinds/kinds.ts';
import { customers, onDesk, onPhone, startApp, TestRecords } from '../support/records/record-services.tsx';

const CARDS = [
  ['Total Customers', '3', '/customers'],
  ['Active Customers', '1', '/customers?status=active'],
  ['Active Projects', '0', '/projects?status=in_progress'],
  ['Completed Projects', '1', '/projects?status=completed'],
  ['Pending Estimates', '2', '/estimates?status=draft,sent'],
  ['Approved Estimates', '1', '/estimates?status=accepted'],
  ['Open Work Orders', '2', '/work-orders?status=pending,assigned'],
  ['In Progress Work Orders', '0', '/work-orders?status=in_progress'],
];

/** All samples of all kinds. */
async function aCompany(): Promise<TestRecords> {
  const records = await TestRecords.open();
  for (const [, { resource, a, b, blank }] of KINDS) await records.seedAll(resource, [a, b, blank]);
  return records;
}

function cards(): (string | null | undefined)[][] {
  return within(screen.getByRole('list', { name: 'Figures' }))
    .getAllByRole('listitem')
    .map(({ firstElementChild: card }) => [
      ...[...(card?.children ?? [])].map((part) => part.textContent),
      card?.getAttribute('href'),
    ]);
}

/** The server answers what the screen asked last: `count` active customers and nothing else, or an error. */
async function answer(records: TestRecords, count: number, error: string | null = null): Promise<number> {
  const { meta } = records.services.db.relaxed;
  const asked = await waitFor(async () => {
    const row = await meta.get('request:dashboard');
    if (!row || !('at' in row) || row.at !== records.clock.now()) throw new Error('not asked yet');
    return row.at;
  });
  const counts = RESOURCE_NAMES.map((name) => [
    name,
    countStats(name, Array<string>(name === 'customers' ? count : 0).fill('active')),
  ]);
  const stats = error === null ? Object.fromEntries(counts) : null;
  const { relaxed } = records.services.db;
  await relaxed.transaction('rw', meta, (tx) =>
    writeMeta(tx, { key: 'dashboard', answers: asked, stats, error }),
  );
  return asked;
}

// @spec 2.12 2.13 9.6 D1.11 D1.12 D2.23
test('without a connection: the device’s figures, and it says so; each card leads to what it counts', async () => {
  onDesk();
  const records = await aCompany();
  await records.say({ reasons: ['offline'] });
  const { user } = startApp('/dashboard', records);
  await waitFor(() => expect(cards()).toEqual(CARDS));
  expect(await screen.findByText(/^This device’s figures · as of /)).toBeVisible();
  expect(screen.getByText('Welcome back, maria!')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading the dashboard' })).toBeNull());
  for (const alert of screen.getAllByRole('alert')) expect(alert).toBeEmptyDOMElement();
  await user.click(screen.getByRole('link', { name: /^Pending Estimates/ }));
  // Offline the list says how old it is, as soon as the device has told.
  expect(await screen.findByText(/^2 of 3 estimates · as of /)).toBeVisible();
  expect(await screen.findByLabelText('Filter by status')).toHaveDisplayValue('Pending');
});

// @spec 0.3 1.2 2.14 2.15 2.16 2.17 3.24 4.14 8.4 8.25 D1.25 D2.22
test('with one: a spinner while the server is asked; its error with a way to try again', async () => {
  const records = await aCompany();
  const { user } = startApp('/dashboard', records);
  expect(await screen.findByRole('status', { name: 'Loading the dashboard' })).toBeVisible();
  await waitFor(() => expect(cards()).toEqual(CARDS));
  await answer(records, 0, 'Failed to fetch dashboard stats');
  // Each line of *Needs a push* has an empty one.
  const [alert = document.body] = screen.getAllByRole('alert');
  const words = 'Error loading dashboard: Failed to fetch dashboard stats';
  await waitFor(() => expect(alert).toHaveTextContent(words));
  expect(cards()).toEqual(CARDS);
  expect(screen.queryByRole('status', { name: 'Loading the dashboard' })).toBeNull();

  records.clock.advance(1000);
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('status', { name: 'Loading the dashboard' })).toBeVisible();
  await answer(records, 1234);
  await waitFor(() => expect(alert).toBeEmptyDOMElement());
  expect(cards()).toEqual(CARDS);

  // A server with a problem has said so: it is no reason to hide its words.
  records.clock.advance(1000);
  await requestStats(records.services);
  await answer(records, 0, 'It is broken');
  await records.say({ reasons: ['serverProblem'] });
  await waitFor(() => expect(alert).toHaveTextContent('Error loading dashboard: It is broken'));
});

// @spec D2.22 D2.23
test('before this device has all records, the figures are the server’s, and it says so', async () => {
  const records = await aCompany();
  await records.say({ pulledAt: null });
  startApp('/dashboard', records);
  await answer(records, 1234);
  await waitFor(() => expect(cards()[1]?.[1]).toBe('1,234'));
  expect(cards()[4]?.[1]).toBe('0');
  expect(screen.getByText('The server’s figures, until all records are on this device')).toBeVisible();
  expect(screen.queryByText(/^This device’s figures/)).toBeNull();

  // Another tab asks: the figures that this one shows are still the server's.
  records.clock.advance(1000);
  await requestStats(records.services);
  await answer(records, 1235);
  await waitFor(() => expect(cards()[1]?.[1]).toBe('1,235'));

  // From here on they agree with the lists.
  await records.say({});
  await waitFor(() => expect(cards()).toEqual(CARDS));
  expect(screen.getByText(/^This device’s figures · as of /)).toBeVisible();
  expect(screen.queryByText(/^The server’s figures/)).toBeNull();
  await records.remember({ localId: '1', kind: 'delete' });
  await waitFor(() => expect(cards()[0]?.[1]).toBe('2'));
});

// @spec D2.23
test('a figure agrees with the list that it opens while a change in it needs attention, and names that', async () => {
  const records = await aCompany();
  await records.remember({
    localId: '1',
    fields: { status: { base: 'active', value: 'inactive' } },
    state: 'parked',
    refusal: { reason: 'rejected', status: 400, body: { status: ['No.'] }, at: 0 },
  });
  const { user } = startApp('/dashboard', records);
  await answer(records, 1234);
  const total = ['Total Customers', '3', '1 needs attention', '/customers'];
  await waitFor(() => expect(cards()[0]).toEqual(total));
  const active = cards()[1];
  expect(active).toHaveLength(3);
  await user.click(screen.getByRole('link', { name: /^Active Customers/ }));
  expect(await screen.findByText(new RegExp(`^${active?.[1]} of 3 customers`))).toBeVisible();
  expect(screen.queryByText(/of these needs? attention/)).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Customers' }));
  expect(await screen.findByText('1 of these needs attention.')).toBeVisible();
  expect(screen.getByText(/^3 customers/)).toBeVisible();
});

test('what is next on the schedule stands below, and leads to the work order', async () => {
  const records = await TestRecords.open();
  const today = dayAt(records.clock.now());
  const common = { status: 'pending', priority: 'urgent', city: 'Boise', state: 'ID' };
  await records.seedAll('workOrders', [
    { ...common, title: 'Long ago', scheduled_date: '2001-01-01' },
    { ...common, title: 'Set up fans', scheduled_date: dayAfter(today) },
    { ...common, title: 'Extract water', scheduled_date: today, notes: '--- Job ---\nTime: 23:58' },
    { ...common, title: 'Done', scheduled_date: today, status: 'completed' },
  ]);
  const { user } = startApp('/dashboard', records);
  const next = await screen.findByRole('region', { name: 'Next on the schedule' });
  await waitFor(() =>
    expect(
      within(next)
        .queryAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Today 11:58 PMExtract waterBoise, IDUrgent', 'Tomorrow Set up fansBoise, IDUrgent']),
  );
  await user.click(within(next).getByRole('link', { name: 'Set up fans' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Set up fans' })).toBeVisible();
});

// @spec D1.64
test('on a phone, Today stands before the figures', async () => {
  onPhone();
  const records = await TestRecords.open();
  await records.seedAll('workOrders', [
    { title: 'Extract water', status: 'assigned', scheduled_date: dayAt(records.clock.now()) },
  ]);
  startApp('/dashboard', records);
  const [job] = await screen.findAllByRole('heading', { level: 3, name: 'Extract water' });
  const figures = await screen.findByRole('list', { name: 'Figures' });
  expect(job?.compareDocumentPosition(figures)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('with nothing to come it says so', async () => {
  startApp('/dashboard', await TestRecords.open());
  expect(await screen.findByText('Nothing is scheduled for today or later.')).toBeVisible();
});

// @spec 2.13
test('before the first download nothing is counted: no zero stands for what nobody knows', async () => {
  const records = await TestRecords.open();
  await records.say({ pulledAt: null });
  const { unmount } = startApp('/dashboard', records);
  const figures = await screen.findByRole('list', { name: 'Figures' });
  await waitFor(() => expect(within(figures).getAllByRole('img', { name: 'Loading' })).toHaveLength(8));
  expect(figures).not.toHaveTextContent(/\d/);
  expect(await screen.findByRole('status', { name: 'Loading work orders' })).toBeVisible();
  expect(screen.queryByText(/^Nothing is scheduled/)).toBeNull();

  // A part of them adds up to nothing that is true.
  await records.seedAll('customers', customers(2));
  await waitFor(() => expect(records.services.collections.customers.getSnapshot().records).toHaveLength(2));
  expect(figures).not.toHaveTextContent(/\d/);

  // Without a connection they do not come for now.
  await records.say({ pulledAt: null, reasons: ['offline'] });
  await waitFor(() => expect(within(figures).getAllByText('Not fetched yet')).toHaveLength(8));
  expect(within(figures).queryByRole('img')).toBeNull();
  expect(screen.getByText('The work orders on the server have not been fetched yet.')).toBeVisible();
  unmount();
});

test('each figure stands as soon as what it counts has been fetched, be it nothing', async () => {
  const records = await TestRecords.open();
  await records.say({ pulledAt: null });
  startApp('/dashboard', records);
  const { relaxed } = records.services.db;
  const fetch = (resource: ResourceName): Promise<void> =>
    relaxed.transaction('rw', relaxed.meta, async (tx) => {
      const row = await readCollection(tx, resource);
      await writeMeta(tx, { ...row, pulledAt: records.clock.now(), complete: true });
    });
  await screen.findAllByRole('img', { name: 'Loading' });
  await fetch('customers');
  await waitFor(() => expect(cards().map(([, value]) => value)).toEqual(['0', '0', '', '', '', '', '', '']));
  expect(await screen.findByText(/^This device’s figures · 1 of 4 lists fetched, as of \d/)).toBeVisible();
  await fetch('workOrders');
  expect(await screen.findByText('Nothing is scheduled for today or later.')).toBeVisible();
  expect(cards().map(([, value]) => value)).toEqual(['0', '0', '', '', '', '', '0', '0']);
});

test('what was made on this device stands among the next work orders, which are said to be not fetched', async () => {
  const records = await TestRecords.open();
  await records.say({ pulledAt: null, reasons: ['offline'] });
  const today = dayAt(records.clock.now());
  await records.seedAll('workOrders', [{ title: 'Extract water', status: 'pending', scheduled_date: today }]);
  startApp('/dashboard', records);
  const next = await screen.findByRole('region', { name: 'Next on the schedule' });
  expect(await within(next).findByRole('link', { name: 'Extract water' })).toBeVisible();
  expect(within(next).getByText('The work orders on the server have not been fetched yet.')).toBeVisible();
});
