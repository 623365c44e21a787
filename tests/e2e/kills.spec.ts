import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Random } from '../../src/domain/ports.ts';
import { projectSpec } from '../../src/domain/project.ts';
import { seededRandom } from '../support/test/seeded-random.ts';
import { sleepyDevice } from './support/asleep.ts';
import { addCustomer, newCustomer, offlineReady, upToDate } from './support/customers.ts';
import { closedGate, type FaultyProxy } from './support/faulty-proxy.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { saveByKeyboard, tellOfSaves } from './support/keyboard-saves.ts';
import { type Kept, keptOf, namesOn, unique } from './support/ledgers.ts';
import { OwnBrowser } from './support/own-browser.ts';
import { BERT } from './support/people.ts';
import { runOnce } from './support/run-once.ts';
import { signIn } from './support/sign-in.ts';

runOnce();

const KILLS = 5;
/** A run is so many saves long, if the browser lives to see the last. */
const SAVES = 30;
/** Longer than a save takes on a machine that has nothing else to do, so that kills come at every moment of one. */
const ONE_SAVE_MS = 200;
/** How long a create is on its way at most. */
const UNDER_WAY_MS = 80;
/** How long it is where the kill is to come upon it. */
const HELD_MS = 400;
/** A page of the app's origin that runs nothing of the app. */
const BESIDE_THE_APP = '/api/health/';

/** What runs are like, in turn: a kill in flight comes upon what the run before has left. */
const SORTS = ['offline', 'in flight', 'back', 'in flight', 'online'] as const;
/** So many of the kills are to come upon a create on its way. */
const KILLS_IN_FLIGHT = SORTS.filter((sort) => sort === 'in flight').length * (KILLS / SORTS.length);

interface Run {
  readonly name: string;
  /** The save before which the connection comes back. */
  readonly onlineFrom: number;
  /** Where creates dawdle: before the server sees them, and never does if their browser is dead by then; or after. */
  readonly slow: 'hold' | 'hold-answer';
  readonly slowFor: number;
  /** The kill comes so long after this save began, or after so many creates have left the browser. */
  readonly killedAt: { readonly save?: number; readonly create?: number; readonly ms: number };
}

/** What was seen from outside the browser. */
interface Ledgers {
  /** Titles of what the page said to be saved. */
  readonly told: string[];
  /** Titles of what was begun: the page may not have come to saying anything of it. */
  readonly begun: string[];
  /** States of the changes that were in the outbox after a kill. */
  readonly found: string[];
}

test('after five times kill -9, everything that was said to be saved is there, and nothing twice', {
  tag: INSTALLED,
}, async ({ server, faultyProxy, launchOptions }) => {
  test.slow();
  const seed = Number(process.env['KILL_SEED'] ?? Math.floor(Math.random() * 1e9));
  console.log(`Five kills: KILL_SEED=${seed}`);
  const random = seededRandom(seed);
  const ledgers: Ledgers = { told: [], begun: [], found: [] };
  const browser = await OwnBrowser.create({ ...launchOptions, baseURL: faultyProxy.url });
  try {
    const address = await customerToWorkFor(browser);
    let page = await openedBesideTheApp(browser);
    for (let n = 0; n < KILLS; n += 1) {
      await saveUntilKilled({ browser, page, address, proxy: faultyProxy, run: runOf(n, random), ledgers });
      page = await openedBesideTheApp(browser);
      const { projects: kept } = await keptOf(page);
      expectNothingLost(ledgers.told, kept, await namesOn(server, BERT, 'projects'));
      ledgers.found.push(...kept.waiting.map(({ state }) => state));
    }
    const inFlight = ledgers.found.filter((state) => state === 'sending');
    expect(inFlight.length, 'creates that a kill came upon').toBeGreaterThanOrEqual(KILLS_IN_FLIGHT);

    faultyProxy.heal();
    const device = await sleepyDevice(page);
    await page.goto(address);
    await device.until(async () => (await keptOf(page)).projects.waiting.length === 0);
    const held = await namesOn(server, BERT, 'projects');
    expect(held).toEqual(unique(held));
    expect(held).toEqual(expect.arrayContaining(ledgers.told));
    expect(ledgers.begun).toEqual(expect.arrayContaining(held));
    const { listed } = (await keptOf(page)).projects;
    expect(listed.map(({ name }) => name).sort()).toEqual(held.toSorted());
    expect(unique(listed.map(({ serverId }) => serverId))).toHaveLength(held.length);
  } finally {
    await browser.remove();
  }
});

function runOf(n: number, random: Random): Run {
  const sort = SORTS[n % SORTS.length] ?? 'online';
  const save = Math.floor(random() * SAVES);
  const back = Math.floor(random() * (save + 1));
  const inFlight = sort === 'in flight';
  const slowFor = inFlight ? HELD_MS : random() * UNDER_WAY_MS;
  return {
    name: `Job ${n + 1}`,
    onlineFrom: sort === 'offline' ? SAVES : sort === 'back' ? back : 0,
    slow: random() < 0.5 ? 'hold' : 'hold-answer',
    slowFor,
    killedAt: inFlight
      ? { create: 1 + Math.floor(random() * 10), ms: random() * HELD_MS * 0.8 }
      : { save, ms: random() * ONE_SAVE_MS },
  };
}

/** Signs in, makes a customer, and answers the address of its screen, where projects are added to it. */
async function customerToWorkFor(browser: OwnBrowser): Promise<string> {
  const page = await openedBesideTheApp(browser);
  await signIn(page, BERT);
  await upToDate(page);
  await offlineReady(page);
  await addCustomer(page, newCustomer(0));
  await upToDate(page);
  await page.getByRole('link', { name: newCustomer(0).first }).click();
  await page.getByRole('tab', { name: 'Work' }).click();
  await page.waitForURL('**/customers/*?tab=work');
  const address = page.url();
  await browser.keeps('refresh_token');
  await browser.close();
  return address;
}

async function openedBesideTheApp(browser: OwnBrowser): Promise<Page> {
  const context = await browser.start();
  const [page = await context.newPage()] = context.pages();
  await page.goto(BESIDE_THE_APP);
  return page;
}

interface Work {
  readonly browser: OwnBrowser;
  /** Beside the app. */
  readonly page: Page;
  readonly address: string;
  readonly proxy: FaultyProxy;
  readonly run: Run;
  readonly ledgers: Ledgers;
}

async function saveUntilKilled({ browser, page, address, proxy, run, ledgers }: Work): Promise<void> {
  const { killedAt, onlineFrom, name } = run;
  const moment = closedGate();
  let dying = false;
  const killed = moment.passed.then(async () => {
    await delay(killedAt.ms);
    dying = true;
    await browser.kill();
  });
  let creates = 0;
  proxy.heal();
  proxy.inject({
    method: 'POST',
    path: projectSpec.path,
    fault: {
      kind: run.slow,
      // Asked for once for each create.
      get until() {
        creates += 1;
        if (creates !== killedAt.create) return delay(run.slowFor);
        moment.open();
        // However long a busy machine takes to kill: the create is on its way until then.
        return killed;
      },
    },
  });
  await tellOfSaves(page, (title) => ledgers.told.push(title));
  if (onlineFrom > 0) await page.context().setOffline(true);
  try {
    await page.goto(address);
    await page.getByRole('button', { name: 'Add Project' }).focus();
    for (let n = 0; n < SAVES; n += 1) {
      if (n === onlineFrom && n > 0) await page.context().setOffline(false);
      if (n === killedAt.save) moment.open();
      const title = `${name}.${n + 1}`;
      ledgers.begun.push(title);
      await saveByKeyboard(page, title);
    }
  } catch (error) {
    if (!dying) throw error;
  }
  moment.open();
  await killed;
}

/** What the page ever said to be saved is listed, and waits or is on the server; nothing is anywhere twice. */
function expectNothingLost(told: readonly string[], kept: Kept, held: readonly string[]): void {
  const waiting = kept.waiting.map(({ name }) => name);
  const listed = kept.listed.map(({ name }) => name);
  expect(listed).toEqual(expect.arrayContaining([...told]));
  expect([...waiting, ...held]).toEqual(expect.arrayContaining([...told]));
  for (const titles of [waiting, listed, held]) expect(titles).toEqual(unique(titles));
}
