import { once } from 'node:events';
import { mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import packageJson from '../../package.json' with { type: 'json' };
import { freePort } from '../support/server/free-port.ts';
import { upToDate } from './support/customers.ts';
import { type Program, runProgram } from './support/program.ts';
import { submitSignIn } from './support/sign-in.ts';

const CONCURRENTLY = 'node_modules/concurrently/dist/bin/concurrently.js';
const WORDS = packageJson.scripts.dev.replaceAll('"', '').split(' ').slice(1);
/** For all that it prepares, on a machine that has other things to do. */
const START_LIMIT_MS = 180_000;
const READY = /^\[api\] Restoration CRM is ready: (\S+)$/gm;
const TROUBLE = /\(!\)|\bwarn|deprecat|fail|error|did not pass/i;

interface Dev {
  /** Starts `npm run dev`, which ends with the test. */
  readonly dev: (env: NodeJS.ProcessEnv) => Program;
}

const test = base.extend<Dev>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it has to make out of it.
  dev: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'restoration-dev-'));
    const started: Program[] = [];
    await provide((env) => {
      const own = { DATA_DIR: join(folder, 'data'), ...env };
      const program = runProgram(CONCURRENTLY, own, { words: WORDS });
      started.push(program);
      return program;
    });
    await Promise.all(started.map((one) => one.stop()));
    await rm(folder, { recursive: true, force: true });
  },
});

const addressesIn = (program: Program): string[] =>
  [...program.printed().matchAll(READY)].map(([, address = '']) => address);

/** Where the app is, once it and the server can be reached. */
async function appAt(program: Program): Promise<string> {
  await expect.poll(() => addressesIn(program), { timeout: START_LIMIT_MS }).toHaveLength(1);
  await expect.poll(() => program.printed(), { timeout: START_LIMIT_MS }).toMatch(/Local: +http/);
  return /Local: +(\S+)/.exec(program.printed())?.[1] ?? '';
}

test('npm run dev on another port shows the app at the first load, and signs in through it', async ({
  dev,
  page,
}) => {
  const port = await freePort();
  const program = dev({ PORT: String(port) });
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
    .filter((line) => !line.startsWith('[api] {'));
  expect(lines.filter((line) => TROUBLE.test(line))).toEqual([]);

  // While it starts again, requests meet nobody: only until then is every line looked at.
  const file = 'server/main.ts';
  const { mtime } = await stat(file);
  // Enough for whoever watches it; the time of its change stays.
  await utimes(file, mtime, mtime);
  await expect.poll(() => addressesIn(program)).toHaveLength(2);
  expect(new Set(addressesIn(program)).size).toBe(1);
});

test('npm run dev says that the port it is told to use is taken', async ({ dev }) => {
  const port = await freePort();
  const other = createServer().listen({ host: '127.0.0.1', port });
  await once(other, 'listening');
  const program = dev({ PORT: String(port) });
  await expect
    .poll(() => program.printed(), { timeout: START_LIMIT_MS })
    .toContain(`127.0.0.1:${port} is already in use.`);
  other.close();
});
