import { expect, it } from 'vitest';
import { anExtendedTab } from '../support/tab/extended-tab.ts';

const SIGN_OUT = 'POST /api/v1/auth/token/blacklist/';

it('[X9] a logout ends the session on a server that offers it, and nobody waits', async () => {
  const { backend, tab } = await anExtendedTab(['sign-out']);
  const refresh = JSON.stringify([...tab.browser.values]);
  tab.services.session.signOut();
  expect(tab.services.session.getSnapshot().status).toBe('signedOut');
  await tab.until(() => tab.sent.includes(SIGN_OUT));
  const ended = backend.requests.find(({ path }) => path.includes('blacklist'));
  expect(ended).toMatchObject({ user: null, body: { refresh: expect.stringMatching(/^refresh-/) } });
  const told = (ended?.body ?? {}) as { readonly refresh?: string };
  expect(refresh).toContain(told.refresh);
});

it('[X44] a log-out without a connection is as good here', async () => {
  const { tab } = await anExtendedTab(['sign-out']);
  tab.browser.setOnline(false);
  tab.services.session.signOut();
  await tab.pass(5000);
  expect(tab.services.records.getSnapshot()).toBeNull();
  expect(tab.browser.errors).toEqual([]);
});

it('[X1] a logout sends nothing to a server that does not offer it', async () => {
  const { tab } = await anExtendedTab([]);
  tab.services.session.signOut();
  await tab.pass(5000);
  expect(tab.sent).not.toContain(SIGN_OUT);
});

it('[X9] a logout leaves the account even if another tab has already removed its database', async () => {
  const { tab } = await anExtendedTab(['sign-out']);
  tab.records.db.close();
  tab.services.session.signOut();
  await tab.until(() => tab.services.records.getSnapshot() === null);
  await tab.pass(2000);
  expect(tab.browser.errors).toEqual([]);
});
