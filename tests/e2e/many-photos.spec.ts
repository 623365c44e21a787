import type { BrowserContext, Page } from '@playwright/test';
import { findPostgres } from '../../scripts/find-postgres.mjs';
import type { Random } from '../../src/domain/ports.ts';
import { type SmallPhoto, smallPhotos } from '../support/photos/small-photos.ts';
import { ownDatabase, startPostgres } from '../support/server/postgres.ts';
import { seededRandom } from '../support/test/seeded-random.ts';
import { Companion } from './support/companion.ts';
import { offlineReady, upToDate } from './support/customers.ts';
import { planDay } from './support/day.ts';
import { FaultyProxy } from './support/faulty-proxy.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import {
  countOnServer,
  dealt,
  FILE_PATH,
  loseSome,
  photosOnDevice,
  photosOnDisk,
  whatIsThere,
  whatWasTaken,
} from './support/photo-proof.ts';
import { tiles } from './support/photos.ts';
import { runOnce } from './support/run-once.ts';
import { signIn } from './support/sign-in.ts';
import { TAB_ENDS } from './support/tabs.ts';

runOnce();

const PHOTOS = 200;
const TABS = 3;
/** Tabs that end while they keep photos, and then while photos are sent. */
const ENDS = 4;
const ANSWERS_LOST = 5;
/** Fewer requests than the photos need, so that each end comes upon some. */
const LEAST_REQUESTS = 250;

/** Ends only a test that hangs: beside a lot of other work, it takes a quarter of an hour. */
const LIMIT_MS = 2_400_000;
/** A wait that only the test's own limit ends. */
const UNLIMITED = { timeout: 0 };

const ALL_ENDS = [TAB_ENDS.closed, TAB_ENDS.crashed, TAB_ENDS['navigated away']] as const;

test.describe('on a server that keeps files', () => {
  test.use({ serverEnv: { EXTENSIONS: 'all' }, throughProxy: true });

  test('[F1, F3, F6, F32] 200 photos, chosen without a connection in three tabs that end at random, and some of them in all three, arrive once each, byte for byte', {
    tag: INSTALLED,
  }, async ({ server, faultyProxy, context }) => {
    test.setTimeout(LIMIT_MS);
    if (!(server instanceof Companion)) throw new Error('The files of this server cannot be read');
    await takeAndSend({ server, proxy: faultyProxy, context, takers: TABS });
  });
});

test('[F1, F3, F6] and on PostgreSQL', async ({ browser }) => {
  test.setTimeout(LIMIT_MS);
  const programs = findPostgres();
  test.skip(programs === undefined, 'PostgreSQL is not installed');
  const postgres = await startPostgres(programs ?? '');
  try {
    const JWT_SECRET = 'a secret that is long enough for a server of one test';
    const DATABASE_URL = await ownDatabase(postgres);
    const server = await Companion.create({
      env: { EXTENSIONS: 'all', SEED: 'demo', JWT_SECRET, DATABASE_URL },
    });
    const proxy = await FaultyProxy.create(server.port);
    const context = await browser.newContext({ baseURL: proxy.url, serviceWorkers: 'allow' });
    try {
      // Without a connection, the database makes no difference.
      await takeAndSend({ server, proxy, context, takers: 1 });
    } finally {
      await context.close();
      await proxy.close();
      await server.remove();
    }
  } finally {
    await postgres.stop();
  }
});

interface Place {
  readonly server: Companion;
  readonly proxy: FaultyProxy;
  readonly context: BrowserContext;
  /** Tabs in which photos are chosen. If there are several, some end meanwhile. */
  readonly takers: number;
}

async function takeAndSend({ server, proxy, context, takers }: Place): Promise<void> {
  const seed = Number(process.env['PHOTOS_SEED'] ?? Math.floor(Math.random() * 1e9));
  console.log(`Photos in three tabs: PHOTOS_SEED=${seed}`);
  const random = seededRandom(seed);
  const [workOrder = 0] = await planDay(server);
  const desk = new Desk(context, `${proxy.url}/work-orders/${workOrder}?tab=photos`, random);
  await desk.begin(takers);

  const photos = await smallPhotos(PHOTOS);
  await context.setOffline(true);
  let left: readonly SmallPhoto[] = photos;
  for (let ends = 0; left.length > 0; ends += 1) {
    const kept = await desk.keep(left, takers > 1 && ends < ENDS);
    left = photos.filter(({ name }) => !kept.includes(name));
  }
  await desk.fill(TABS);
  expect(await countOnServer(server, workOrder)).toBe(0);

  proxy.forget();
  loseSome(proxy, random, ANSWERS_LOST);
  await context.setOffline(false);
  for (let ends = 1; ends <= ENDS; ends += 1) {
    const until = (LEAST_REQUESTS * (ends - random())) / ENDS;
    await expect.poll(() => proxy.count('PUT', FILE_PATH), UNLIMITED).toBeGreaterThanOrEqual(until);
    await desk.endOne();
  }
  await expect.poll(() => countOnServer(server, workOrder), UNLIMITED).toBe(PHOTOS);
  for (const tab of desk.tabs) {
    await upToDate(tab);
    await expect(tab.locator('[data-state=stored]')).toHaveCount(PHOTOS, UNLIMITED);
  }
  const found = await photosOnDisk(server, workOrder);
  expect(whatIsThere(found)).toEqual(whatWasTaken(photos, found));
}

/** The tabs of one browser that show the photos of a job. A tab that ends is replaced. */
class Desk {
  readonly tabs: Page[] = [];
  private readonly context: BrowserContext;
  private readonly address: string;
  private readonly random: Random;
  private ends = 0;

  constructor(context: BrowserContext, address: string, random: Random) {
    this.context = context;
    this.address = address;
    this.random = random;
  }

  async begin(tabs: number): Promise<void> {
    const first = await this.context.newPage();
    await signIn(first);
    await upToDate(first);
    await offlineReady(first);
    this.tabs.push(await this.open(first));
    await this.fill(tabs);
  }

  async fill(count: number): Promise<void> {
    while (this.tabs.length < count) this.tabs.push(await this.open());
  }

  /** Chooses photos in all tabs. Returns the names of those on the device after all are kept, or a tab has ended. */
  async keep(photos: readonly SmallPhoto[], ends: boolean): Promise<readonly string[]> {
    const hands = dealt(photos, this.tabs.length);
    const before = await this.kept();
    await Promise.all(this.tabs.map((tab, n) => choose(tab, hands[n] ?? [])));
    if (ends) {
      const until = before.length + Math.floor(this.random() * photos.length * 0.8);
      await expect.poll(async () => (await this.kept()).length, UNLIMITED).toBeGreaterThanOrEqual(until);
      const told = await tiles(this.tabs[0] as Page).count();
      await this.endOne();
      expect((await this.kept()).length).toBeGreaterThanOrEqual(told);
    }
    for (const tab of this.tabs) await expect(tab.getByText(/kept on this phone$/)).toHaveCount(0, UNLIMITED);
    return this.kept();
  }

  /** Ends one of the tabs, perhaps the one that sends, and opens another. */
  async endOne(): Promise<void> {
    const place = Math.floor(this.random() * this.tabs.length);
    const [tab] = this.tabs.splice(place, 1);
    const end = ALL_ENDS[this.ends % ALL_ENDS.length];
    this.ends += 1;
    if (tab && end) await end(tab);
    this.tabs.push(await this.open());
    if (tab && !tab.isClosed()) await tab.close();
  }

  private async open(tab?: Page): Promise<Page> {
    const page = tab ?? (await this.context.newPage());
    await page.goto(this.address);
    await page.getByRole('heading', { level: 2, name: 'Photos' }).waitFor();
    return page;
  }

  private kept(): Promise<string[]> {
    return (this.tabs[0] as Page).evaluate(photosOnDevice);
  }
}

async function choose(tab: Page, photos: readonly SmallPhoto[]): Promise<void> {
  if (photos.length === 0) return;
  const chooser = tab.waitForEvent('filechooser');
  await tab.getByRole('button', { name: 'From gallery' }).click();
  await (await chooser).setFiles(photos.map(({ name, mimeType, buffer }) => ({ name, mimeType, buffer })));
}
