import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

test('npm start prints an address and a sign-in, and both are true', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'restoration-start-'));
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0', DATABASE_URL: '', SEED: 'demo' };
  const server = spawn(process.execPath, ['scripts/start.mjs'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let printed = '';
    server.stdout.on('data', (text) => {
      printed += String(text);
    });
    await expect.poll(() => printed, { timeout: 45_000 }).toContain('Sign in as');
    const address = /ready: (\S+)/.exec(printed)?.[1] ?? '';
    const [, username = '', password = ''] = /Sign in as (\S+) \/ (\S+)/.exec(printed) ?? [];
    await page.goto(address);
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('link', { name: /200 *Total Customers|Total Customers *200/ })).toBeVisible();
  } finally {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
});
