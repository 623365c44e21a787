import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { readCollection, writeMeta } from '../../src/db/meta-rows.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { aCustomer } from '../support/records/mutations.ts';
import { customers, startApp, TestRecords } from '../support/records/record-services.tsx';
import { aCompany, card, downloads, openReport, press, table, tiles } from '../support/records/reports.tsx';

const TITLES = [
  'Customer Summary',
  'Project Performance',
  'Financial Analysis',
  'Work Order Status',
  'Estimate Conversion',
];

describe('the reports screen', () => {
  // @spec 0.4 1.3 2.23 2.59 2.60 2.61
  test('has five cards, each with View Report and Export, and asks for a pull of everything', async () => {
    const records = await aCompany();
    startApp('/reports', records);
    await screen.findByRole('heading', { level: 1, name: 'Reports' });
    // The bar has the title before the screen is there.
    const regions = await within(screen.getByRole('main')).findAllByRole('region');
    expect(regions.map((region) => within(region).getByRole('heading').textContent)).toEqual(TITLES);
    for (const region of regions) {
      within(region).getByRole('button', { name: 'View Report' });
      within(region).getByRole('button', { name: 'Export' });
    }
    await within(await card('Customer Summary')).findByText('3 customers');
    await waitFor(async () => {
      const asked = RESOURCE_NAMES.map((name) => `request:${name}`);
      const rows = await records.services.db.relaxed.meta.bulkGet(asked);
      expect(rows.map((row) => row?.key)).toEqual(asked);
    });
  });

  test('shows on each card its main figure, and how it is divided by status', async () => {
    startApp('/reports', await aCompany());
    const [summary, analysis, conversion] = [
      await card('Customer Summary'),
      await card('Financial Analysis'),
      await card('Estimate Conversion'),
    ];
    const shares = await within(summary).findByRole('figure', { name: 'Customers by status' });
    expect(
      within(shares)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Active 1', 'Prospect 1', 'Lead 1']);
    expect(summary).toHaveTextContent('1Active');
    await within(analysis).findByText('$2,108');
    expect(await within(analysis).findByRole('figure', { name: 'Value by status' })).toHaveTextContent(
      'Draft $0Sent $108Accepted $2,000',
    );
    await within(conversion).findByText('100.0%');
  });

  test('shows no figure on a card without records', async () => {
    startApp('/reports', await TestRecords.open());
    expect(await within(await card('Customer Summary')).findByText('0 customers')).toBeVisible();
    expect(screen.queryByRole('figure')).toBeNull();
  });

  test('says how old the figures are', async () => {
    startApp('/reports', await aCompany());
    expect(await screen.findByText(/^Saved on this device · as of /)).toBeVisible();
  });
});

describe('a report', () => {
  test('says how old its own list is, whatever else was fetched', async () => {
    const records = await aCompany();
    const { relaxed } = records.services.db;
    await relaxed.transaction('rw', relaxed.meta, async (tx) =>
      writeMeta(tx, { ...(await readCollection(tx, 'projects')), pulledAt: null }),
    );
    const { dialog } = await openReport('Customer Summary', records);
    await waitFor(() => expect(dialog).toHaveTextContent(/Saved on this device · as of \d/));
    expect(screen.getByText(/^Saved on this device · 3 of 4 lists fetched, as of \d/)).toBeInTheDocument();
  });

  // @spec D2.23
  test('names what needs attention among its records', async () => {
    const records = await aCompany();
    const fields = { city: { base: '', value: 'Nampa' } };
    const refusal = { reason: 'rejected', status: 400, body: null, at: 0 } as const;
    await records.remember({ localId: '1', fields, state: 'parked', refusal });
    const { dialog } = await openReport('Customer Summary', records);
    await waitFor(() => expect(dialog).toHaveTextContent(/as of .* · 1 of these needs attention\./));
  });

  // @spec 0.4 2.62 2.67 2.68 2.69 2.71 9.12
  test.each<[string, [string, string][]]>([
    [
      'Customer Summary',
      [
        ['Total Customers', '3'],
        ['Active', '1'],
        ['Residential', '1'],
        ['Commercial', '1'],
      ],
    ],
    [
      'Project Performance',
      [
        ['Total Projects', '3'],
        ['Active', '0'],
        ['Completed', '1'],
        ['Average Estimated Cost', '$4,484'],
      ],
    ],
    [
      'Work Order Status',
      [
        ['Total Work Orders', '3'],
        ['Pending', '1'],
        ['In Progress', '0'],
        ['Completed', '0'],
      ],
    ],
  ])('%s shows its tiles', async (title, figures) => {
    const { dialog } = await openReport(title, await aCompany());
    await waitFor(() => expect(tiles(dialog)).toEqual(figures));
  });

  // @spec 2.70 9.12
  test('shows whole dollars in its tiles and cents in its table', async () => {
    const { dialog } = await openReport('Financial Analysis', await aCompany());
    await waitFor(() =>
      expect(tiles(dialog)).toEqual([
        ['Total Estimates', '3'],
        ['Accepted', '1'],
        ['Total Value', '$2,108'],
        ['Average Estimate Value', '$703'],
      ]),
    );
    expect(table(dialog)).toEqual([
      ['Estimate #', 'Title', 'Status', 'Amount'],
      ['EST-7', 'Roof repair', 'Sent', '$108.36'],
      ['EST-12', 'Drywall', 'Accepted', '$2,000.00'],
      ['-', 'Untitled estimate', 'Draft', '-'],
    ]);
  });

  // @spec 2.66 D1.5
  test('of estimates tells how many became work, with one decimal', async () => {
    const records = await TestRecords.open();
    const statuses = ['accepted', 'rejected', 'expired', 'sent', 'sent', 'draft'];
    await records.seedAll(
      'estimates',
      statuses.map((status) => ({ title: status, status, total_amount: 1 })),
    );
    const { dialog } = await openReport('Estimate Conversion', records);
    await waitFor(() =>
      expect(tiles(dialog)).toEqual([
        ['Total Estimates', '6'],
        ['Sent', '2'],
        ['Accepted', '1'],
        ['Conversion Rate', '33.3%'],
      ]),
    );
  });

  test('follows every change while it is open', async () => {
    const records = await TestRecords.open();
    await records.seed(aCustomer({ status: 'lead' }));
    const { dialog } = await openReport('Customer Summary', records);
    await waitFor(() => expect(tiles(dialog)[1]).toEqual(['Active', '0']));
    await records.seed(aCustomer({ status: 'active' }));
    await waitFor(() => expect(tiles(dialog)[1]).toEqual(['Active', '1']));
  });

  test('draws its picture, and says the same in words', async () => {
    const { dialog } = await openReport('Estimate Conversion', await aCompany());
    const figure = await within(dialog).findByRole('figure', { name: 'Estimates by status' });
    expect(
      within(figure)
        .getAllByRole('img')
        .map((bar) => bar.getAttribute('aria-label')),
    ).toEqual(['Draft: 1', 'Sent: 1', 'Accepted: 1']);
  });

  // @spec 2.69 D1.6
  test('of nothing shows zeros, and what it waits for', async () => {
    const { dialog } = await openReport('Project Performance', await TestRecords.open());
    await waitFor(() =>
      expect(tiles(dialog)).toEqual([
        ['Total Projects', '0'],
        ['Active', '0'],
        ['Completed', '0'],
        ['Average Estimated Cost', '$0'],
      ]),
    );
    expect(await within(dialog).findByText('No projects yet')).toBeVisible();
  });

  test('whose records are on their way shows neither figures nor the part that is here', async () => {
    const records = await TestRecords.open();
    await records.say({ pulledAt: null });
    await records.seed(...customers(2));
    const { dialog } = await openReport('Customer Summary', records);
    await waitFor(() => expect(within(dialog).getAllByRole('img', { name: 'Loading' })).toHaveLength(4));
    expect(within(dialog).getByRole('status', { name: 'Loading customers' })).toBeVisible();
    expect(within(dialog).queryByRole('table')).toBeNull();
    const [summary, performance] = [await card('Customer Summary'), await card('Project Performance')];
    await waitFor(() => expect(summary).toHaveTextContent('2 customers, not all fetched yet'));
    await waitFor(() => expect(performance).toHaveTextContent('Not fetched yet'));
    await records.say({ pulledAt: null, reasons: ['offline'] });
    await waitFor(() => expect(within(dialog).getAllByText('Not fetched yet')).toHaveLength(4));
    expect(await within(dialog).findByText('No customers on this device yet')).toBeVisible();
    await records.say({});
    await waitFor(() => expect(tiles(dialog)[0]).toEqual(['Total Customers', '2']));
    expect(within(dialog).getByRole('table')).toBeVisible();
  });

  test('that was never fetched says so instead of counting nothing, and so does its file', async () => {
    downloads();
    const records = await TestRecords.open();
    await records.say({ pulledAt: null, error: 'Failed to fetch customers' });
    const { user, dialog } = await openReport('Customer Summary', records);
    await within(dialog).findByText('Failed to fetch customers');
    within(dialog).getByRole('button', { name: 'Retry' });
    await press(user, dialog, 'Export Report');
    expect(
      await within(dialog).findByText(/^Exported 0 customers: not everything has been fetched/),
    ).toBeVisible();
  });

  // @spec 2.64 D1.23
  test('has an address; Close leads back to the cards, and so does Back', async () => {
    const records = await aCompany();
    const { user, dialog } = await openReport('Work Order Status', records);
    expect(window.location.search).toBe('?report=work-order-status');
    await user.click(within(dialog).getByText('Close', { selector: 'button *' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.pathname + window.location.search).toBe('/reports');
    const view = within(await card('Work Order Status')).getByRole('button', { name: 'View Report' });
    expect(view).toHaveFocus();
    await user.dblClick(view);
    await screen.findByRole('dialog', { name: 'Work Order Status' });
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.pathname + window.location.search).toBe('/reports');
  });

  // @spec D1.23
  test('opened by its address is closed to the cards', async () => {
    const { user } = startApp('/reports?report=customer-summary', await aCompany());
    const dialog = await screen.findByRole('dialog', { name: 'Customer Summary' });
    await waitFor(() => expect(document.title).toMatch(/^Customer Summary/));
    await user.click(within(dialog).getByText('Close', { selector: 'button *' }));
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/reports'));
  });

  // @spec 2.66 8.27 D1.5 D1.23
  test.each(['nonsense', 'constructor', ''])('with the unknown id %j says so', async (id) => {
    const { user } = startApp(`/reports?report=${id}`, await aCompany());
    const dialog = await screen.findByRole('dialog', { name: 'Report' });
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Report not found');
    await user.click(within(dialog).getByText('Close', { selector: 'button *' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
