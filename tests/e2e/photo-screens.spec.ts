import type { Page } from '@playwright/test';
import { findings } from './support/axe.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { complaintsOf, Looks } from './support/looks.ts';
import { lost, lostWhenLarge, lostWhenNarrow, smallTargets } from './support/measured.ts';
import { tourOfPhotos } from './support/photos-tour.ts';
import { QUIET } from './support/quiet.ts';
import { runOnce } from './support/run-once.ts';

// The stops of `screens.spec.ts` that need a server that keeps files, and a camera. Each in both schemes, because photos
// bring colors of their own.

const DESKTOP = { viewport: { width: 1440, height: 900 } } as const;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** The last stops have no connection, and the stream of change events may end at any time. */
const NETWORK = /net::ERR_(?:INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING)/;

runOnce();
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  serverEnv: { EXTENSIONS: 'all' },
  launchOptions: {
    // Chromium’s light shell has no question about permissions.
    args: [...QUIET, '--disable-gpu', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    executablePath: process.env['TESTED_BROWSER'] ?? '',
  },
});

type Scheme = 'dark' | 'light';

async function setScheme(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/** Checks the screen in another scheme than the tour's. A scheme changes only colors, so sizes are measured once. */
function findingsIn(scheme: Scheme, usual: Scheme): (page: Page) => Promise<string[]> {
  return async (page) => {
    await setScheme(page, scheme);
    const found = [...(await findings(page)), ...(await lost(page))];
    await setScheme(page, usual);
    return found.map((what) => `${scheme}: ${what}`);
  };
}

for (const [where, device, colorScheme, other] of [
  ['on a desktop', DESKTOP, 'dark', 'light'],
  ['on a phone', PHONE, 'light', 'dark'],
] as const) {
  test.describe(where, () => {
    test.use({ ...device, colorScheme });

    test('nothing is wrong with photos, the viewer and the camera, by day and in the dark', {
      tag: INSTALLED,
    }, async ({ page, server, signIn }) => {
      const isPhone = 'hasTouch' in device;
      const complaints = await complaintsOf(page);
      const measures = isPhone ? [smallTargets, lostWhenNarrow, lostWhenLarge] : [];
      const looks = new Looks(page, [
        findings,
        lost,
        findingsIn(other, colorScheme),
        ...measures,
        async () => complaints.splice(0).filter((one) => !NETWORK.test(one)),
      ]);
      await tourOfPhotos({ page, server, signIn, look: looks.look });
      looks.expectNothing(isPhone ? 12 : 10);
    });
  });
}
