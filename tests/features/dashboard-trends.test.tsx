import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { DASHBOARD_STATS } from '../../src/domain/dashboard-stats.ts';
import { dayAt, daysFrom } from '../../src/domain/plain-date.ts';
import { keepStats } from '../../src/records/use-stat-days.ts';
import { part, rowsOf } from '../support/records/dashboard.ts';
import { customers, startApp, TestRecords } from '../support/records/record-services.tsx';

/** The time that figures must stand still before they are kept. */
const SETTLE_MS = 2000;

function today(records: TestRecords): string {
  return dayAt(records.clock.now());
}

/** This device counted `count` of everything on a day that is `ago` days past. */
async function counted(records: TestRecords, ago: number, count: number): Promise<void> {
  const stats = Object.fromEntries(DASHBOARD_STATS.map(({ key }) => [key, count]));
  await keepStats(records.services, daysFrom(today(records), -ago), stats);
}

async function keptDays(records: TestRecords): Promise<string[]> {
  const keys = await records.services.db.relaxed.settings.toCollection().primaryKeys();
  return keys.filter((key) => key.startsWith('stats:')).map((key) => key.slice('stats:'.length));
}

function cardOf(label: string): HTMLElement {
  return within(screen.getByRole('list', { name: 'Figures' })).getByRole('link', {
    name: new RegExp(`^${label}`),
  });
}

describe('the trend of a card', () => {
  test('is absent on a device that has not counted before, and its figures are kept', async () => {
    const records = await TestRecords.open();
    await records.seed(...customers(3));
    startApp('/dashboard', records);
    await waitFor(() => expect(cardOf('Total Customers')).toHaveTextContent('Total Customers3'));
    await part('Pipeline');
    expect(cardOf('Total Customers').querySelector('svg')).toBeNull();
    expect(screen.queryByText(/^This device has counted/)).toBeNull();
    expect(await keptDays(records)).toEqual([]);
    records.clock.advance(SETTLE_MS);
    expect(await screen.findByText(/^This device has counted since /)).toBeVisible();
    expect(await keptDays(records)).toEqual([today(records)]);
    expect(cardOf('Total Customers').querySelector('svg')).toBeNull();
  });

  test('outlives a clock that is years ahead for a moment: 400 days are kept, whichever they are', async () => {
    const records = await TestRecords.open();
    for (const ago of [2, 1, -800]) await counted(records, ago, 1);
    expect(await keptDays(records)).toHaveLength(3);
    for (let ago = 3; ago <= 398; ago += 1) await counted(records, ago, 1);
    expect(await keptDays(records)).toHaveLength(399);
    for (const ago of [0, 399, 400]) await counted(records, ago, 1);
    expect((await keptDays(records))[0]).toBe(daysFrom(today(records), -398));
  });

  test('does not count since a day that a wrong clock made up', async () => {
    const records = await TestRecords.open();
    await records.seed(...customers(3));
    await counted(records, 20_000, 2);
    await counted(records, 1, 2);
    startApp('/dashboard', records);
    expect(await screen.findByText(/^This device has counted since /)).not.toHaveTextContent(/19\d\d/);
  });

  test('is a line without words on a device that counts since yesterday', async () => {
    const records = await TestRecords.open();
    await records.seed(...customers(3));
    await counted(records, 1, 2);
    startApp('/dashboard', records);
    await waitFor(() => expect(cardOf('Total Customers').querySelector('svg')).not.toBeNull());
    expect(cardOf('Total Customers')).toHaveTextContent(/^Total Customers3$/);
    const table = screen.getByRole('table', { name: 'Figures for the last 30 days' });
    expect(rowsOf(table).map((cells) => cells.length)).toEqual([9, 9]);
  });

  test('says what changed since last week on a device that counts since 30 days', async () => {
    const records = await TestRecords.open();
    await records.seed(...customers(3));
    await counted(records, 30, 9);
    await counted(records, 29, 1);
    await counted(records, 7, 1);
    await counted(records, 1, 2);
    startApp('/dashboard', records);
    await waitFor(() =>
      expect(cardOf('Total Customers')).toHaveTextContent('Total Customers3+2 since last week'),
    );
    expect(cardOf('Active Projects')).toHaveTextContent('Active Projects0−1 since last week');
    const table = screen.getByRole('table', { name: 'Figures for the last 30 days' });
    expect(rowsOf(table).map(([, total]) => total)).toEqual(['Total Customers', '1', '1', '2']);
  });

  test('compares with the last counted day where last week is unknown', async () => {
    const records = await TestRecords.open();
    await records.seed(...customers(3));
    await counted(records, 9, 3);
    startApp('/dashboard', records);
    await waitFor(() => expect(cardOf('Total Customers')).toHaveTextContent(/Same as on \w{3} \d+$/));
  });

  test('is neither shown nor kept before this device has all records', async () => {
    const records = await TestRecords.open();
    await records.say({ pulledAt: null });
    await records.seed(...customers(2));
    await counted(records, 7, 1);
    startApp('/dashboard', records);
    const next = await part('Next on the schedule');
    expect(await within(next).findByRole('status', { name: 'Loading work orders' })).toBeVisible();
    records.clock.advance(SETTLE_MS);
    for (const name of ['Pipeline', 'Two weeks ahead', 'Today'])
      expect(screen.queryByRole('region', { name })).toBeNull();
    expect(cardOf('Total Customers').querySelector('svg')).toBeNull();
    expect(await keptDays(records)).toHaveLength(1);
  });

  test('stands without a connection, and beside what the server refused', async () => {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    await records.seed(...customers(3));
    await counted(records, 7, 1);
    await records.remember({
      localId: '1',
      fields: { city: { base: '', value: 'Nampa' } },
      state: 'parked',
      refusal: { reason: 'rejected', status: 400, body: null, at: 0 },
    });
    startApp('/dashboard', records);
    await waitFor(() =>
      expect(cardOf('Total Customers')).toHaveTextContent(
        'Total Customers31 needs attention+2 since last week',
      ),
    );
  });
});

test('kept figures are written anew only when they changed', async () => {
  const records = await TestRecords.open();
  await counted(records, 0, 1);
  let written = 0;
  records.services.db.changes.onWritten([{ table: 'settings' }], () => {
    written += 1;
  });
  await counted(records, 0, 1);
  expect(written).toBe(0);
  await counted(records, 0, 2);
  expect(written).toBe(1);
});
