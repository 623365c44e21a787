import { Companion } from '../e2e/support/companion.ts';
import { planDay } from '../e2e/support/day.ts';
import { FaultyProxy } from '../e2e/support/faulty-proxy.ts';
import { TEMPLATE_VARIABLE } from '../e2e/support/global-setup.ts';
import {
  countOnServer,
  dealt,
  loseSome,
  photosOnDevice,
  photosOnDisk,
  whatIsThere,
  whatWasTaken,
} from '../e2e/support/photo-proof.ts';
import { smallPhotos } from '../support/photos/small-photos.ts';
import { seededRandom } from '../support/test/seeded-random.ts';
import { Browser } from './driver/browser.ts';
import type { Tab } from './driver/tab.ts';
import { engine, expect, ONCE, test } from './support/app-test.ts';
import { choose, openPhotos } from './support/photo-screen.ts';
import { signIn } from './support/sign-in.ts';
import { connectionBack, upToDate } from './support/sync.ts';

const PHOTOS = 20;
const TABS = 3;
const ANSWERS_LOST = 3;

test(
  'of 20 photos taken without a connection in three tabs, two of which are closed, each arrives once, byte for byte',
  ONCE,
  async () => {
    const env = { EXTENSIONS: 'all' };
    const server = await Companion.create({ template: process.env[TEMPLATE_VARIABLE], env });
    const proxy = await FaultyProxy.create(server.port);
    const browser = await Browser.start(engine, proxy.url);
    try {
      const seed = Number(process.env['PHOTOS_SEED'] ?? Math.floor(Math.random() * 1e9));
      console.log(`Photos in three tabs: PHOTOS_SEED=${seed}`);
      const random = seededRandom(seed);
      const [workOrder = 0] = await planDay(server);
      const address = `/work-orders/${workOrder}?tab=photos`;
      const tabs = [await browser.newTab()];
      await signIn(tabs[0] as Tab);
      await upToDate(tabs[0] as Tab);
      while (tabs.length < TABS) tabs.push(await browser.newTab());
      for (const tab of tabs) await openPhotos(tab, address);

      const photos = await smallPhotos(PHOTOS);
      proxy.inject({ path: /^\/api\//, fault: { kind: 'drop' } });
      let left = photos;
      for (let closed = 0; left.length > 0; closed += 1) {
        const hands = dealt(left, TABS);
        for (const [n, tab] of tabs.entries()) await choose(tab, hands[n] ?? []);
        if (closed === 0) await closeOne(browser, tabs, { place: Math.floor(random() * TABS), address });
        for (const tab of tabs) await tab.readsNo(/kept on this phone/);
        const kept = await (tabs[0] as Tab).evaluate(photosOnDevice);
        left = photos.filter(({ name }) => !kept.includes(name));
      }
      expect(await countOnServer(server, workOrder)).toBe(0);

      proxy.forget();
      loseSome(proxy, random, ANSWERS_LOST);
      await connectionBack(tabs[0] as Tab);
      await (tabs[0] as Tab).until(
        async () => (await countOnServer(server, workOrder)) > 0,
        'for the first photo',
      );
      // The first tab sends.
      await closeOne(browser, tabs, { place: 0, address });
      await (tabs[0] as Tab).until(
        async () => (await countOnServer(server, workOrder)) >= PHOTOS,
        'for all photos',
        600_000,
      );
      for (const tab of tabs) await upToDate(tab);
      const found = await photosOnDisk(server, workOrder);
      expect(whatIsThere(found)).toEqual(whatWasTaken(photos, found));
    } finally {
      await browser.close();
      await proxy.close();
      await server.remove();
    }
  },
);

async function closeOne(
  browser: Browser,
  tabs: Tab[],
  { place, address }: { readonly place: number; readonly address: string },
): Promise<void> {
  const [tab] = tabs.splice(place, 1);
  // WebKit's window closes with its last tab.
  const next = await browser.newTab();
  await tab?.close();
  await openPhotos(next, address);
  tabs.push(next);
}
