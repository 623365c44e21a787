import type { Page, Route } from '@playwright/test';
import { DEMO_USER } from './support/companion.ts';
import { expect, test } from './support/fixtures.ts';
import { logOut } from './support/log-out.ts';
import { signIn } from './support/sign-in.ts';

const TOKENS = '**/api/v1/auth/token/';

async function tryToSignIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(DEMO_USER.username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_USER.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
}

const answers: readonly (readonly [
  name: string,
  answer: Parameters<Route['fulfill']>[0],
  words: readonly string[],
])[] = [
  [
    'a network that answers with a page of its own',
    { status: 200, contentType: 'text/html', body: '<!doctype html><h1>Welcome to the hotel</h1>' },
    ['This network asks you to sign in first.', 'Open any web page to do that, then try again here.'],
  ],
  ['a server with a fault', { status: 500, body: '<h1>Server Error</h1>' }, ['The server has a problem.']],
  [
    'a wrong password',
    { status: 401, json: { detail: 'No active account found with the given credentials' } },
    ['Wrong username or password.', 'No active account found with the given credentials'],
  ],
  [
    'too many tries, without a time',
    { status: 429, json: { detail: 'Request was throttled.' } },
    ['Too many tries. Wait a moment, then try again.', 'Request was throttled.'],
  ],
  ['what it has no words for', { status: 400, json: {} }, ['Login failed']],
];

// @spec 8.1
test('a sign-in says what is so, one thing after another, and works in the end', async ({ page }) => {
  await page.goto('/login');
  const alert = page.getByRole('alert');
  for (const [name, answer, words] of answers) {
    await page.route(TOKENS, (route) => route.fulfill(answer));
    await tryToSignIn(page);
    for (const line of words) await expect(alert, name).toContainText(line);
    await page.unroute(TOKENS);
  }
  await page.route(TOKENS, (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '45' }, json: { detail: 'Throttled.' } }),
  );
  await tryToSignIn(page);
  await expect(alert).toContainText(/^Too many tries\. Try again in 4\d seconds\.$/);
  await expect(alert).toContainText(/in (?:[1-3]\d|4[0-3]) seconds\.$/, { timeout: 10_000 });
  await page.unroute(TOKENS);

  await page.route(TOKENS, (route) => route.abort());
  await tryToSignIn(page);
  await expect(alert).toHaveText('No connection. You need one to sign in.');
  await page.unroute(TOKENS);

  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Welcome back, demo!')).toBeVisible();
});

test('a device that has signed in before is let in while somebody beside it guesses at the account', async ({
  page,
  context,
  browser,
  server,
}) => {
  await signIn(page);
  await logOut(page);
  const cookies = (await context.cookies()).filter(({ name }) => name.startsWith('crm_device_'));
  expect(cookies).toMatchObject([
    { httpOnly: true, sameSite: 'Strict', path: '/api/v1/auth/token/', domain: new URL(server.url).hostname },
  ]);
  const guess = async (): Promise<number> => {
    const response = await fetch(`${server.url}/api/v1/auth/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: DEMO_USER.username, password: 'guessed' }),
    });
    return response.status;
  };
  await expect.poll(guess, { intervals: [10] }).toBe(429);

  const strangers = await browser.newContext({ baseURL: server.url });
  const strange = await strangers.newPage();
  await strange.goto('/login');
  await tryToSignIn(strange);
  await expect(strange.getByRole('alert')).toContainText('Too many tries.');
  await strangers.close();
  await signIn(page);
});

test('a part of the app that cannot come without a connection is not blamed', async ({ page, server }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeVisible();
  await server.kill();
  await tryToSignIn(page);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('No connection. You need one to sign in.');
  await expect(alert).not.toContainText('Login failed');
  await server.start();
});
