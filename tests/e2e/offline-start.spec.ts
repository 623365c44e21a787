import { offlineReady, upToDate } from './support/customers.ts';
import { expect, INSTALLED, SMOKE, test } from './support/fixtures.ts';

test('a start without a connection takes the app from the cache, and asks no worker for its files', {
  tag: [INSTALLED, SMOKE],
}, async ({ page, context, signIn }) => {
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  await context.setOffline(true);
  await page.goto('/customers');
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const sources = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.startsWith('/assets/'))
      // Not in TypeScript's library yet.
      .map((entry) => [entry.name, String(Reflect.get(entry, 'workerFinalSourceType'))] as const),
  );
  expect(sources.length).toBeGreaterThan(5);
  expect(sources.filter(([, source]) => source !== 'cache')).toEqual([]);
});
