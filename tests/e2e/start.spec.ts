import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { type Program, runProgram } from './support/program.ts';

/** For a start that builds the app, on a machine that has other things to do. */
const BUILD_LIMIT_MS = 300_000;
const ELSEWHERE = 'https://crm.elsewhere.example';

/** What `npm start` looks at and runs; the tests themselves, and what else may lie about, stay behind. */
const LEFT_BEHIND = /^(\..*|bench|conformance|data|docs|node_modules|test-results|tests)$/;

interface Start {
  readonly folder: string;
  /** Runs `npm start` in a project's folder until it is ready; it ends with the test. */
  readonly start: (env?: NodeJS.ProcessEnv, cwd?: string) => Promise<Program>;
}

const test = base.extend<Start>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it has to make out of it.
  folder: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'restoration-start-'));
    await provide(folder);
    await rm(folder, { recursive: true, force: true });
  },
  start: async ({ folder }, provide) => {
    const started: Program[] = [];
    await provide(async (env = {}, cwd = process.cwd()) => {
      const own = { DATA_DIR: join(folder, `data-${started.length}`), PORT: '0', ...env };
      const program = runProgram('scripts/start.mjs', own, { cwd });
      started.push(program);
      await expect.poll(() => program.printed(), { timeout: BUILD_LIMIT_MS }).toContain('Sign in as');
      return program;
    });
    await Promise.all(started.map((one) => one.stop()));
  },
});

const addressOf = (program: Program): string => /ready: (\S+)/.exec(program.printed())?.[1] ?? '';

/** The project as it is now, with what has been built of it. */
async function copyOfProject(folder: string): Promise<string> {
  const copy = join(folder, 'project');
  for (const name of (await readdir('.')).filter((one) => !LEFT_BEHIND.test(one)))
    await cp(name, join(copy, name), { recursive: true, preserveTimestamps: true });
  await symlink(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Whether the built app would talk to the other server. */
async function namesElsewhere(project: string): Promise<boolean> {
  const assets = join(project, 'dist/assets');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(join(assets, name), 'utf8')));
  return texts.some((text) => text.includes(ELSEWHERE));
}

test('npm start prints an address and a sign-in, and both are true', async ({ page, start }) => {
  const server = await start();
  const [, username = '', password = ''] = /Sign in as (\S+) \/ (\S+)/.exec(server.printed()) ?? [];
  await page.goto(addressOf(server));
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('link', { name: /200 *Total Customers|Total Customers *200/ })).toBeVisible();
});

test('npm start builds the app again, and says why, where it was built for another server', async ({
  folder,
  start,
}) => {
  test.slow();
  const project = await copyOfProject(folder);
  const other = await start({ VITE_API_BASE_URL: ELSEWHERE }, project);
  expect(other.printed()).toContain(`VITE_API_BASE_URL is ${ELSEWHERE} now.\nBuilding the app\n`);
  expect(await namesElsewhere(project)).toBe(true);
  await other.stop();

  const own = await start({}, project);
  expect(own.printed()).toContain(
    `The built app talks to ${ELSEWHERE}; VITE_API_BASE_URL is not set now.\nBuilding the app\n`,
  );
  expect(await namesElsewhere(project)).toBe(false);
  await own.stop();

  const again = await start({ VITE_API_BASE_URL: ' ' }, project);
  expect(again.printed()).not.toContain('Building');
});
