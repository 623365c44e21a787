import { describe, expect, it, vi } from 'vitest';
import { requestSync } from '../../src/records/use-sync-status.ts';
import { Contact, ContactStatus } from '../../src/sync/engine/contact.ts';
import { pushMutation } from '../../src/sync/push/push.ts';
import { CONTACT } from '../../src/sync/sync-context.ts';
import { jsonAnswer, otherAnswer } from '../support/backend/answers.ts';
import type { Fault } from '../support/backend/fake-backend.ts';
import { aSyncedTab, contextOf, edit, make, open, remove } from '../support/tab/scenario.ts';

const PROFILE = /auth\/user\/$/;
const ben = { first_name: 'Ben', email: 'ben@example.com' };
const cat = { first_name: 'Cat', email: 'cat@example.com' };

/** A create, an update and a deletion wait, and what answers the cheap GET is not the server. */
async function behind(fault: Fault) {
  const { backend, tab } = await aSyncedTab([ben, cat]);
  tab.browser.setOnline(false);
  await make(tab);
  await edit(tab, 1, { city: 'Reno' });
  await remove(tab, 2);
  await tab.pass(1000);
  backend.plan('GET', PROFILE, fault, 1000);
  const before = backend.urls.length;
  tab.browser.setOnline(true);
  await tab.pass(120_000, 1000);
  return { backend, tab, asked: () => backend.urls.slice(before) };
}

const STRANGERS: readonly (readonly [what: string, fault: Fault, reason: string])[] = [
  ['a page', { kind: 'html', status: 200 }, 'captivePortal'],
  ['a redirect', { kind: 'redirect' }, 'captivePortal'],
  ['a page that nothing is there', { kind: 'html', status: 404 }, 'serverProblem'],
  ['a failure', { kind: 'answer', status: 500, body: { detail: 'Oh.' } }, 'serverProblem'],
  ['a gateway', { kind: 'answer', status: 502 }, 'unreachable'],
  ['nothing', { kind: 'dropBefore' }, 'unreachable'],
];

describe('until the server itself has answered one cheap GET', () => {
  it.each(STRANGERS)('[P1] nothing else leaves the device: %s answers', async (_, fault, reason) => {
    const { backend, tab, asked } = await behind(fault);
    expect(asked().length).toBeGreaterThan(2);
    expect(asked().filter((url) => !PROFILE.test(url))).toEqual([]);
    expect((await open(tab)).map(([, state]) => state)).toEqual(['queued', 'queued', 'queued']);
    expect((await tab.engine())?.reasons).toContain(reason);
    backend.forgetPlans();
    await tab.drained();
    expect(await open(tab)).toEqual([]);
    expect(backend.count('POST', /customers/)).toBe(1);
    expect(backend.customers.map((row) => [row['first_name'], row['city']])).toEqual([
      ['Ben', 'Reno'],
      ['Ann', expect.anything()],
    ]);
  });

  it('[P1] nothing is claimed after a fault either', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('POST', /customers/, { kind: 'dropBefore' });
    backend.plan('GET', PROFILE, { kind: 'html', status: 200 }, 1000);
    await make(tab);
    await tab.until(async () => (await open(tab))[0]?.[1] === 'unknown');
    const before = backend.urls.length;
    await make(tab, { email: 'other@example.com' });
    await edit(tab, 1, { city: 'Reno' });
    await tab.pass(120_000, 1000);
    expect(backend.urls.slice(before).filter((url) => !PROFILE.test(url))).toEqual([]);
    expect((await open(tab)).map(([, state]) => state)).toEqual(['unknown', 'queued', 'queued']);
    backend.forgetPlans();
    await tab.drained();
    expect(backend.customers).toHaveLength(3);
  });
});

it.each([
  ['is, where the server refuses it', jsonAnswer(400, {}), true],
  ['is, where it fails inside the server, in JSON or not', otherAnswer(500, 'html'), true],
  ['is not, where a page comes', otherAnswer(200, 'html'), false],
  ['is not, where a gateway has no server', otherAnswer(502, 'html'), false],
  ['is not, where it raises a pause', jsonAnswer(429, {}), false],
])(
  '[P20] the answer to a change that comes after a fault %s: the server has been reached',
  async (_, answer, contact) => {
    const { tab } = await aSyncedTab([ben]);
    tab.browser.setOnline(false);
    await tab.pass(500);
    await edit(tab, 1, { city: 'Reno' });
    const [queued] = await tab.outbox();
    const context = contextOf(tab, async () => answer);
    const work = queued && (await pushMutation(context, queued, { stale: false }));
    expect(work?.contact).toBe(contact);
  },
);

it('[P60] an answer that came before a fault, and is learned of after it, proves no contact', async () => {
  const { tab } = await aSyncedTab([ben]);
  const answers = [jsonAnswer(200, { id: 1 }), { kind: 'noAnswer', cause: 'timeout' } as const];
  const context = contextOf(tab, async () => answers.shift() ?? jsonAnswer(200, { id: 1 }));
  const status = new ContactStatus(context);
  const { send } = status.watching(context);
  const get = { method: 'GET', path: '/api/v1/auth/user/' } as const;
  await send(get);
  status.learn(CONTACT);
  await send(get);
  status.learn({ contact: false, fault: true, pause: null, throttleMs: 0 });
  status.learn(CONTACT);
  expect([status.reached, status.reasons]).toEqual([false, ['unreachable']]);
  await send(get);
  status.learn(CONTACT);
  expect([status.reached, status.reasons]).toEqual([true, []]);
});

describe('while the server cannot be reached', () => {
  async function away(fault: Fault, appAnswers: boolean) {
    const { backend, tab } = await aSyncedTab([ben]);
    tab.browser.appAnswers = appAnswers;
    backend.plan('GET', PROFILE, fault, 1000);
    backend.plan('GET', /customers/, fault, 1000);
    const tries = (): number => backend.urls.filter((url) => PROFILE.test(url)).length;
    const before = tries();
    await requestSync(tab.records);
    await tab.pass(60_000, 1000);
    const silent = async (): Promise<boolean> => (await tab.engine())?.serverSilent ?? false;
    return { backend, tab, silent, tries: () => tries() - before };
  }

  it('[P69] a file of the app that comes shows that the server does not answer', async () => {
    const { backend, tab, silent, tries } = await away({ kind: 'dropBefore' }, true);
    expect(await silent()).toBe(true);
    expect(tab.browser.ownFileRequests).toBeGreaterThan(0);
    expect(tab.browser.ownFileRequests).toBeLessThanOrEqual(tries());
    tab.browser.appAnswers = false;
    await tab.until(async () => !(await silent()));
    backend.forgetPlans();
    tab.browser.appAnswers = true;
    await tab.until(async () => (await tab.engine())?.reasons.length === 0);
    expect(await silent()).toBe(false);
  });

  it('[P69] also where the browser wrongly says that there is no connection', async () => {
    const { tab, silent } = await away({ kind: 'dropBefore' }, true);
    tab.browser.saysOffline = true;
    await tab.until(async () => (await tab.engine())?.reasons.includes('offline') === true);
    await tab.until(silent);
    expect((await tab.engine())?.reasons).toEqual(['offline', 'unreachable']);
  });

  it('[P69] without that file nothing is said of the server, and a lost connection starts over', async () => {
    const { tab, silent } = await away({ kind: 'dropBefore' }, false);
    expect(await silent()).toBe(false);
    expect(tab.browser.ownFileRequests).toBeGreaterThan(0);
    tab.browser.appAnswers = true;
    await tab.until(silent);
    tab.browser.setOnline(false);
    await tab.until(async () => !(await silent()));
  });

  it('[P69] the engine reads its tables again only for news of that file', async () => {
    const { tab } = await aSyncedTab([ben]);
    const context = contextOf(tab, async () => ({ kind: 'noAnswer', cause: 'network' }));
    const status = new ContactStatus(context);
    const files = [false, true];
    const wake = vi.fn<() => void>();
    const contact = new Contact(status.watching(context), status, {
      connectivity: {
        isOnline: () => true,
        isOnWifi: () => null,
        onChange: () => () => {},
        fetchesOwnFile: async () => files.shift() ?? true,
      },
      isSignedIn: () => true,
      isOver: () => false,
      reconnected: () => {},
      wake,
    });
    for (const [silent, woken] of [
      [false, 0],
      [true, 1],
      [true, 1],
    ] as const) {
      await contact.reach();
      await vi.waitFor(() => expect([status.serverSilent, wake.mock.calls.length]).toEqual([silent, woken]));
    }
  });

  it('[P70] a gateway that answers in its place needs no such request', async () => {
    const { tab, silent } = await away({ kind: 'answer', status: 502 }, false);
    expect(await silent()).toBe(true);
    expect(tab.browser.ownFileRequests).toBe(0);
  });
});
