import { Companion } from '../e2e/support/companion.ts';
import { planDay } from '../e2e/support/day.ts';
import { TEMPLATE_VARIABLE } from '../e2e/support/global-setup.ts';
import { countOnServer } from '../e2e/support/photo-proof.ts';
import { smallPhotos } from '../support/photos/small-photos.ts';
import { Browser } from './driver/browser.ts';
import { engine, ONCE, test } from './support/app-test.ts';
import { choose, openPhotos } from './support/photo-screen.ts';
import { signIn } from './support/sign-in.ts';

/** Chromium does not tell sites that a window is private. */
const WARNING =
  engine === 'chromium'
    ? /A private window deletes photos that are not on the server yet/
    : /This looks like a private window\./;

test(
  'in a private window, the app warns before a photo is taken, and the photo reaches the server',
  ONCE,
  async ({ skip }) => {
    skip(engine === 'webkit', 'Its windows always are, so the tests of photos run in them.');
    const server = await Companion.create({
      template: process.env[TEMPLATE_VARIABLE],
      env: { EXTENSIONS: 'all' },
    });
    const browser = await Browser.startPrivate(engine, server.url);
    try {
      const [workOrder = 0] = await planDay(server);
      const tab = await browser.newTab();
      await signIn(tab);
      await openPhotos(tab, `/work-orders/${workOrder}?tab=photos`);
      await tab.reads(WARNING);
      await choose(tab, await smallPhotos(1));
      await tab.reads('On the server');
      await tab.until(async () => (await countOnServer(server, workOrder)) === 1, 'for the photo');
    } finally {
      await browser.close();
      await server.remove();
    }
  },
);
