import type { Page } from '@playwright/test';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { resourceSpecs } from '../../src/domain/resource-specs.ts';
import { findings } from './support/axe.ts';
import { upToDate } from './support/customers.ts';
import { planDay } from './support/day.ts';
import { expect, SMOKE, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import { COMPANY, plainPng, printedText, setCompany, sheets } from './support/paper.ts';
import { chooseMore, printable } from './support/record.ts';
import { LISTS } from './support/records.ts';
import type { Server } from './support/server.ts';

const HEAD = [COMPANY.name, ...COMPANY.address.split('\n'), COMPANY.phone];
const TERMS = 'Half is due on acceptance.\n\nThe rest is due on completion.';
/** As much as a field holds: three pages. */
const LONG = Array.from(
  { length: 50 },
  (_, n) =>
    `${n + 1}. Wet drywall and insulation are removed up to a height of two feet, and the framing is dried.`,
).join('\n\n');

/** Changes the newest record of a kind on the server, and answers its id. */
async function prepare(server: Server, resource: ResourceName, body: object): Promise<number> {
  const [newest] = await recordsOn(server, resource);
  const path = `${resourceSpecs[resource].path}${newest?.id}/`;
  expect((await server.api(path, { method: 'PATCH', body })).status).toBe(200);
  return newest?.id ?? 0;
}

/** A moment's day as paper has it: 'Jan 31, 2027'. */
function dayOf(moment: string): string {
  return new Date(moment).toLocaleDateString('en-US', { dateStyle: 'medium' });
}

/** Opens a record once the device has what was prepared on the server: `shows` is on its screen then. */
async function open(page: Page, resource: ResourceName, id: number, shows?: string): Promise<void> {
  await page.goto(`${LISTS[resource]}/${id}`);
  if (shows) await page.getByRole('main').getByText(shows).first().waitFor();
  await printable(page);
}

async function ann(server: Server): Promise<number> {
  return prepare(server, 'customers', {
    first_name: 'Ann',
    last_name: 'Lee',
    company_name: '',
    phone: '+1-512-555-0142',
    email: 'ann@example.com',
    address_line_1: '9 Oak Lane',
    city: 'Austin',
    state: 'TX',
    postal_code: '78704',
  });
}

test('an estimate printed from a phone is the document that a customer is given, and nothing else', {
  tag: SMOKE,
}, async ({ page, server, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const id = await prepare(server, 'estimates', {
    estimate_number: 'EST-77',
    title: 'Kitchen dry-out',
    customer: await ann(server),
    description: 'Remove the cabinets.\nDry the subfloor.',
    valid_until: '2027-01-31',
    subtotal: '1000.00',
    tax_rate: '8.25',
    total_amount: '1082.50',
    terms_and_conditions: TERMS,
    notes: 'Margin 40 %. They have asked two others.',
  });
  await signIn();
  await upToDate(page);
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: plainPng(1600, 800) };
  await setCompany(page, logo);
  await open(page, 'estimates', id, 'Ann Lee');
  const [made] = await recordsOn(server, 'estimates');
  expect((await printedText(page)).split('\n')).toEqual([
    ...HEAD,
    'Estimate',
    'Number',
    'EST-77',
    'Date',
    dayOf(String(made?.['created_at'])),
    'Valid until',
    'Jan 31, 2027',
    'Prepared by',
    COMPANY.me,
    'BILL TO',
    'Ann Lee',
    '9 Oak Lane',
    'Austin, TX 78704',
    'Kitchen dry-out',
    'DESCRIPTION OF WORK',
    'Remove the cabinets.',
    'Dry the subfloor.',
    'Subtotal',
    '$1,000.00',
    'Tax (8.25%)',
    '$82.50',
    'Total',
    '$1,082.50',
    'TERMS AND CONDITIONS',
    'Half is due on acceptance.',
    'The rest is due on completion.',
    'Accepted by (signature)',
    'Date',
    `Printed ${dayOf(new Date().toISOString())}`,
  ]);
  expect(await sheets(page)).toEqual([1, 1]);

  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  expect(await findings(page)).toEqual([]);
  const paper = page.getByRole('main');
  const colors = await paper.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    return [color, backgroundColor];
  });
  expect(colors).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  const picture = paper.locator('img');
  expect(
    await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
  ).toEqual([576, 288]);
  const [sums, page1] = [await paper.getByText('$1,082.50').boundingBox(), await paper.boundingBox()];
  expect((sums?.x ?? 0) + (sums?.width ?? 0)).toBeCloseTo((page1?.x ?? 0) + (page1?.width ?? 0), 0);
});

test('a long estimate takes several sheets, in Letter and in A4, and what belongs together stays so', async ({
  page,
  server,
  signIn,
}) => {
  const id = await prepare(server, 'estimates', { description: LONG, terms_and_conditions: LONG });
  await signIn();
  await upToDate(page);
  await open(page, 'estimates', id, '50. Wet drywall');
  const [letter = 0, a4 = 0] = await sheets(page);
  expect(letter).toBeGreaterThanOrEqual(4);
  expect(a4).toBeGreaterThanOrEqual(4);
  const text = await printedText(page);
  expect(text.match(/^50\. Wet drywall/gm)).toHaveLength(2);
  await page.emulateMedia({ media: 'print' });
  for (const whole of ['Accepted by (signature)', 'Subtotal']) {
    const block = page
      .locator('[data-paper]')
      .getByText(whole)
      .locator('xpath=ancestor-or-self::*[self::dl or self::div][1]');
    const unbroken = await block.evaluate((element) => {
      const all = [element, element.parentElement].filter((one) => one !== null);
      return all.some((one) => getComputedStyle(one).breakInside === 'avoid');
    });
    expect(unbroken, whole).toBe(true);
  }
});

test('of a customer or a project one record is printed, and none of what belongs to it', async ({
  page,
  server,
  signIn,
}) => {
  const [estimate] = await recordsOn(server, 'estimates');
  const customer = Number(estimate?.['customer']);
  const project = (await recordsOn(server, 'projects')).find((one) => one['customer'] === customer);
  await signIn();
  await upToDate(page);
  for (const resource of ['customers', 'projects'] as const) {
    await open(page, resource, resource === 'customers' ? customer : Number(project?.id));
    await page.getByRole('tab', { name: 'Work' }).click();
    await page.getByRole('heading', { name: /estimates$/i }).waitFor();
    const text = await printedText(page);
    expect(text.split('\n')[0]).toBe(resourceSpecs[resource].label.title);
    expect(text).toContain(resource === 'customers' ? 'Email' : String(project?.['title']));
    expect(text).not.toContain(String(estimate?.['title']) + String(estimate?.['estimate_number']));
    // The claim is the record's own. Its deductible may stand on paper, unlike any other sum.
    expect(text.replaceAll(/^(?:Printed|Deductible:) .*$/gm, '')).not.toMatch(
      /\$|EST-|WO-|Estimates|Work Orders|Also for|worth|Add |Edit|Print|Call|Dashboard|Settings|company/,
    );
    expect(await sheets(page)).toEqual([1, 1]);
  }
});

const NOTES = `Call before arriving.
--- Job ---
Crew: Ann Lee, Bo Diaz
Flags: dog, slow payer
Time: 09:00-11:00
Project: Burst pipe
On the way: 2026-11-23 08:10 -0600 Ann Lee
Started: 2026-11-23 08:42 -0600 Ann Lee
--- Checklist ---
[x] Work authorization (2026-11-23 08:45 -0600 Ann Lee)
[ ] Certificate of completion
--- Log ---
2026-11-23 09:05 -0600 Bo Diaz: He did not pay the last time.`;

test('of a work order paper has what the screen has, but for what the crew tells itself', async ({
  page,
  server,
  signIn,
}) => {
  const id = await prepare(server, 'workOrders', {
    title: 'Tear out the carpet',
    customer: await ann(server),
    status: 'in_progress',
    priority: 'urgent',
    description: 'Take out the carpet and the pad.',
    notes: NOTES,
  });
  await signIn();
  await upToDate(page);
  await setCompany(page);
  await open(page, 'workOrders', id, 'He did not pay the last time.');
  const screen = await page.getByRole('main').innerText();
  const paper = await printedText(page);
  for (const shown of [
    'Tear out the carpet',
    'Ann Lee, Bo Diaz',
    'In Progress',
    'Urgent',
    '9:00 AM\u2009–\u200911:00 AM',
    'Burst pipe',
    'Work authorization',
    'Certificate of completion',
    'Take out the carpet and the pad.',
    'Call before arriving.',
  ]) {
    expect(screen).toContain(shown);
    expect(paper).toContain(shown);
  }
  expect(screen).toContain('He did not pay the last time.');
  for (const written of ['---', '[x]', '[ ]', '-0600', '09:00-11:00', 'slow payer', 'did not pay'])
    expect(paper).not.toContain(written);
  expect(await sheets(page)).toEqual([1, 1]);

  await chooseMore(page, 'Print');
  const dialog = page.getByRole('dialog', { name: 'Print' });
  await page.evaluate(() => Object.assign(window, { print: () => undefined }));
  await dialog.getByLabel('With the crew’s warnings and log').check();
  await dialog.getByRole('button', { name: 'Print' }).click();
  await expect(dialog).toHaveCount(0);
  const forTheCrew = await printedText(page);
  expect(forTheCrew).toContain('dog, slow payer');
  expect(forTheCrew).toContain('He did not pay the last time.');
});

test('a report is printed with its figures, its chart and every row, under headings on each sheet', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn();
  await upToDate(page);
  await setCompany(page);
  await page.goto('/reports?report=customer-summary');
  const dialog = page.getByRole('dialog', { name: 'Customer Summary' });
  await dialog.getByRole('figure').waitFor();
  await expect(dialog.getByRole('button', { name: 'Print' })).toBeEnabled();
  const text = await printedText(page);
  expect(text.split('\n').slice(0, 5)).toEqual([...HEAD, 'Customer Summary']);
  expect(text).toMatch(/Total Customers\n200\n/);
  expect(text).toContain('Customers by type and status');
  expect(text).not.toContain('Printed');
  const tiles = await dialog.getByRole('definition').allTextContents();
  expect(tiles).toHaveLength(4);
  for (const figure of tiles) expect(text.split('\n')).toContain(figure);
  expect(text).not.toMatch(/Export|Close|Dashboard|The first/);
  for (const count of await sheets(page)) expect(count).toBeGreaterThanOrEqual(4);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const table = page.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(201);
  expect(await table.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe(
    'table-header-group',
  );
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link')).toHaveCount(0);
});

test('a screen without a document is printed as it is, without the frame around it', async ({
  page,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  for (const [path, heading] of [
    ['/sync', 'Sync'],
    ['/dashboard', 'Dashboard'],
    ['/customers', 'Customers'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('banner')).toHaveCount(0);
    await page.emulateMedia({ media: null });
  }
});

test('the day is printed from a desk with all its jobs, without the one beside them', async ({
  page,
  server,
  signIn,
}) => {
  await planDay(server);
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn();
  await upToDate(page);
  await page.goto('/today?jobs=all');
  await expect(page.locator('[data-job]')).not.toHaveCount(0);
  const jobs = await page.locator('[data-job]').count();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('[data-job]:visible')).toHaveCount(jobs);
  await expect(page.getByRole('complementary')).toBeHidden();
  const [list, main] = [page.getByRole('region', { name: 'Today' }), page.getByRole('main')];
  expect((await list.boundingBox())?.width).toBe((await main.boundingBox())?.width);
});
