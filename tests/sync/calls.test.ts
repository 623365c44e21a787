import { describe, expect, it } from 'vitest';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { requestStats } from '../../src/records/use-sync-status.ts';
import { pushMutation } from '../../src/sync/push/push.ts';
import { jsonAnswer } from '../support/backend/answers.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import {
  aSyncedTab,
  atRest,
  contextOf,
  edit,
  editOf,
  make,
  makeOf,
  openedTab,
  remove,
  rowIn,
} from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const ben = { first_name: 'Ben', email: 'ben@example.com', city: 'Boise' };
const TOKENS = /\/auth\/token\//;
const PROFILE = /\/auth\/user\/$/;

const COLLECTIONS: Readonly<Record<ResourceName, string>> = {
  customers: '/api/v1/customers/customers/',
  projects: '/api/v1/projects/projects/',
  estimates: '/api/v1/estimates/estimates/',
  workOrders: '/api/v1/work-orders/work-orders/',
};

describe('the calls', () => {
  // @spec 6.3 7.4 7.13 7.17 D1.2
  it('carry the bearer token, the read of one record as well', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', /customers\/1\/$/, { kind: 'dropAfter' });
    await edit(tab, 1, { city: 'Reno' });
    await make(tab, { email: 'new@example.com' });
    await requestStats(tab.records);
    await tab.drained();
    await tab.pass(3000);
    await remove(tab, 1);
    await tab.drained();
    const calls = backend.requests.filter(({ path }) => !TOKENS.test(path));
    const made = new Set(calls.map(({ method, path }) => `${method} ${path}`));
    expect([...made]).toEqual(
      expect.arrayContaining([
        'GET /api/v1/auth/user/',
        `GET ${COLLECTIONS.customers}`,
        `GET ${COLLECTIONS.customers}1/`,
        `POST ${COLLECTIONS.customers}`,
        `PATCH ${COLLECTIONS.customers}1/`,
        `DELETE ${COLLECTIONS.customers}1/`,
        ...RESOURCE_NAMES.map((name) => `GET ${COLLECTIONS[name]}dashboard_stats/`),
      ]),
    );
    expect(calls.filter(({ user }) => user !== 'demo')).toEqual([]);
  });

  // @spec 7.8 7.9 7.10 7.11 7.14 7.15 7.16 D3.7
  it.each(RESOURCE_NAMES)('of %s go to their own path, and a change sends what was changed', async (name) => {
    const { backend, tab } = await aSyncedTab([ben]);
    const path = COLLECTIONS[name];
    const field = name === 'customers' ? 'last_name' : 'title';
    const customer = name === 'customers' ? {} : { customer: '1' };
    const { localId } = await makeOf(tab, name, { ...customer, [field]: 'Roof' });
    await tab.drained();
    const id = (await rowIn(tab, name, localId))?.serverId ?? '';
    await editOf(tab, name, id, { [field]: 'Cellar' });
    await tab.drained();
    await remove(tab, localId, name);
    await tab.drained();
    const sent = backend.requests.filter(
      (request) => request.path.startsWith(path) && request.method !== 'GET',
    );
    expect(sent.map((request) => [request.method, request.path])).toEqual([
      ['POST', path],
      ['PATCH', `${path}${id}/`],
      ['DELETE', `${path}${id}/`],
    ]);
    expect(sent[0]?.body).toMatchObject({ [field]: 'Roof', ...(name !== 'customers' && { customer: 1 }) });
    expect(sent[1]?.body).toEqual({ [field]: 'Cellar' });
    expect(backend.count('GET', new RegExp(`${path}$`))).toBeGreaterThan(0);
  });

  // @spec D1.39
  it('that read a list name a page and an order, and no filters', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    await tab.pass(120_000, 5000);
    const lists = Object.values(COLLECTIONS);
    const asked = backend.urls
      .map((url) => new URL(url, 'http://server'))
      .filter(({ pathname }) => lists.includes(pathname));
    expect(new Set(asked.map(({ pathname }) => pathname))).toEqual(new Set(lists));
    for (const { searchParams } of asked)
      expect(['page', 'page_size', 'ordering']).toEqual(expect.arrayContaining([...searchParams.keys()]));
  });
});

describe('a 401 of the token endpoints', () => {
  const REFRESH = /\/auth\/token\/refresh\/$/;

  // @spec D1.14
  it('is a wrong password, and nothing to refresh', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    tab.services.session.signOut();
    const signIn = tab.services.session.signIn('demo', 'wrong');
    await expect(signIn).rejects.toThrow('No active account found with the given credentials');
    expect(backend.count('POST', REFRESH)).toBe(0);
    expect(tab.services.session.getSnapshot()).toEqual({ status: 'signedOut' });
  });

  // @spec D1.14
  it('is a refused refresh, which is not refreshed in turn', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.expireAccess();
    backend.revokeRefresh();
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(() => tab.services.session.getSnapshot().status === 'expired');
    await tab.pass(60_000, 1000);
    expect(backend.count('POST', REFRESH)).toBe(1);
  });
});

describe('a sign-in', () => {
  const profiles = (backend: FakeBackend): number => backend.count('GET', PROFILE);

  // @spec 2.26 D1.13
  it('asks who the person is, once itself and once by a first poll, also after a session has expired', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    await tab.pass(20_000);
    expect(profiles(backend)).toBe(2);
    backend.expireAccess();
    backend.revokeRefresh();
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(() => tab.services.session.getSnapshot().status === 'expired');
    const before = profiles(backend);
    await tab.signIn();
    await tab.drained();
    await tab.pass(20_000);
    expect(profiles(backend)).toBe(before + 1);
    expect(backend.customers).toMatchObject([{ city: 'Reno' }]);
  });

  it('whose answer proves nothing still reads the lists', async () => {
    const backend = new FakeBackend();
    backend.seed(ben);
    backend.plan('GET', PROFILE, { kind: 'html', status: 500 });
    const tab = new TestTab(backend);
    await tab.signIn();
    await atRest(tab);
    expect(profiles(backend)).toBe(1);
    expect(await tab.rows()).toMatchObject([{ view: { first_name: 'Ben' } }]);
  });
});

describe('a start with a stored token', () => {
  async function startAgain(before: (tab: TestTab) => void = () => {}) {
    const { backend, tab } = await aSyncedTab([ben]);
    tab.crash();
    before(tab);
    const [asked, seen] = [backend.asked, backend.requests.length];
    const again = await openedTab(new TestTab(backend, tab.browser));
    return { backend, again, asked, seen };
  }

  // @spec 2.26 7.7 D1.13
  it('asks who the person is, once, and reads the lists', async () => {
    const { backend, again, seen } = await startAgain();
    await again.pass(20_000);
    const paths = backend.requests.slice(seen).map(({ path }) => path);
    expect(paths[0]).toMatch(PROFILE);
    expect(paths.filter((path) => PROFILE.test(path))).toHaveLength(1);
    expect(paths).toEqual(expect.arrayContaining(Object.values(COLLECTIONS)));
  });

  // @spec D1.13 D2.25
  it('asks ever less often while it learns nothing, and shows the known name and records meanwhile', async () => {
    const { backend, again, asked } = await startAgain(({ backend: server }) => {
      server.plan('GET', PROFILE, { kind: 'html', status: 500 }, 1000);
    });
    const { session } = again.services;
    expect(session.getSnapshot()).toMatchObject({ status: 'signedIn', account: { username: 'demo' } });
    await again.pass(60_000, 500);
    const first = backend.asked - asked;
    await again.pass(600_000, 1000);
    const later = backend.asked - asked - first;
    expect(first).toBeGreaterThan(1);
    expect(first).toBeLessThan(12);
    expect(later).toBeLessThan(12);
    expect(session.getSnapshot().status).toBe('signedIn');
    expect(await again.rows()).toMatchObject([{ view: { first_name: 'Ben' } }]);
  });
});

describe('what the server refused is noted for developers', () => {
  // @spec 2.41 8.15 D1.3
  it.each(['create', 'delete'] as const)('a %s', async (kind) => {
    const { tab } = await aSyncedTab([ben]);
    await atRest(tab);
    tab.browser.setOnline(false);
    await tab.pass(500);
    if (kind === 'create') await make(tab);
    else await remove(tab, 1);
    const [queued] = await tab.outbox();
    const noted: unknown[] = [];
    const context = contextOf(tab, async () => jsonAnswer(409, { detail: 'In use.' }));
    const log = { ...context.log, info: (...words: unknown[]) => void noted.push(words) };
    if (queued) await pushMutation({ ...context, log }, queued, { stale: false });
    expect(noted).toEqual([
      ['change answered', expect.objectContaining({ kind, resource: 'customers', status: 409 })],
    ]);
  });
});
