import type { Page } from '@playwright/test';
import { DEMO_USER } from './support/companion.ts';
import { expect, test } from './support/fixtures.ts';
import { logOut } from './support/log-out.ts';
import { signIn } from './support/sign-in.ts';

async function tryToSignIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(DEMO_USER.username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_USER.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
}

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
