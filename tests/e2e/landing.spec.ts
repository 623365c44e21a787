import type { Page } from '@playwright/test';
import { findings } from './support/axe.ts';
import { DEMO_USER } from './support/companion.ts';
import { offlineReady, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { enterOn, typeSignIn } from './support/keyboard.ts';
import { logOut } from './support/log-out.ts';
import { filesFor } from './support/manifest.ts';

/** What a visit may load: the page itself, and what makes the app open without a connection later. */
const VISIT = ['entry', 'start-landing', 'app-update'];
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

/** What is wider than the window, or has words that do not fit into it. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    const words = document.querySelectorAll<HTMLElement>('h1, h2, h3, p, a, button, figcaption, text');
    return [...words]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -0.5 || right > wide + 0.5 || element.scrollWidth > element.clientWidth + 1;
      })
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .map((element) => element.outerHTML.slice(0, 120));
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
  // The check would notice the app: it loads more than the visit may.
  expect(filesFor(OF_THE_APP).filter((file) => !allowed.includes(file)).length).toBeGreaterThan(0);
});

// @spec 6.1
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

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 1440]) {
    test(`axe finds nothing on the landing page, ${colorScheme}, ${width} px wide`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await openLanding(page, '/?next=%2Fcustomers%2F17');
      await expectPicturesWhole(page);
      expect(await findings(page)).toEqual([]);
    });
  }

for (const [what, size] of [
  ['320 px wide', { width: 320, height: 640 }],
  ['zoomed to 200 % on a computer', { width: 640, height: 400 }],
  ['on a tablet', { width: 820, height: 1180 }],
] as const) {
  test(`nothing is cut off ${what}`, async ({ page }) => {
    await page.setViewportSize(size);
    await openLanding(page, '/?next=%2Fcustomers%2F17');
    await expectPicturesWhole(page);
    expect(await cutOff(page)).toEqual([]);
    const across = await page.evaluate(() => {
      scrollTo(200, 0);
      return scrollX + document.documentElement.scrollWidth - document.documentElement.clientWidth;
    });
    expect(across).toBe(0);
  });
}

test('from a link into the app over the landing page to the sign-in, by keyboard alone', async ({ page }) => {
  await page.goto('/projects');
  await expect(page.getByText('to open the page you asked for')).toBeVisible();
  await enterOn(page, 'link', 'Sign in');
  await page.waitForURL('/login?next=%2Fprojects');
  await typeSignIn(page, DEMO_USER);
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
});

// @spec 1.12 2.3 D1.33
test('everything on the landing page can be reached and pressed by keyboard, and the dead links stay', async ({
  page,
}) => {
  await openLanding(page);
  for (const name of ['Watch Demo', 'Contact Sales']) await enterOn(page, 'button', name);
  await enterOn(page, 'link', 'Privacy');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Privacy' })).toBeFocused();
  await enterOn(page, 'link', 'Choose Professional', 'Shift+Tab');
  await page.waitForURL('/login');
});

test('a second visit without a connection shows the whole page, pictures too', { tag: INSTALLED }, async ({
  page,
  context,
}) => {
  await openLanding(page);
  await offlineReady(page);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectPicturesWhole(page);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
});

test('who asked websites to save data is sent the page alone, and the app when they want it', {
  tag: INSTALLED,
}, async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) }),
  );
  await openLanding(page);
  await page.waitForTimeout(2500);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('its pictures are those of the colors that a person likes', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await openLanding(page);
    const picture = page.getByRole('img', { name: /^Work orders on a phone/ });
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).currentSrc))
      .toContain(`phone-${colorScheme}`);
  }
});
