import type { Page } from '@playwright/test';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { addCustomer, offlineReady, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import { offerInstall } from './support/installing.ts';
import { openAccountMenu } from './support/log-out.ts';
import { LISTS, openNew } from './support/records.ts';

/** What WCAG 1.4.10 asks of a window 320 px wide, and what a window of 1280 × 800 is at 200 % zoom. */
const WINDOWS = [
  ['320 px wide', { width: 320, height: 640 }],
  ['at 200 % zoom', { width: 640, height: 400 }],
] as const;

/** Whatever a person reads or presses that is not wholly inside the window's width, or whose words are cut. */
async function lost(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body;
    const found: string[] = [];
    if (document.documentElement.scrollWidth > window.innerWidth) found.push('the page scrolls sideways');
    for (const element of root.querySelectorAll(
      'a, button, input, select, textarea, h1, h2, label, p, dd, dt, li',
    )) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const { left, right, width } = element.getBoundingClientRect();
      // What only screen readers are told is one pixel wide; the skip link waits above the page.
      if (width <= 1 || element.closest('[data-no-print][href="#main"]')) continue;
      const words = `${element.tagName} ${element.textContent?.trim().slice(0, 40)}`;
      if (left < -0.5 || right > window.innerWidth + 0.5) found.push(`outside: ${words}`);
      const style = getComputedStyle(element);
      const cuts = style.overflowX !== 'visible' && style.overflowX !== 'auto';
      if (
        cuts &&
        !/INPUT|SELECT|TEXTAREA/.test(element.tagName) &&
        element.scrollWidth > element.clientWidth + 1
      )
        found.push(`cut: ${words}`);
    }
    return found;
  });
}

for (const [name, viewport] of WINDOWS) {
  test(`nothing is lost ${name}`, { tag: INSTALLED }, async ({ page, context, server, signIn }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(viewport);
    const found: Record<string, string[]> = {};
    const look = async (where: string): Promise<void> => {
      found[where] = await lost(page);
    };
    // It can find something.
    await page.setContent(
      '<button style="width: 800px">Too wide</button><h1 style="width: 4em; overflow: hidden">Unbreakable</h1>',
    );
    expect(await lost(page)).toEqual([
      'the page scrolls sideways',
      'outside: BUTTON Too wide',
      'cut: H1 Unbreakable',
    ]);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    await look('sign-in');
    await signIn();
    await upToDate(page);
    await page.goto('/dashboard');
    await page.getByText('Next on the schedule').waitFor();
    await look('dashboard');
    for (const resource of RESOURCE_NAMES) {
      await page.goto(LISTS[resource]);
      await page.getByText(/^\d+ (customers|projects|estimates|work orders)$/).waitFor();
      await look(`${resource}, list`);
      const dialog = await openNew(page, resource);
      await dialog.getByRole('button', { name: 'Create' }).waitFor();
      await look(`${resource}, dialog`);
      const [held] = await recordsOn(server, resource);
      await page.goto(`${LISTS[resource]}/${held?.id}`);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await look(`${resource}, record`);
      await page.getByRole('button', { name: 'Delete' }).first().click();
      await page.getByText('Are you sure').waitFor();
      await look(`${resource}, deletion`);
    }
    await page.goto('/reports');
    await page.getByText('200 customers').waitFor();
    await look('reports');
    for (const id of ['customer-summary', 'financial-analysis', 'work-order-status']) {
      await page.goto(`/reports?report=${id}`);
      await page.getByRole('figure').waitFor();
      await look(id);
    }
    await page.goto('/customers');
    await offlineReady(page);
    await offerInstall(page);
    await context.setOffline(true);
    const first = 'Bartholomew-Maximilian-Wolfeschlegelsteinhausenbergerdorff';
    await addCustomer(page, { first, last: 'the Elder', email: `${first}@example.com` });
    await page.getByRole('region', { name: 'Install app' }).waitFor();
    await look('a long name, waiting, and the proposal to install the app');
    const menu = await openAccountMenu(page);
    await look('account menu');
    await menu.getByRole('menuitem', { name: 'About' }).click();
    await page.getByRole('dialog', { name: 'About' }).waitFor();
    await look('about');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: first }).first().click();
    await page.getByText('Changes not on the server yet').waitFor();
    await look('its record');
    await page.goto('/sync');
    await page.getByRole('heading', { name: 'Waiting to be sent' }).waitFor();
    await look('sync centre');
    expect(Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))).toEqual({});
  });
}
