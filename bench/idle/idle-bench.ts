import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { requestPull } from '../../src/records/requests.ts';
import type { FakeBackend } from '../../tests/support/backend/fake-backend.ts';
import { ann } from '../../tests/support/records/mutations.ts';
import { aSyncedTab } from '../../tests/support/tab/scenario.ts';
import type { TestTab } from '../../tests/support/tab/test-device.ts';
import { quantileOf } from '../frame/rounds.ts';

// What an app costs that nobody touches, and how late it shows what another person has made, on a plain server without
// extensions: `npm run bench -- idle`. All times are the device's own, which a clock of the bench moves.

const OF_EACH = 500;
const MINUTE = 60_000;
const STEP_MS = 5000;
const POLLS = 6;
const BURSTS = 40;
const LATEST_MS = 11 * MINUTE;

export async function run(): Promise<void> {
  const rows = OF_EACH * RESOURCE_NAMES.length;
  const { backend, tab } = await aDevice();
  const bytes = countBytes(backend);
  console.log(
    `A plain server, ${rows} rows in pages of ${backend.options.pageSize}, the app on the screen and untouched:`,
  );
  const begun = { requests: backend.asked, bytes: bytes() };
  const tell = (span: string): void => {
    const kib = ((bytes() - begun.bytes) / 1024).toFixed(0);
    console.log(`  ${span.padEnd(21)} ${backend.asked - begun.requests} requests, ${kib} KiB`);
  };
  await tab.pass(3 * MINUTE, STEP_MS);
  tell('the first 3 minutes');
  await tab.pass(57 * MINUTE, STEP_MS);
  tell('the first hour');
  Object.assign(begun, { requests: backend.asked, bytes: bytes() });
  await tab.pass(60 * MINUTE, STEP_MS);
  tell('the second hour');
  tab.crash();

  const late = await timesAfterBursts();
  const seconds = (share: number): string => `${(quantileOf(late, share) / 1000).toFixed(0)} s`;
  console.log(`Another person's new record, after ${POLLS} polls of the list in half a minute, is shown:`);
  console.log(`  after ${seconds(0.5)} (p50), ${seconds(0.95)} (p95) of ${BURSTS}`);
}

/** One that has never been used, and has read everything. */
async function aDevice(): Promise<{ readonly backend: FakeBackend; readonly tab: TestTab }> {
  globalThis.indexedDB = new IDBFactory();
  Dexie.dependencies.indexedDB = globalThis.indexedDB;
  const each = Array.from({ length: OF_EACH }, (_, n) => n);
  const titled = each.map((n) => ({ title: `Work ${n}` }));
  return aSyncedTab(
    each.map((n) => ({ ...ann, email: `n${n}@example.com` })),
    { projects: titled, estimates: titled, workOrders: titled },
  );
}

/** Of the bodies of answers, as they are before compression. */
function countBytes(backend: FakeBackend): () => number {
  const real = backend.fetch;
  let bytes = 0;
  backend.fetch = async (input, init) => {
    const answer = await real(input, init);
    bytes += (await answer.clone().arrayBuffer()).byteLength;
    return answer;
  };
  return () => bytes;
}

async function timesAfterBursts(): Promise<readonly number[]> {
  const { backend, tab } = await aDevice();
  const times: number[] = [];
  for (let burst = 0; burst < BURSTS; burst += 1) {
    for (let poll = 0; poll < POLLS; poll += 1) {
      await requestPull(tab.records, 'customers');
      await tab.pass(STEP_MS, 500);
    }
    const name = `New ${burst}`;
    backend.seed({ ...ann, first_name: name, email: `new${burst}@example.com` });
    times.push(await timeUntilShown(tab, name));
    // Not always at the same point of the minute.
    await tab.pass(10 * MINUTE + burst * 1700, STEP_MS);
  }
  tab.crash();
  return times;
}

async function timeUntilShown(tab: TestTab, name: string): Promise<number> {
  const from = tab.browser.clock.now();
  const isShown = async (): Promise<boolean> =>
    (await tab.rows()).some(({ view }) => view?.['first_name'] === name);
  while (!(await isShown())) {
    if (tab.browser.clock.now() - from > LATEST_MS) throw new Error(`'${name}' is not shown`);
    await tab.pass(1000, 1000);
  }
  return tab.browser.clock.now() - from;
}
