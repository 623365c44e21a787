import { expect, it } from 'vitest';
import type { FakeBackend } from '../support/backend/fake-backend.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import { anotherTab, edit, firstRow, make } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const EVENTS = 'GET /api/v1/sync/events/';
const CHANGES = 'GET /api/v1/sync/changes/';
/** Of an answer, in bytes: more than the companion server's have. */
const HEADERS = 400;

const told = (tab: TestTab, what: string) => tab.sent.filter((request) => request === what).length;

/** A tab that hears of changes, long after its last pull. */
async function aListeningTab(promisesBeats = false) {
  const both = await anExtendedTab(['changes', 'if-match', 'events'], [{ city: 'Boise' }]);
  if (promisesBeats) {
    both.backend.extensions.streams.promisesBeats = true;
    both.backend.extensions.endStreams();
  }
  await both.tab.pass(5000);
  expect(both.backend.extensions.listeners).toBe(1);
  return both;
}

/** Another person changes the first customer. */
function change(backend: FakeBackend, city: string): void {
  firstRow(backend)['city'] = city;
  backend.extensions.observe();
}

async function cityOn(tab: TestTab): Promise<unknown> {
  const [row] = await tab.rows();
  return row?.view?.['city'];
}

it("[X32] shows what another person changed within two seconds, without anybody's asking", async () => {
  const { backend, tab } = await aListeningTab();
  change(backend, 'Reno');
  await tab.pass(2000);
  expect(await cityOn(tab)).toBe('Reno');
});

it('[X32] does so where the last pull took long, and hears of much in few pulls', async () => {
  const { backend, tab } = await aListeningTab();
  backend.plan('GET', /sync\/changes/, { kind: 'hold', until: tab.pass(0).then(() => tab.pass(8000)) });
  change(backend, 'Reno');
  await tab.pass(12_000);
  const before = told(tab, CHANGES);
  for (let n = 0; n < 100; n += 1) {
    change(backend, `City ${n}`);
    await tab.pass(50, 50);
  }
  await tab.pass(2000);
  expect(await cityOn(tab)).toBe('City 99');
  expect(told(tab, CHANGES) - before).toBeLessThan(25);
});

it('[X33, X35] comes back after the stream was lost, and reads what it did not hear', async () => {
  const { backend, tab } = await aListeningTab();
  backend.plan('GET', /sync\/events/, { kind: 'dropBefore' }, 2);
  backend.extensions.endStreams();
  change(backend, 'Reno');
  await tab.pass(15_000);
  expect(backend.extensions.listeners).toBe(1);
  expect(await cityOn(tab)).toBe('Reno');
  expect(told(tab, EVENTS)).toBe(4);
});

it('[X35] opens a stream that always ends at once less and less often', async () => {
  const { backend, tab } = await aListeningTab();
  const before = told(tab, EVENTS);
  for (let n = 0; n < 300; n += 1) {
    backend.extensions.endStreams();
    await tab.pass(1000, 1000);
  }
  expect(told(tab, EVENTS) - before).toBeLessThan(15);
  expect(told(tab, EVENTS) - before).toBeGreaterThan(2);
});

it('[X35, P34] waits as long as a server asks that is sent too many requests', async () => {
  const { backend, tab } = await aListeningTab();
  const before = told(tab, EVENTS);
  backend.plan('GET', /sync\/events/, { kind: 'answer', status: 429, headers: { 'retry-after': '90' } });
  backend.extensions.endStreams();
  await tab.pass(85_000, 1000);
  expect(told(tab, EVENTS)).toBe(before + 1);
  await tab.pass(10_000, 1000);
  expect(told(tab, EVENTS)).toBe(before + 2);
  expect(backend.extensions.listeners).toBe(1);
});

it('[X36] comes back at once when the connection does', async () => {
  const { backend, tab } = await aListeningTab();
  tab.browser.setOnline(false);
  backend.extensions.endStreams();
  await tab.pass(120_000, 5000);
  expect(backend.extensions.listeners).toBe(0);
  tab.browser.setOnline(true);
  await tab.pass(4000);
  expect(backend.extensions.listeners).toBe(1);
});

it('[X39] takes a stream that says nothing for a dead one', async () => {
  const { backend, tab } = await aListeningTab();
  const before = told(tab, EVENTS);
  await tab.pass(65_000, 1000);
  expect(told(tab, EVENTS)).toBe(before + 1);
  expect(backend.extensions.listeners).toBe(1);
});

it('[X38, X39] has a server that can do so give a sign of life every four minutes only', async () => {
  const { backend, tab } = await aListeningTab(true);
  const before = told(tab, EVENTS);
  for (let n = 0; n < 3; n += 1) {
    await tab.pass(240_000, 5000);
    backend.extensions.beat();
  }
  await tab.pass(295_000, 5000);
  expect(told(tab, EVENTS)).toBe(before);
  await tab.pass(15_000, 1000);
  expect(told(tab, EVENTS)).toBe(before + 1);
  expect(backend.urls.filter((url) => url.includes('events/?beat=240'))).toHaveLength(before + 1);
});

it('[X40] wants them more often where something on the way ends silent streams', async () => {
  const { backend, tab } = await aListeningTab(true);
  const before = told(tab, EVENTS);
  for (let n = 0; n < 5; n += 1) {
    await tab.pass(60_000, 5000);
    backend.extensions.endStreams();
    await tab.pass(5000);
  }
  expect(backend.urls.filter((url) => url.includes('events/?beat=240'))).toHaveLength(before + 1);
  expect(told(tab, EVENTS)).toBe(before + 5);
});

it('[X36] opens a new stream on another connection, because the old one may be dead unnoticed', async () => {
  const { backend, tab } = await aListeningTab(true);
  const before = told(tab, EVENTS);
  tab.browser.setOnline(true);
  await tab.pass(2000);
  expect(told(tab, EVENTS)).toBe(before + 1);
  expect(backend.extensions.listeners).toBe(1);
});

it('[X42] polls within minutes where the stream cannot be opened any more', async () => {
  const { backend, tab } = await aListeningTab(true);
  await tab.pass(300_000, 5000);
  backend.plan('GET', /sync\/events/, { kind: 'html', status: 404 }, 1000);
  backend.extensions.endStreams();
  await tab.pass(90_000, 5000);
  change(backend, 'Reno');
  await tab.pass(150_000, 5000);
  expect(await cityOn(tab)).toBe('Reno');
});

it('[X41] wakes a device at most twenty times in an hour in which nothing happens, for 20 KiB of answers at most', async () => {
  const { backend, tab } = await aListeningTab(true);
  const { clock } = tab.browser;
  const wakes: number[] = [];
  let bytes = 0;
  let requests = 0;
  const heard = (length: number): void => {
    bytes += length;
    if (clock.now() - (wakes.at(-1) ?? 0) > 10_000) wakes.push(clock.now());
  };
  const { fetch } = backend;
  backend.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const isStream = answer.headers.get('content-type') === 'text/event-stream';
    requests += 1;
    heard(HEADERS + (isStream ? 30 : (await answer.clone().text()).length));
    return answer;
  };
  // Its streams last as long as a token, as the companion server's do.
  for (let minute = 1; minute <= 60; minute += 1) {
    await tab.pass(60_000, 5000);
    if (minute % 15 === 0) {
      backend.expireAccess();
      backend.extensions.endStreams();
    } else if ((minute % 15) % 4 === 0) {
      backend.extensions.beat();
      heard(3);
    }
  }
  await tab.pass(10_000);
  expect(wakes.length).toBeGreaterThanOrEqual(16);
  expect(wakes.length).toBeLessThanOrEqual(20);
  expect(requests).toBeLessThanOrEqual(40);
  expect(bytes).toBeLessThanOrEqual(20 * 1024);
});

it('[X37] renews a token that is refused', async () => {
  const { backend, tab } = await aListeningTab();
  backend.expireAccess();
  backend.extensions.endStreams();
  await tab.pass(10_000);
  expect(backend.extensions.listeners).toBe(1);
  expect(backend.count('POST', /token\/refresh/)).toBe(1);
});

it('[X8] listens in one tab, and only while that is on the screen', async () => {
  const { backend, tab } = await aListeningTab();
  const other = await anotherTab(tab);
  await other.pass(5000);
  expect(backend.extensions.listeners).toBe(1);
  tab.setVisible(false);
  other.setVisible(false);
  await other.pass(5000);
  expect(backend.extensions.listeners).toBe(0);
  other.setVisible(true);
  await other.pass(70_000, 1000);
  expect(backend.extensions.listeners).toBe(1);
});

it('[X34] does not read for every change of its own', async () => {
  const { backend, tab } = await aListeningTab();
  const before = told(tab, CHANGES);
  for (let n = 0; n < 20; n += 1) await make(tab, { email: `new${n}@example.com` });
  await edit(tab, 1, { city: 'Reno' });
  await tab.pass(10_000);
  expect(backend.customers).toHaveLength(21);
  expect(told(tab, CHANGES) - before).toBeLessThan(8);
});

it('[X1] opens no stream if the server does not announce it', async () => {
  const { tab } = await anExtendedTab(['changes', 'if-match']);
  await tab.pass(70_000, 1000);
  expect(told(tab, EVENTS)).toBe(0);
});

it('[X8] stops when its account logs out', async () => {
  const { backend, tab } = await aListeningTab();
  tab.services.session.signOut();
  await tab.pass(2000);
  expect(backend.extensions.listeners).toBe(0);
});
