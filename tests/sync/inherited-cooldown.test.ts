import { describe, expect, it } from 'vitest';
import { requestPull, requestSync } from '../../src/records/use-sync-status.ts';
import type { FakeBackend } from '../support/backend/fake-backend.ts';
import { anotherTab, aSyncedTab, latch } from '../support/tab/scenario.ts';

const LIST = /customers\/customers\/(\?|$)/;
const MARKER = /page_size=20(&|$)/;
const MINUTE = 60_000;
const PULL_MS = 25_000;

/** Without the polls for change markers, which are no pulls, go on while a list cools down, and ask for few rows. */
function pullsOf({ urls }: FakeBackend): number {
  return urls.filter((url) => LIST.test(url) && !MARKER.test(url)).length;
}

/** The tab that leads died after a pull that took 25 s, less than a time-out: the next is due in some eight minutes. */
async function afterALongPull() {
  const { backend, tab } = await aSyncedTab();
  await requestSync(tab.records);
  await tab.pass(10_000);
  const page = latch();
  backend.plan('GET', LIST, { kind: 'hold', until: page.opened });
  const lists = backend.count('GET', LIST);
  await requestPull(tab.records, 'customers');
  await tab.until(() => backend.count('GET', LIST) > lists);
  await tab.pass(PULL_MS, 1000);
  page.open();
  await tab.pass(1000);
  tab.crash();
  const read = pullsOf(backend);
  return { backend, tab, pulls: () => pullsOf(backend) - read };
}

describe('the cooldown after a pull by a tab that led before', () => {
  it('[T12, L6] is kept by the next one', async () => {
    const { tab, pulls } = await afterALongPull();
    const next = await anotherTab(tab);
    await next.pass(7 * MINUTE, 5000);
    expect(pulls()).toBe(0);
    await next.pass(3 * MINUTE, 5000);
    expect(pulls()).toBeGreaterThan(0);
  });

  it("[L42] is over when a person presses 'Sync now', also before the next one leads", async () => {
    const { tab, pulls } = await afterALongPull();
    const next = await anotherTab(tab);
    await requestSync(next.records);
    await next.pass(10_000);
    expect(pulls()).toBe(1);
  });

  it("[L42] is kept where 'Sync now' was pressed before it, and the pull came to nothing", async () => {
    const { backend, tab } = await aSyncedTab();
    await requestSync(tab.records);
    await tab.pass(10_000);
    const page = latch();
    backend.plan('GET', LIST, { kind: 'answer', status: 500 });
    backend.plan('GET', LIST, { kind: 'hold', until: page.opened });
    backend.plan('GET', LIST, { kind: 'answer', status: 500 }, 9);
    for (let n = 0; n < 30; n += 1) backend.seed({ first_name: `N${n}`, email: `n${n}@example.com` });
    await requestSync(tab.records);
    const lists = backend.count('GET', LIST);
    await tab.until(() => backend.count('GET', LIST) > lists);
    await tab.pass(PULL_MS, 1000);
    page.open();
    await tab.pass(1000);
    tab.crash();
    const next = await anotherTab(tab);
    const read = pullsOf(backend);
    await next.pass(7 * MINUTE, 5000);
    expect(pullsOf(backend) - read).toBe(0);
  });

  it('[P37] is void when it was set by a clock that has been put back since', async () => {
    const { tab, pulls } = await afterALongPull();
    tab.browser.clock.putBack(30 * MINUTE);
    const next = await anotherTab(tab);
    await next.pass(10_000);
    expect(pulls()).toBe(1);
  });
});
