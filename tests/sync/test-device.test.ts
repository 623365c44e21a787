import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { flush } from '../support/browser/flush.ts';
import { holdTable } from '../support/browser/held-table.ts';
import { aDatabase, aRecord } from '../support/browser/test-database.ts';
import { atRest, edit, make } from '../support/tab/scenario.ts';
import { TestBrowser, TestTab } from '../support/tab/test-device.ts';
import { seededRandom } from '../support/test/seeded-random.ts';

const STEP_MS = 250;

describe('a device in a test is at rest', () => {
  it('once its transactions have ended, and what waits for them has', async () => {
    const db = await aDatabase();
    let rows = -1;
    void db.strict.customers
      .bulkPut(['1', '2', '3'].map((localId) => aRecord({ localId })))
      .then(() => db.relaxed.customers.toArray())
      .then((all) => {
        rows = all.length;
      });
    expect([await flush(), rows]).toEqual([true, 3]);
  });

  it('once timers of the machine that are due have run', async () => {
    let ran = false;
    setTimeout(() => {
      ran = true;
    }, 0);
    while (!(await flush()));
    expect(ran).toBe(true);
  });

  it('never while a transaction is held open', async () => {
    const db = await aDatabase();
    const release = await holdTable(db.name, 'customers');
    expect(await flush()).toBe(false);
    release();
    while (!(await flush()));
  });
});

/** Lets time pass in a tab: so much of it, and until nothing waits. */
interface Passing {
  readonly pass: (tab: TestTab, ms: number) => Promise<void>;
  readonly drained: (tab: TestTab) => Promise<void>;
}

/** The requests of a tab, each with the device's time, while answers are lost and others change rows; and when that ends. */
async function requestsOf({ pass, drained }: Passing): Promise<string[]> {
  // The same random numbers make the same names of databases.
  globalThis.indexedDB = new IDBFactory();
  Dexie.dependencies.indexedDB = globalThis.indexedDB;
  const backend = new FakeBackend();
  for (let n = 0; n < 3; n += 1) backend.seed({ first_name: `N${n}`, email: `n${n}@example.com` });
  const browser = Object.assign(new TestBrowser(), { random: seededRandom(1) });
  const tab = new TestTab(backend, browser);
  const asked: string[] = [];
  const { fetch } = backend;
  backend.fetch = (input, init) => {
    asked.push(`${browser.clock.now()} ${tab.sent.at(-1)}`);
    return fetch(input, init);
  };
  await tab.signIn();
  await atRest(tab);
  backend.plan('POST', /customers/, { kind: 'dropAfter' });
  await make(tab, { email: 'lost@example.com' });
  await drained(tab);
  asked.push(`${browser.clock.now()} drained`);
  backend.plan('PATCH', /customers/, { kind: 'answer', status: 500 }, 3);
  await edit(tab, 1, { city: 'Reno' });
  await pass(tab, 60_000);
  backend.seed({ first_name: 'New', email: 'new@example.com' });
  await pass(tab, 60_000);
  return asked;
}

async function sixtyTurns(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

it('a device in a test does the same at the same time where no step is left out in which nothing falls due', async () => {
  const asked = await requestsOf({
    pass: (tab, ms) => tab.pass(ms, STEP_MS),
    drained: (tab) => tab.drained(),
  });
  const everyStep = await requestsOf({
    async pass({ browser }, ms) {
      for (let left = ms; left > 0; left -= STEP_MS) {
        browser.clock.advance(STEP_MS);
        await sixtyTurns();
      }
    },
    async drained(tab) {
      await sixtyTurns();
      while ((await tab.outbox()).length > 0) {
        tab.browser.clock.advance(STEP_MS);
        await sixtyTurns();
      }
    },
  });
  expect(asked.length).toBeGreaterThan(20);
  expect(asked).toEqual(everyStep);
});
