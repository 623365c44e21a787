import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { saveSettings } from '../../src/records/company-settings.ts';
import { customers, startApp, TestRecords } from '../support/records/record-services.tsx';
import { aCompany, card, downloads, openReport, press, table } from '../support/records/reports.tsx';

describe('a report', () => {
  // @spec 2.63 2.64 9.7 D1.10
  test('shows the first 10 records, each leading to its own screen; the export holds all', async () => {
    const taken = downloads();
    const records = await TestRecords.open();
    await records.seed(...customers(12));
    const { user, dialog } = await openReport('Customer Summary', records);
    await within(dialog).findByText('The first 10 of 12 customers');
    const names = table(dialog).map(([name]) => name);
    expect(names).toEqual(['Name', ...Array.from({ length: 10 }, (_, index) => `Cleo Nr${12 - index}`)]);
    await press(user, dialog, 'Export Report');
    await within(dialog).findByText('Exported 12 customers');
    const [file] = taken;
    expect(file?.name).toMatch(/^customer-summary-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await file?.content.text())?.split('\r\n') ?? [];
    expect(lines.slice(1, -1).map((line) => line.split(',').slice(0, 2).join(' '))).toEqual(
      Array.from({ length: 12 }, (_, index) => `Cleo Nr${12 - index}`),
    );
    await user.click(within(dialog).getByRole('link', { name: 'Cleo Nr12' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Cleo Nr12' })).toBeVisible();
  });

  test('that cannot be written says so, and can be tried again', async () => {
    const taken = downloads({ failing: 1 });
    const { user, dialog } = await openReport('Customer Summary', await aCompany());
    const button = within(dialog).getByRole('button', { name: 'Export Report' });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    await within(dialog).findByText(/^The file could not be written/);
    await user.click(button);
    await within(dialog).findByText('Exported 3 customers');
    expect(taken).toHaveLength(1);
  });
});

// @spec 2.60
test('a card’s Export writes the same file as the dialog’s', async () => {
  const taken = downloads();
  const records = await aCompany();
  const { user } = startApp('/reports', records);
  const region = await card('Work Order Status');
  await within(region).findByText('3 work orders');
  await press(user, region, 'Export');
  await within(region).findByText('Exported 3 work orders');
  await user.click(within(region).getByRole('button', { name: 'View Report' }));
  const dialog = await screen.findByRole('dialog', { name: 'Work Order Status' });
  await press(user, dialog, 'Export Report');
  await within(dialog).findByText('Exported 3 work orders');
  const [first, second] = taken;
  expect(first?.name).toBe(second?.name);
  expect(await first?.content.text()).toBe(await second?.content.text());
});

test('a card and a report export an Excel file as well', async () => {
  const taken = downloads();
  const records = await aCompany();
  const { user, dialog } = await openReport('Customer Summary', records);
  await press(user, dialog, 'Choose a file format');
  await user.click(await within(dialog).findByRole('menuitem', { name: 'Excel (.xlsx)' }));
  await within(dialog).findByText('Exported 3 customers');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const region = await card('Customer Summary');
  await press(user, region, 'Choose a file format');
  await user.click(await within(region).findByRole('menuitem', { name: 'Excel (.xlsx)' }));
  await within(region).findByText('Exported 3 customers');
  const names = taken.map(({ name }) => name.replace(/\d{4}-\d\d-\d\d/, 'day'));
  expect(names).toEqual(['customer-summary-day.xlsx', 'customer-summary-day.xlsx']);
  expect(await taken[0]?.content.text()).toMatch(/^PK/);
});

test('a report prints', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  const records = await aCompany();
  await saveSettings(records.services, { companyName: 'Lakeside Restoration', myName: 'Maria' });
  const { user, dialog } = await openReport('Customer Summary', records);
  await within(dialog).findByRole('figure');
  await user.click(within(dialog).getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const lines = [...document.querySelectorAll('[data-paper] :is(h1, h2, p, th)')].map(
    (line) => line.textContent,
  );
  expect(lines).toEqual([
    'Lakeside Restoration',
    'Customer Summary',
    expect.stringMatching(/^Saved on this device/),
    '3 customers',
    'Name',
    'Type',
    'Status',
    'City',
  ]);
  expect(document.querySelectorAll('[data-paper] tbody tr')).toHaveLength(3);
  expect(document.querySelectorAll('[data-paper] figure')).toHaveLength(1);
  expect(document.querySelectorAll('[data-paper] :is(a, button)')).toHaveLength(0);
});
