import { describe, expect, it } from 'vitest';
import { ContactStatus } from '../../src/sync/engine/contact.ts';
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
