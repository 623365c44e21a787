import type { Page } from '@playwright/test';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { offlineReady, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import { LISTS, openNew } from './support/records.ts';

/** Everything that the page's content security policy has refused, as 'directive: address'. */
async function refusedOn(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.exposeFunction('noteRefused', (what: string) => refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      (window as unknown as { noteRefused(what: string): void }).noteRefused(
        `${effectiveDirective}: ${blockedURI}`,
      );
    });
  });
  return refused;
}

test('the policy that the server sends refuses nothing of the app, and a script within a page', {
  tag: INSTALLED,
}, async ({ page, server, signIn }) => {
  test.setTimeout(120_000);
  const refused = await refusedOn(page);
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto('/api/docs/');
  await page.getByText('/api/v1/customers/customers/').first().waitFor();
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  await page.goto('/dashboard');
  await page.getByText('Next on the schedule').waitFor();
  for (const resource of RESOURCE_NAMES) {
    await page.goto(LISTS[resource]);
    const dialog = await openNew(page, resource);
    await dialog.getByRole('button', { name: 'Create' }).waitFor();
    const [held] = await recordsOn(server, resource);
    await page.goto(`${LISTS[resource]}/${held?.id}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
  }
  await page.goto('/reports?report=financial-analysis');
  await page.getByRole('figure').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Report' }).click();
  await download;
  await page.goto('/sync');
  await page.getByText('All changes sent').waitFor();
  expect(refused).toEqual([]);

  // It can refuse something.
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ranWithin = true';
    document.body.append(script);
  });
  await expect.poll(() => refused).toEqual(['script-src-elem: inline']);
  expect(await page.evaluate(() => 'ranWithin' in window)).toBe(false);
});
