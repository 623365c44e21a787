import type { Page } from '@playwright/test';
import { upToDate } from './support/customers.ts';
import { expect, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import { runOnce } from './support/run-once.ts';
import type { Server } from './support/server.ts';

runOnce();

const LONG = {
  email: 'hassan.alvarez@summitresidentialpartners.example.com',
  phone: '+1-952-555-9988',
  first_name: 'Hassan',
  last_name: 'Alvarez',
  company_name: 'Summit Residential Partners',
  customer_type: 'property_management',
  status: 'prospect',
};

async function openCustomers(page: Page, server: Server): Promise<void> {
  const [newest] = await recordsOn(server, 'customers');
  await server.api(`/api/v1/customers/customers/${newest?.id}/`, { method: 'PATCH', body: LONG });
  await upToDate(page);
  await page.goto('/customers');
  await expect(page.getByRole('row', { name: LONG.phone })).toBeVisible();
}

/** The texts of cells that are not seen whole, under these heads. */
async function cutOff(page: Page, ...heads: readonly string[]): Promise<string[]> {
  return page.getByRole('table').evaluate((table, names) => {
    const places = [...table.querySelectorAll('th')].map(({ textContent }) => textContent ?? '');
    const isCut = (one: Element): boolean =>
      one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
    return [...table.querySelectorAll('tbody tr')].flatMap((row) =>
      [...row.children]
        .filter((cell, place) => names.includes(places[place] ?? '') && [cell, ...cell.children].some(isCut))
        .map(({ textContent }) => textContent ?? ''),
    );
  }, heads);
}

for (const density of ['Comfortable', 'Compact']) {
  test(`phones and emails are read whole on a desk: ${density}`, async ({ page, server, signIn }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn();
    await openCustomers(page, server);
    await page.getByRole('button', { name: 'List options' }).click();
    await page.getByRole('menuitem', { name: `${density} rows` }).click();
    expect(await cutOff(page, 'Email', 'Phone')).toEqual([]);
    const { bottom, height } = await page
      .getByRole('row')
      .nth(1)
      .evaluate((row) => row.getBoundingClientRect());
    expect((900 - (bottom - height)) / height).toBeGreaterThanOrEqual(18);
  });
}

test('phones and emails are read whole on a tablet', async ({ page, server, signIn }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await signIn();
  await openCustomers(page, server);
  expect(await cutOff(page, 'Email', 'Phone')).toEqual([]);
});

test('a date is not broken within itself on a tablet', async ({ page, signIn }) => {
  await signIn();
  await upToDate(page);
  for (const width of [768, 820]) {
    await page.setViewportSize({ width, height: 1180 });
    await page.goto('/work-orders');
    await page.getByRole('row').nth(5).waitFor();
    const broken = await page
      .getByRole('table')
      .locator('time')
      .evaluateAll((all) =>
        all
          .filter((one) => {
            const text = document.createRange();
            text.selectNodeContents(one);
            return new Set([...text.getClientRects()].map(({ top }) => top)).size !== 1;
          })
          .map(({ textContent }) => `${textContent}`),
      );
    expect(broken, `${width}`).toEqual([]);
  }
});

test('on a desk, the tools of work orders leave room to search and to say how many there are', async ({
  page,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  await page.goto('/work-orders');
  const tools = page.getByRole('main');
  await tools.getByRole('button', { name: 'List options' }).waitFor();
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const search = await tools.getByRole('searchbox').boundingBox();
    const count = await tools.getByText(/^\d+ work orders$/).boundingBox();
    const add = await tools.getByRole('button', { name: 'Add Work Order' }).boundingBox();
    expect(search?.width, `${width}`).toBeGreaterThan(180);
    expect(count?.height, `${width}`).toBeLessThan(24);
    expect(add?.y, `${width}`).toBe(search?.y);
  }
});

test('on paper, a list has all columns but the actions, and their texts whole', async ({
  page,
  server,
  signIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn();
  await openCustomers(page, server);
  await page.emulateMedia({ media: 'print' });
  // A sheet of Letter, without its margins. Printing changes the page's width, and not the window's.
  await page.evaluate(() => {
    document.documentElement.style.width = '702px';
  });
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Email',
    'Phone',
    'Company',
    'Type',
    'Status',
  ]);
  await expect(page.getByRole('button', { name: /^(Edit|Delete)/ })).toHaveCount(0);
  expect(await cutOff(page, 'Name', 'Email', 'Phone', 'Company', 'Type', 'Status')).toEqual([]);
  const rows = page.getByRole('row');
  const wide = await rows.evaluateAll((all) => all.filter((row) => row.scrollWidth > row.clientWidth).length);
  expect([wide, (await rows.first().boundingBox())?.width ?? 0]).toEqual([0, expect.closeTo(702, -1)]);
});
