import { once } from 'node:events';
import { mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { freePort } from '../support/server/free-port.ts';
import { upToDate } from './support/customers.ts';
import { type Program, runProgram } from './support/program.ts';
import { submitSignIn } from './support/sign-in.ts';

/** For all that it prepares, on a machine that has other things to do. */
const START_LIMIT_MS = 180_000;
const READY = /^Restoration CRM is ready: (\S+)$/gm;
const TROUBLE = /\(!\)|\bwarn|deprecat|fail|error|did not pass/i;

interface Dev {
  /** Starts `npm run dev`, which ends with the test. */
  readonly dev: (env: NodeJS.ProcessEnv, ...words: string[]) => Program;
}

const test = base.extend<Dev>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it has to make out of it.
  dev: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'restoration-dev-'));
    const started: Program[] = [];
    await provide((env, ...words) => {
      const program = runProgram('scripts/dev.mjs', { DATA_DIR: join(folder, 'data'), ...env }, { words });
      started.push(program);
      return program;
    });
    await Promise.all(started.map((one) => one.stop()));
    await rm(folder, { recursive: true, force: true });
  },
});

const addressesIn = (program: Program): string[] =>
  [...program.printed().matchAll(READY)].map(([, address = '']) => address);

/** Where the app is, once it can be opened. */
async function appAt(program: Program): Promise<string> {
  await expect.poll(() => program.printed(), { timeout: START_LIMIT_MS }).toMatch(/Local: +http/);
  return /Local: +(\S+)/.exec(program.printed())?.[1] ?? '';
}

/** Somebody else's server. */
async function listening(port: number): Promise<{ readonly close: () => void }> {
  const other = createServer();
  other.on('error', () => undefined);
  other.listen({ host: '127.0.0.1', port });
  // Taken by a program of this machine, it is as taken.
  await Promise.race([once(other, 'listening'), once(other, 'close').catch(() => undefined), waited(500)]);
  return other;
}

const waited = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('npm run dev on another port shows the app at the first load, and signs in through it', async ({
  dev,
  page,
}) => {
  const port = await freePort();
  // Nothing that an earlier run has prepared is used.
  const program = dev({ PORT: String(port) }, '--force');
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) troubles.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(`${await appAt(program)}login?next=%2Fcustomers`);
  await submitSignIn(page, { username: 'demo', password: 'restoration' });
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
  await upToDate(page);
  expect(troubles).toEqual([]);
  expect(addressesIn(program)).toEqual([`http://127.0.0.1:${port}`]);

  const lines = program
    .printed()
    .split('\n')
    .filter((line) => !line.startsWith('{'));
  expect(lines.filter((line) => TROUBLE.test(line))).toEqual([]);

  // While it starts again, requests meet nobody: only until then is every line looked at.
  const file = 'server/main.ts';
  const { mtime } = await stat(file);
  // Enough for whoever watches it; the time of its change stays.
  await utimes(file, mtime, mtime);
  await expect.poll(() => addressesIn(program)).toHaveLength(2);
  expect(new Set(addressesIn(program)).size).toBe(1);
});

test('npm run dev takes another port for the API where the usual one is taken', async ({ dev }) => {
  const other = await listening(8080);
  const program = dev({ PORT: '' });
  const app = await appAt(program);
  other.close();
  expect(program.printed()).toContain('Port 8080 is taken');
  expect(addressesIn(program)[0]).not.toMatch(/:8080$/);
  // The API starts again where the test above touches a file that both watch.
  const status = async (): Promise<number> => (await fetch(new URL('/api/v1/auth/user/', app))).status;
  await expect.poll(status).toBe(401);
});

test('npm run dev ends and says why where the port it is told to use is taken', async ({ dev }) => {
  const port = await freePort();
  const other = await listening(port);
  const program = dev({ PORT: String(port) });
  expect(await program.ended).toBe(1);
  other.close();
  expect(program.printed()).toContain(`127.0.0.1:${port} is already in use.`);
  expect(program.printed()).toContain('The API server did not start; the reason is above.');
  expect(program.printed()).not.toContain('Local:');
});
