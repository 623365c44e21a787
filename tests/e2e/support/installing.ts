import type { Page } from '@playwright/test';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

/** Devices on which the user must install the app by hand, as far as a page can tell. */
export const BY_HAND = {
  iPhone: {
    userAgent: `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  },
  iPad: {
    userAgent: `${MAC} Version/18.5 Safari/605.1.15`,
    viewport: { width: 820, height: 1180 },
    hasTouch: true,
  },
  'Firefox on Android': {
    userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  },
} as const;

/** Gives `page` a touch screen for five fingers. Playwright's supports only one. */
export async function withFingers(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 }));
}

/** Makes Chromium offer to install the app. `prompts` counts how often the app shows the dialog. */
export async function offerInstall(page: Page): Promise<void> {
  await page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => {
        document.documentElement.dataset['prompts'] = String(
          Number(document.documentElement.dataset['prompts'] ?? 0) + 1,
        );
        return Promise.resolve();
      },
    });
    dispatchEvent(event);
  });
}

/** Returns how often the page has shown the browser's own dialog. */
export function prompts(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset['prompts'] ?? 0));
}

/** Records the numbers that the page puts on the app's icon, for `badge`. */
export async function watchBadge(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: number[] = [];
    const set = (count = 0): Promise<void> => {
      seen.push(count);
      return Promise.reject(new DOMException('Not installed.', 'NotAllowedError'));
    };
    Object.assign(navigator, { setAppBadge: set, clearAppBadge: () => set(0), badges: seen });
  });
}

/** Returns the last number put on the icon; 0 means none. */
export function badge(page: Page): Promise<number | undefined> {
  return page.evaluate(() => (navigator as unknown as { badges: readonly number[] }).badges.at(-1));
}
