import type { Page } from '@playwright/test';
import { offlineReady, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { logOut } from './support/log-out.ts';
import { filesFor } from './support/manifest.ts';

/** What a visit may load: the page itself, and what makes the app open without a connection later. */
const VISIT = ['entry', 'start', 'landing', 'service-worker'];
const OF_THE_APP = 'nav-drawer';

async function openLanding(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Scripts and styles that the page itself has asked for, the service worker's own not among them. */
function recordFiles(page: Page): string[] {
  const files: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(js|css)$/.test(pathname) && !request.serviceWorker()) files.push(pathname);
  });
  return files;
}

/** Brings every picture into view once, so that the lazy ones load. */
async function scrollThrough(page: Page): Promise<void> {
  for (const picture of await page.getByRole('main').getByRole('img').all())
    if (await picture.isVisible()) await picture.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 0));
}

async function expectPicturesWhole(page: Page): Promise<void> {
  await scrollThrough(page);
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.images]
          .filter((image) => image.checkVisibility() && !(image.complete && image.naturalWidth > 0))
          .map(({ src }) => src),
      ),
    )
    .toEqual([]);
}

/** Width and height of each picture in px. */
async function pictureSpaces(page: Page): Promise<readonly (readonly [number, number])[]> {
  await scrollThrough(page);
  return page.evaluate(() =>
    [...document.images].map(({ offsetWidth, offsetHeight }) => [offsetWidth, offsetHeight] as const),
  );
}

/** The landing page's pictures that the service worker keeps. Somebody who is signed in does not need them. */
async function keptPictures(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const kept = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return kept
      .flat()
      .map(({ url }) => url)
      .filter((url) => url.endsWith('.webp'));
  });
}

// @spec 0.5 2.1
test('a visit loads the landing page and nothing of the app', { tag: INSTALLED }, async ({ page }) => {
  const files = recordFiles(page);
  await openLanding(page);
  await offlineReady(page);
  const allowed = filesFor(...VISIT);
  expect(files.filter((file) => !allowed.includes(file))).toEqual([]);
  expect(files.length).toBeGreaterThan(3);
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
  // The check would notice the app: it loads more than the visit may.
  expect(filesFor(OF_THE_APP).filter((file) => !allowed.includes(file)).length).toBeGreaterThan(0);
});

// @spec 6.1 D1.64
test('where somebody is signed in, / leads to the dashboard; after a log-out it is the landing page', async ({
  page,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard');
  await logOut(page);
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.getByRole('link', { name: 'Start Free Trial' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Start Free Trial' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('the pictures are of the colors that a person likes', async ({ page }) => {
  await openLanding(page);
  const picture = page.getByRole('img', { name: /^Work orders on a phone/ });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).currentSrc))
      .toContain(`phone-${colorScheme}`);
  }
});

test('a second visit without a connection shows the whole page, and keeps the space of pictures that are not here', {
  tag: INSTALLED,
}, async ({ page, context }) => {
  // On a wider window, the first picture is as high as the words beside it, which get their font on the second visit.
  await page.setViewportSize({ width: 820, height: 1180 });
  await openLanding(page);
  await expectPicturesWhole(page);
  const spaces = await pictureSpaces(page);
  expect(spaces.length).toBe(5);
  await offlineReady(page);
  expect(await keptPictures(page)).toEqual([]);
  await page.route('**/*.webp', (route) => route.abort());
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => pictureSpaces(page)).toEqual(spaces);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
});

test('who asked websites to save data is sent the page alone, and the app when they want it', {
  tag: INSTALLED,
}, async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) }),
  );
  await page.clock.install();
  const files = recordFiles(page);
  await openLanding(page);
  // The app begins to load a while after the page has nothing else to do.
  await page.clock.runFor(60_000);
  // Comes after whatever that has asked for.
  await page.evaluate(() => fetch('/favicon.svg'));
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => file.includes('/app-update-'))).toEqual([]);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
