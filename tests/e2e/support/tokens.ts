import { expect, type Locator, type Page } from '@playwright/test';
import { DEMO_USER } from './companion.ts';
import type { Server } from './server.ts';

export const REFRESH_PATH = '/api/v1/auth/token/refresh/';

/**
 * A lifetime of seven seconds, so that a request can be held until its token has expired, within the ten seconds that
 * the app waits for an answer.
 */
export const SHORT_ACCESS = { ACCESS_TOKEN_MINUTES: '0.115' };

/** Returns the tokens that the device stores, or null for each that is missing. */
export async function storedTokens(page: Page): Promise<{ access: string | null; refresh: string | null }> {
  return page.evaluate(() => ({
    access: localStorage.getItem('token'),
    refresh: localStorage.getItem('refresh_token'),
  }));
}

/** Returns when a token of the server begins and ends, in seconds (RFC 7519). */
export function lifeOf(token: string): { readonly iat: number; readonly exp: number } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** Waits until the server no longer accepts this Authorization header. */
export async function expired(server: Server, authorization: string): Promise<void> {
  const headers = { authorization };
  await expect
    .poll(async () => (await fetch(`${server.url}/api/v1/auth/user/`, { headers })).status, {
      intervals: [100],
      timeout: 30_000,
    })
    .toBe(401);
}

/** Waits until the server no longer accepts the device's access token. */
export async function accessExpired(server: Server, page: Page): Promise<void> {
  await expired(server, `Bearer ${(await storedTokens(page)).access}`);
}

/** Ends the device's session on the server without telling the app. The server refuses its tokens from then on. */
export async function endSession(server: Server, page: Page): Promise<void> {
  const { refresh } = await storedTokens(page);
  const answer = await fetch(`${server.url}/api/v1/auth/token/blacklist/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh }),
  });
  expect(answer.status).toBe(200);
}

export function expiredDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Sign in again' });
}

/** The banner of an expired session, which stays after 'Not now' in the dialog. */
export function expiredBanner(page: Page): Locator {
  return page.getByRole('main').getByText('Session expired. Please login again.', { exact: true });
}

/** Waits for the dialog, with its text about `waiting` changes. */
export async function askedToSignIn(page: Page, waiting: number): Promise<void> {
  await expect(
    expiredDialog(page).getByText(
      `Session expired. Please login again. Sign in to send ${waiting} ${waiting === 1 ? 'change' : 'changes'}.`,
      { exact: true },
    ),
  ).toBeVisible();
}

/** Signs in with the dialog, in which the username is already filled in, and waits until the dialog is gone. */
export async function signInAgain(page: Page): Promise<void> {
  const dialog = expiredDialog(page);
  await expect(dialog.getByLabel('Username')).toHaveValue(DEMO_USER.username);
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_USER.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await stillSignedIn(page);
}

/** Expects neither the dialog nor the banner of an expired session, and tokens on the device. */
export async function stillSignedIn(page: Page): Promise<void> {
  await expect(expiredDialog(page)).toHaveCount(0);
  await expect(expiredBanner(page)).toHaveCount(0);
  const { access, refresh } = await storedTokens(page);
  expect(access && refresh).toBeTruthy();
}
