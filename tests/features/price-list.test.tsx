import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readSettings, saveSettings } from '../../src/records/company-settings.ts';
import { ESTIMATES } from '../support/kinds/estimates.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';
import { downloads } from '../support/records/reports.tsx';

const LEARNED = '--- Items ---\n1 x Haul away @ 95.00 = 95.00';

async function openList(priceList = '') {
  const records = await TestRecords.open();
  await records.seedAll('estimates', [{ ...ESTIMATES.a, description: LEARNED }]);
  await saveSettings(records.services, { priceList });
  const { user } = startApp('/settings', records);
  const part = within(await screen.findByRole('region', { name: 'Price List' }));
  const take = (content: BlobPart, name = 'prices.csv') =>
    user.upload(part.getByLabelText('CSV file with prices'), new File([content], name));
  const kept = async () => (await readSettings(records.services)).priceList;
  return { records, user, part, take, kept };
}

test('prices of a CSV file are added, and rows that cannot be read are named', async () => {
  const { part, take, kept } = await openList('Air mover\tdays\t30.00\nDemo\t\t80.00');
  expect(part.getByText('2 prices in the list.')).toBeVisible();
  expect(await part.findByText('1 more price is known from estimates on this device.')).toBeVisible();
  await take(
    'Description,UOM,Unit price\nair mover,days,$35\nPump,,call us\n"Foam, 2 in",sq ft,"1,200.50"\n',
  );
  expect(await part.findByText(/^2 prices were read from prices\.csv\./)).toBeVisible();
  expect(part.getByText(/^One row has no item, or no price .* left out: 3\.$/)).toBeVisible();
  expect(await part.findByText('3 prices in the list.')).toBeVisible();
  expect(await kept()).toBe('air mover\tdays\t35.00\nDemo\t\t80.00\nFoam, 2 in\tsq ft\t1200.50');
});

test.each<[string, BlobPart, string, RegExp]>([
  [
    'a workbook',
    new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0]),
    'prices.csv',
    /^prices\.csv is not a CSV file/,
  ],
  ['too many bytes', new Uint8Array(5 * 1024 * 1024 + 1), 'prices.csv', /^prices\.csv is larger than 5 MB\./],
  ['other columns', 'Color,Size\nred,5x\n', 'prices.csv', /^No columns for item and price were found/],
  ['no price', 'Item,Price\nPump,call us\n', 'prices.csv', /^No row of prices\.csv has an item and a price/],
  ['too many', `Item,Price\nPump,5\n${'x'.repeat(20_000)},5\n`, 'prices.csv', /^The list has no room/],
])('a file with %s changes nothing, and says why', async (_, content, name, said) => {
  const { part, take, kept } = await openList('Demo\t\t80.00');
  await take(content, name);
  expect(await part.findByText(said)).toBeVisible();
  expect(await kept()).toBe('Demo\t\t80.00');
});

test('a file that cannot be read changes nothing, and says why', async () => {
  const { user, part, kept } = await openList('Demo\t\t80.00');
  const file = new File(['Item,Price\nPump,5\n'], 'prices.csv');
  vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new DOMException('It is gone.', 'NotFoundError'));
  await user.upload(part.getByLabelText('CSV file with prices'), file);
  expect(await part.findByText('prices.csv could not be read. Nothing was changed.')).toBeVisible();
  expect(await kept()).toBe('Demo\t\t80.00');
});

test('the list is saved with the prices of estimates as a CSV file, and removed after a question', async () => {
  const files = downloads();
  const { user, part, kept } = await openList('Demo\t\t80.00');
  await part.findByText(/^1 more price/);
  await user.click(part.getByRole('button', { name: 'Download all as CSV' }));
  expect(files[0]?.name).toBe('price-list.csv');
  expect(await files[0]?.content.text()).toContain(
    'Item,Unit,Price,From\r\nDemo,,80.00,Price list\r\nHaul away,,95.00,Earlier estimates\r\n',
  );
  await user.click(part.getByRole('button', { name: 'Remove the list' }));
  await user.click(await screen.findByRole('button', { name: 'Keep' }));
  await user.click(part.getByRole('button', { name: 'Remove the list' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Remove the list' }));
  await user.click(asked.getByRole('button', { name: 'Remove the list' }));
  expect(await part.findByText('No prices in the list.')).toBeVisible();
  expect(await within(part.getByRole('status')).findByText('The list was removed.')).toBeVisible();
  await waitFor(async () => expect(await kept()).toBe(''));
});
