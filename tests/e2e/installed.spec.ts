import { addCustomer, newCustomer, offlineReady, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { badge, watchBadge } from './support/installing.ts';
import { logOutAndKeep } from './support/log-out.ts';

test('the icon counts what waits, in every window, and nothing after a log-out', { tag: INSTALLED }, async ({
  page,
  context,
  signIn,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await watchBadge(page);
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  const other = await context.newPage();
  await watchBadge(other);
  await other.goto('/customers');
  await upToDate(other);
  await context.setOffline(true);
  await addCustomer(page, newCustomer(1));
  await addCustomer(page, newCustomer(2));
  for (const tab of [page, other]) await expect.poll(() => badge(tab)).toBe(2);
  await context.setOffline(false);
  await upToDate(page);
  for (const tab of [page, other]) await expect.poll(() => badge(tab)).toBe(0);
  await context.setOffline(true);
  await addCustomer(page, newCustomer(3));
  await expect.poll(() => badge(page)).toBe(1);
  await logOutAndKeep(page);
  await expect.poll(() => badge(page)).toBe(0);
  expect(errors).toEqual([]);
});
