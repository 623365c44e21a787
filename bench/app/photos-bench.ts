import { existsSync } from 'node:fs';
import type { Measured } from '../frame/line.ts';
import { rounds } from '../frame/page.ts';
import { interleaved, quantileOf } from '../frame/rounds.ts';
import { AppBrowser, type MeasuredPage } from './app-browser.ts';
import { BuiltServer } from './built-server.ts';
import { SLOW_LINK } from './link.ts';
import { pageScript } from './replay.ts';
import { openScreen, openSignIn, signInAs, upToDate } from './screens.ts';

// How long the server's confirmation of a status change takes while 200 photos are sent over a slow link, and without
// photos, in turns, each from the moment at which it may be sent: `npm run build && npm run bench -- photos`.

const PHOTOS = 200;
/** Of a photo as the app makes them smaller. In bytes. */
const PHOTO_BYTES = 400_000;
const CHANGES = 24;
const PAUSE_MS = 700;
const AT_MOST = 1.2;
const SHARE = 0.95;
const SIZE = { customers: 50, others: 50 };
const SENDING_LIMIT_MS = 60_000;

export async function run(): Promise<Measured> {
  if (!existsSync('build/server/main.js')) throw new Error('Run `npm run build` first');
  const script = await pageScript('bench/app/photos-page.ts');
  const server = await BuiltServer.open(SIZE);
  const devices = [await signedIn(server), await signedIn(server)] as const;
  try {
    server.setLink(SLOW_LINK);
    const [photos = [], none = []] = await interleaved(rounds(), [
      () => confirmation(devices[0], { server, script, photos: true }),
      () => confirmation(devices[1], { server, script, photos: false }),
    ]);
    return {
      browser: devices[0].version,
      lines: [
        {
          goal: '-',
          name: `P95 until a status change is confirmed, over 400 ms, while ${PHOTOS} photos wait`,
          unit: 'ms',
          ours: photos,
          against: { name: 'without photos', values: none },
          atMost: AT_MOST,
        },
      ],
    };
  } finally {
    for (const device of devices) await device.close();
    await server.close();
  }
}

/** Returns a browser whose device has read everything, and sends no photos by itself. */
async function signedIn(server: BuiltServer): Promise<AppBrowser> {
  const browser = await AppBrowser.start();
  const app = await browser.open();
  await openSignIn(app, server);
  await signInAs(app, server.user);
  await upToDate(app.page);
  await app.page.close();
  return browser;
}

interface Trial {
  readonly server: BuiltServer;
  readonly script: string;
  readonly photos: boolean;
}

async function confirmation(browser: AppBrowser, { server, script, photos }: Trial): Promise<number> {
  const app = await browser.open();
  const { page } = app;
  await openScreen(app, server, '/customers');
  // Not with a script element, because the server's content security policy forbids that.
  await page.evaluate(`(() => {${script}})()`);
  if (photos) await sendPhotos(app);
  const times: number[] = [];
  for (let n = 0; n < CHANGES; n += 1) {
    await page.waitForTimeout(PAUSE_MS);
    times.push(await page.evaluate((which) => globalThis.benchChangeStatus(which), n));
  }
  if (photos) {
    const left = await page.evaluate(() => globalThis.benchWaitingPhotos());
    if (left === 0) throw new Error('All photos were sent before the last change');
    await page.evaluate(() => globalThis.benchSendPhotos(false));
  }
  await page.close();
  return quantileOf(times, SHARE);
}

async function sendPhotos({ page }: MeasuredPage): Promise<void> {
  await page.evaluate(() => globalThis.benchSendPhotos(false));
  const wanted = { photos: PHOTOS, bytes: PHOTO_BYTES };
  await page.evaluate(({ photos, bytes }) => globalThis.benchKeepPhotos(photos, bytes), wanted);
  const sending = page.waitForRequest((request) => request.method() === 'PUT', { timeout: SENDING_LIMIT_MS });
  await page.evaluate(() => globalThis.benchSendPhotos(true));
  await sending;
}
