import type { Page } from '@playwright/test';
import { DEMO_USER } from './support/companion.ts';
import { offlineReady, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { logOut } from './support/log-out.ts';
import { COMPANY, plainPng, setCompany } from './support/paper.ts';
import { runOnce } from './support/run-once.ts';
import { submitSignIn } from './support/sign-in.ts';

runOnce();

async function openDialog(page: Page) {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Settings' });
  await dialog.getByLabel('Company Name').waitFor();
  return dialog;
}

// @spec D1.60
test('settings are kept without a connection, show in another tab at once, and stay after a log-out', {
  tag: INSTALLED,
}, async ({ page, context, signIn }) => {
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  const other = await context.newPage();
  await other.goto('/settings');
  await other.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await context.setOffline(true);
  await setCompany(page, { name: 'logo.png', mimeType: 'image/png', buffer: plainPng(900, 300) });
  for (const tab of [page, other]) {
    await expect(tab.getByText(COMPANY.name)).toBeVisible();
    await expect(tab.getByText('Austin, TX 78701')).toBeVisible();
    await expect(tab.getByRole('img', { name: 'The company’s logo' })).toBeVisible();
  }
  await page.reload();
  await expect(page.getByText(COMPANY.me)).toBeVisible();
  await context.setOffline(false);
  await logOut(page);
  await submitSignIn(page, DEMO_USER);
  await page.waitForURL('**/dashboard');
  await page.goto('/settings');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await expect(page.getByText(COMPANY.name)).toBeVisible();
  await expect(page.getByText(COMPANY.me)).toBeVisible();
  await expect(page.getByRole('img', { name: 'The company’s logo' })).toBeVisible();
  await expect(page.getByText(/^Your server has no place for these settings/)).toBeVisible();
});

const SVG_SIZE = 'xmlns="http://www.w3.org/2000/svg" width="200" height="80"';
const BAD = `<svg ${SVG_SIZE} onload="top.ran=1"><script>top.ran=1</script><rect width="200" height="80" fill="red"/></svg>`;

test('a logo is drawn anew as a small picture: nothing of the file runs, and a bad one is told in words', async ({
  page,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  const dialog = await openDialog(page);
  const input = dialog.getByLabel('Logo file');
  const logo = dialog.getByRole('img', { name: 'The company’s logo' });
  const problem = dialog.getByRole('group', { name: 'Company Logo' }).getByRole('alert');
  await input.setInputFiles({
    name: 'torn.png',
    mimeType: 'image/png',
    buffer: plainPng(40, 40).subarray(0, 30),
  });
  await expect(problem).toHaveText(/^torn\.png could not be read as a picture/);
  await input.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(problem).toHaveText(/^a\.pdf is not a PNG/);

  await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(BAD) });
  await expect(logo).toHaveAttribute('src', /^data:image\/png;base64,/);
  await expect(problem).toBeEmpty();
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);

  await input.setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: plainPng(4000, 1000) });
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(720);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(logo).toHaveCount(0);
});
