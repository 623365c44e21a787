import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { customerSpec } from '../../src/domain/customer.ts';
import { undoIsOver } from './support/clocks.ts';
import {
  addCustomer,
  customersOn,
  offlineReady,
  rowOf,
  searchBox,
  syncStatus,
  upToDate,
} from './support/customers.ts';
import { allowing, buildFor } from './support/elsewhere.ts';
import type { FaultyProxy } from './support/faulty-proxy.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { keptBy } from './support/kept.ts';
import { Layer } from './support/layer.ts';
import { logOut } from './support/log-out.ts';
import { CARL } from './support/people.ts';
import { referredOn } from './support/records.ts';
import { runOnce } from './support/run-once.ts';
import { type Overheard, overhear, placesWith } from './support/secrets.ts';
import type { Server } from './support/server.ts';
import { signIn, submitSignIn } from './support/sign-in.ts';

runOnce();

const TOKEN = '/api/v1/auth/token/';
const REFRESH = '/api/v1/auth/token/refresh/';
const LIST = customerSpec.path;
const MISTYPED = 'beside-anna-8';
const NORA = { first: 'Nora', last: 'Vance', email: 'nora.vance@example.com' };
const OWEN = { first: 'Owen', last: 'Castellanos', email: 'owen.castellanos@example.com' };

interface Day {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly server: Server;
  readonly proxy: FaultyProxy;
}

/** A working day in small, from the first sign-in to the second. */
async function work({ page, context, server, proxy }: Day): Promise<void> {
  const referred = await referredOn(server, 'customers');
  const [edited, deleted] = (await customersOn(server)).filter(({ id }) => !referred.has(id));
  if (!edited || !deleted) throw new Error('The demo data is missing.');
  await page.goto('/login');
  await submitSignIn(page, { ...CARL, password: MISTYPED });
  await expect(page.getByRole('alert')).toBeVisible();
  await signIn(page, CARL);
  await upToDate(page);
  await offlineReady(page);

  await searchBox(page).fill(edited.email);
  await rowOf(page, edited.email).getByRole('link').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog').getByLabel('City').fill('Galveston');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The server forgets the token once: it has to be renewed.
  proxy.inject({ method: 'POST', path: LIST, times: 1, fault: { kind: 'answer', status: 401 } });
  await page.getByRole('link', { name: 'Customers', exact: true }).first().click();
  await addCustomer(page, NORA);
  await upToDate(page);
  expect(proxy.count('POST', REFRESH)).toBe(1);

  await context.setOffline(true);
  await page.reload();
  await addCustomer(page, OWEN);
  await searchBox(page).fill(deleted.email);
  await page.getByRole('button', { name: `Delete ${deleted.first_name} ${deleted.last_name}` }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await syncStatus(page).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Owen' })).toBeVisible();
  await context.setOffline(false);
  await undoIsOver(page);
  await upToDate(page);
  await logOut(page);
  await submitSignIn(page, CARL);
  await upToDate(page);
  const emails = (await customersOn(server)).map(({ email }) => email);
  expect(emails).toEqual(expect.arrayContaining([NORA.email, OWEN.email]));
  expect(emails).not.toContain(deleted.email);
}

/** Asserts that tokens and passwords are where they belong and nowhere else. */
async function expectSecretsKept({ page, context, server }: Day, heard: Overheard): Promise<void> {
  const [access, refresh] = [heard.tokens('token'), heard.tokens('refresh_token')];
  expect(access.length).toBeGreaterThanOrEqual(3);
  expect(refresh.length).toBeGreaterThanOrEqual(3);
  const tokens = [...access, ...refresh];
  const passwords = [CARL.password, MISTYPED];
  const kept = await keptBy(page);
  // The sign of a database is called after its account, and says how many changes wait in it.
  const names = Object.keys(kept.storage).map((name) => name.replace(/^database\|.*/, 'database'));
  expect(names.sort()).toEqual(['account', 'database', 'refresh_token', 'token', 'token_of']);

  const { sent } = heard;
  const bodiesBut = (path: string): string[] =>
    sent.filter(({ url }) => url.pathname !== path).map(({ body }) => body);
  const places = {
    'an address': sent.map(({ url }) => url.href),
    'the address bar': page.url(),
    'the page': await page.content(),
    'the console': heard.console,
    "the server's log": server.output,
    IndexedDB: Object.values(kept.databases),
    CacheStorage: [...Object.keys(kept.caches), ...Object.values(kept.caches)],
    'a cookie': JSON.stringify(await context.cookies()),
    'a header that is not Authorization': sent.flatMap(({ headers }) =>
      Object.entries(headers).map(([name, value]) => (name === 'authorization' ? '' : value)),
    ),
  };
  const ownKeys = ['token', 'refresh_token'];
  expect(
    placesWith(tokens, {
      ...places,
      'a key of its own': heard.stored.map(([key, value]) => (ownKeys.includes(key) ? '' : value)),
    }),
  ).toEqual([]);
  expect(placesWith(access, { bodies: bodiesBut('') })).toEqual([]);
  expect(placesWith(refresh, { bodies: bodiesBut(REFRESH) })).toEqual([]);
  expect(placesWith(refresh, { headers: sent.flatMap(({ headers }) => Object.values(headers)) })).toEqual([]);
  expect(
    placesWith(passwords, {
      ...places,
      'localStorage or sessionStorage': heard.stored.map(([, value]) => value),
      'another request': bodiesBut(TOKEN),
      'a header': sent.flatMap(({ headers }) => Object.values(headers)),
    }),
  ).toEqual([]);
  // The log was on, the sign-in and the renewal did happen, and what is looked for is found where it belongs.
  expect(server.output).toContain(`"path":"${LIST}"`);
  expect(placesWith(passwords, { tokens: sent.map(({ body }) => body) })).toEqual(['tokens']);
  expect(placesWith(refresh, { renewal: sent.map(({ body }) => body) })).toEqual(['renewal']);
}

/** Asserts that the caches hold the app and nothing that the API ever said. */
async function expectNoAnswerCached({ page, server }: Day): Promise<void> {
  const { caches, databases } = await keptBy(page);
  const held = (await customersOn(server)).flatMap(({ email, last_name }) => [email, `"${last_name}"`]);
  expect(Object.keys(caches).length).toBeGreaterThan(5);
  expect(Object.keys(caches).filter((url) => new URL(url).pathname.startsWith('/api'))).toEqual([]);
  const cached = Object.values(caches).join('\n');
  expect(held.filter((words) => cached.includes(words))).toEqual([]);
  expect(Object.values(databases).join('\n')).toContain(NORA.email);
}

const apartTest = test.extend<{ folder: string; api: Layer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it has to make out of it.
  folder: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'restoration-apart-'));
    await provide(folder);
    await rm(folder, { recursive: true, force: true });
  },
  serverEnv: async ({ folder }, provide) => {
    await provide({ LOG_LEVEL: 'trace', STATIC_DIR: folder, CONNECT_ORIGINS: 'http://127.0.0.1:*' });
  },
  // In front of the proxy, so that what that one spoils is readable for the page as well.
  api: [
    async ({ server, faultyProxy, folder }, provide) => {
      const api = await Layer.create(faultyProxy.url, allowing(server.url));
      await buildFor(api.url, folder);
      await provide(api);
      await api.close();
    },
    { timeout: 240_000 },
  ],
});

// @spec 7.1 D1.1
apartTest(
  'with the API on another origin only its own paths are asked there, and the same holds of every secret',
  { tag: INSTALLED },
  async ({ page, context, server, faultyProxy, api, baseURL }) => {
    const day: Day = { page, context, server, proxy: faultyProxy };
    const heard = await overhear(context);
    await work(day);
    const asked = (origin: string | undefined): string[] => [
      ...new Set(heard.sent.filter(({ url }) => url.origin === origin).map(({ url }) => url.pathname)),
    ];
    expect(heard.sent.filter(({ url }) => url.origin !== baseURL && url.origin !== api.url)).toEqual([]);
    expect(asked(api.url).filter((path) => !path.startsWith('/api/v1/'))).toEqual([]);
    expect(asked(baseURL).filter((path) => path.startsWith('/api'))).toEqual([]);
    expect(asked(api.url)).toContain(LIST);
    await expectSecretsKept(day, heard);
    await expectNoAnswerCached(day);
  },
);

test.describe('over a working day', () => {
  test.use({ throughProxy: true, serverEnv: { LOG_LEVEL: 'trace' } });

  // @spec 7.1 7.18 9.4 D1.1
  test('nothing leaves the origin, no answer is cached, and no token or password is anywhere else', {
    tag: INSTALLED,
  }, async ({ page, context, server, faultyProxy, baseURL }) => {
    const day: Day = { page, context, server, proxy: faultyProxy };
    const heard = await overhear(context);
    await work(day);
    expect(heard.sent.filter(({ url }) => url.origin !== baseURL).map(({ url }) => url.href)).toEqual([]);
    expect(heard.sent.some(({ byServiceWorker }) => byServiceWorker)).toBe(true);
    await expectSecretsKept(day, heard);
    await expectNoAnswerCached(day);
  });
});
