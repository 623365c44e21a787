import 'fake-indexeddb/auto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../server/app.ts';
import type { Extensions } from '../../server/config/extensions.ts';
import { guardDatabase } from '../../server/db/guarded-database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { pgliteHere } from '../../server/db/open-pglite.ts';
import { DEMO_SIGN_IN, seedDemo } from '../../server/seed/seed-demo.ts';
import { delay } from '../../src/domain/ports.ts';
import { flush } from '../../tests/support/browser/flush.ts';
import { ManualClock } from '../../tests/support/browser/manual-clock.ts';
import { injectRequest } from '../../tests/support/server/inject-request.ts';
import { edit, editOf, make } from '../../tests/support/tab/scenario.ts';
import { type Backend, TestBrowser, TestTab } from '../../tests/support/tab/test-device.ts';

/** There and back, in ms. */
export const LINK_MS = 400;
const CREATES = 200;
const UPDATES = { customers: 200, projects: 100 } as const;
export const CHANGES = CREATES + UPDATES.customers + UPDATES.projects;

/** The real server at the end of a slow link. The link takes the device's time; what the server takes is not counted. */
class SlowLink implements Backend {
  readonly origin = 'http://companion.test';
  requests = 0;
  readonly #app: FastifyInstance;
  readonly #clock: ManualClock;
  #working = 0;

  constructor(app: FastifyInstance, clock: ManualClock) {
    this.#app = app;
    this.#clock = clock;
  }

  fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    this.requests += 1;
    await delay(this.#clock, LINK_MS / 2);
    this.#working += 1;
    const answer = await injectRequest(this.#app, new Request(input, init));
    this.#working -= 1;
    await delay(this.#clock, LINK_MS / 2);
    return answer;
  };

  /** Lets everything run that does not wait for the link. */
  async idle(): Promise<void> {
    do {
      await flush();
      while (this.#working > 0) await sleep(1);
    } while (this.#working > 0);
  }
}

/** How long a device takes to send a long morning's changes, in seconds of its own time, and in how many requests. */
export async function replay(
  extensions: Extensions,
): Promise<{ readonly seconds: number; readonly requests: number }> {
  // A device that has never been used: the account has the same name each time.
  globalThis.indexedDB = new IDBFactory();
  Dexie.dependencies.indexedDB = globalThis.indexedDB;
  const db = guardDatabase(await pgliteHere({}));
  await migrate(db);
  await seedDemo(db, new Date());
  const app = await buildApp({
    db,
    jwtSecret: 'a secret for benches that is long enough to sign with',
    accessTokenSeconds: 3600,
    refreshTokenSeconds: 3600,
    sessionSeconds: 3600,
    staticDir: 'dist',
    extensions,
    logLevel: 'silent',
  });
  const clock = new ManualClock();
  const link = new SlowLink(app, clock);
  const tab = new TestTab(link, new TestBrowser(clock));
  const until = async (done: () => boolean | Promise<boolean>): Promise<void> => {
    for (;;) {
      await link.idle();
      if (await done()) return;
      clock.advance(50);
    }
  };
  void tab.services.session.signIn(DEMO_SIGN_IN.username, DEMO_SIGN_IN.password);
  await until(() => tab.services.records.getSnapshot() !== null);
  await until(async () => (await tab.rows('projects')).length >= UPDATES.projects);
  const rest = clock.now() + 60_000;
  await until(() => clock.now() > rest);

  tab.browser.setOnline(false);
  for (let n = 0; n < CREATES; n += 1) await make(tab, { email: `new${n}@example.com` });
  for (const row of (await tab.rows('customers')).filter(({ serverId }) => serverId !== undefined)) {
    await edit(tab, row.localId, { city: 'Galveston' });
  }
  for (const row of (await tab.rows('projects')).slice(0, UPDATES.projects)) {
    await editOf(tab, 'projects', row.localId, { description: 'Seen on site.' });
  }
  const begun = { at: clock.now(), requests: link.requests };
  tab.browser.setOnline(true);
  await until(async () => (await tab.outbox()).length === 0);
  const seconds = (clock.now() - begun.at) / 1000;
  const requests = link.requests - begun.requests;
  tab.crash();
  await app.close();
  await db.close();
  return { seconds, requests };
}
