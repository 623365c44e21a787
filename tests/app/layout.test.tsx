import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { barTitle } from '../../src/app/shell/nav.tsx';
import { readCollection, writeMeta } from '../../src/db/meta-rows.ts';
import { onPhone, startApp, TestRecords } from '../support/records/record-services.tsx';

const ENTRIES = [
  ['Dashboard', '/dashboard'],
  ['Customers', '/customers'],
  ['Projects', '/projects'],
  ['Estimates', '/estimates'],
  ['Work Orders', '/work-orders'],
  ['Reports', '/reports'],
] as const;

/** The bar above every screen. */
const topBar = () => within(screen.getByRole('banner'));

// @spec 1.1 1.3 2.11 2.18 2.20 2.22 2.23 2.27 2.28 2.29 6.2 D1.56
test.each(ENTRIES)('the entry %s leads to %s, and the top bar is called after it', async (title, path) => {
  const { user } = startApp(path === '/dashboard' ? '/customers' : '/dashboard', await TestRecords.open());
  const nav = await screen.findByRole('navigation', { name: 'Main' });
  const entry = within(nav).getByRole('link', { name: title });
  await user.click(entry);
  await waitFor(() => expect(window.location.pathname).toBe(path));
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 1 })).toEqual([topBar().getByText(title)]);
  expect(entry).toHaveAttribute('aria-current', 'page');
});

// @spec D1.56
test.each(ENTRIES)('on a phone, the title %s stands at the head of the screen', async (title, path) => {
  onPhone();
  startApp(path, await TestRecords.open());
  const head = await screen.findByRole('heading', { level: 1, name: title });
  expect(screen.getByRole('main')).toContainElement(head);
  expect(screen.getAllByRole('heading', { level: 1 })).toEqual([head]);
  expect(topBar().queryByText(title)).toBeNull();
});

// @spec 2.27 2.28
test('the entries stand in the order of the specification', async () => {
  startApp('/dashboard', await TestRecords.open());
  const nav = await screen.findByRole('navigation', { name: 'Main' });
  const titles = within(nav)
    .getAllByRole('link')
    .map((link) => link.textContent.trim());
  expect(titles.slice(0, ENTRIES.length)).toEqual(ENTRIES.map(([title]) => title));
});

// @spec D1.61
test.each([
  ['Today', '/today'],
  ['Schedule', '/schedule'],
  ['Sync', '/sync'],
])('below them, %s leads to %s', async (title, path) => {
  const { user } = startApp('/dashboard', await TestRecords.open());
  const nav = await screen.findByRole('navigation', { name: 'Main' });
  const entry = within(nav).getByRole('link', { name: title });
  await user.click(entry);
  await waitFor(() => expect(window.location.pathname).toBe(path));
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(topBar().getByText(title)).toBeVisible();
  await waitFor(() => expect(document.title).toBe(`${title} · Restoration CRM`));
  expect(entry).toHaveAttribute('aria-current', 'page');
});

// @spec 2.30 D1.24
test.each([
  ['/customers/12', 'Customers'],
  ['/Customers/', 'Customers'],
  ['/settings', 'Settings'],
  ['/settings/', 'Settings'],
  ['/elsewhere', 'Restoration CRM'],
])('the top bar of %s says %s', (path, title) => {
  expect(barTitle(path)).toBe(title);
});

test.each([
  ['Customers', '/customers/'],
  ['Customers', '/Customers'],
  ['Settings', '/settings/'],
])('%s has its heading also at %s', async (title, path) => {
  startApp(path, await TestRecords.open());
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('a first download that a captive portal cuts is said in the top bar and on Sync, until a page has come', async () => {
  const records = await TestRecords.open();
  await records.say({ pulledAt: null });
  const { user } = startApp('/customers', records);
  await screen.findByRole('link', { name: 'Not synced yet' });
  const { relaxed } = records.services.db;
  const note = (portal: boolean): Promise<void> =>
    relaxed.transaction('rw', relaxed.meta, async (tx) => {
      await writeMeta(tx, { ...(await readCollection(tx, 'customers')), portal });
    });
  await note(true);
  await user.click(await topBar().findByRole('link', { name: 'Network needs sign-in' }));
  expect(await screen.findByRole('link', { name: 'Open the network’s page' })).toBeVisible();
  await note(false);
  expect(await topBar().findByRole('link', { name: 'Not synced yet' })).toBeVisible();
});
