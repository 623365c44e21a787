import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findings } from './support/axe.ts';
import { customersOn, offlineReady, rowOf, upToDate } from './support/customers.ts';
import { test as base, expect, INSTALLED, SMOKE } from './support/fixtures.ts';
import { enterOn } from './support/keyboard.ts';
import { runOnce } from './support/run-once.ts';

runOnce();

const NEW_VERSION = 'A new version of the app is ready.';

interface Fixtures {
  /** The build that the server serves: a copy of its own, so that a test can put a newer one in its place. */
  build: { folder: string; renew: () => Promise<void> };
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it has to make out of it.
  build: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'restoration-build-'));
    await cp('dist', folder, { recursive: true });
    await provide({ folder, renew: () => renew(folder) });
    await rm(folder, { recursive: true });
  },
  serverEnv: async ({ build }, provide) => provide({ STATIC_DIR: build.folder }),
});

/** Makes a new build: another shell, and a service worker that has it. */
async function renew(folder: string): Promise<void> {
  for (const packed of ['index.html.br', 'index.html.gz', 'sw.js.br', 'sw.js.gz'])
    await rm(join(folder, packed));
  const shell = join(folder, 'index.html');
  await writeFile(shell, (await readFile(shell, 'utf8')).replace('<html', '<html data-build="newer"'));
  const worker = join(folder, 'sw.js');
  const code = await readFile(worker, 'utf8');
  const known =
    /\{"?revision"?:"[^"]*","?url"?:"index\.html"\}|\{"?url"?:"index\.html","?revision"?:"[^"]*"\}/;
  expect(code).toMatch(known);
  await writeFile(worker, code.replace(known, '{"revision":"newer","url":"index.html"}'));
}

test('a new version comes when the person agrees, and not over an open form', {
  tag: [INSTALLED, SMOKE],
}, async ({ page, server, signIn, build }) => {
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  await build.renew();
  await page.reload();
  const prompt = page.getByText(NEW_VERSION);
  await expect(prompt).toBeVisible();
  await expect(page.locator('html[data-build="newer"]')).toHaveCount(0);

  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
  await dialog.getByLabel('First Name').fill('Nora');
  await dialog.getByLabel('Last Name').fill('Vance');
  await dialog.getByLabel('Email').fill('nora.vance@example.com');
  // The dialog covers the prompt, as it covers everything else.
  await page.getByRole('button', { name: 'Update', includeHidden: true }).dispatchEvent('click');
  await expect(page.getByText('The app updates as soon as the open form is saved or closed.')).toBeVisible();
  await expect(dialog.getByLabel('First Name')).toHaveValue('Nora');
  await dialog.getByRole('button', { name: 'Create' }).click();

  await expect(page.locator('html[data-build="newer"]')).toHaveCount(1);
  await upToDate(page);
  await expect(rowOf(page, 'nora.vance@example.com')).toHaveCount(1);
  expect((await customersOn(server)).filter(({ email }) => email === 'nora.vance@example.com')).toHaveLength(
    1,
  );
  await expect(prompt).toHaveCount(0);
});

test("'Later' leaves the version that runs alone", { tag: INSTALLED }, async ({
  page,
  context,
  signIn,
  build,
}) => {
  await signIn();
  await offlineReady(page);
  await build.renew();
  await page.reload();
  await expect(page.getByText(NEW_VERSION)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await enterOn(page, 'button', 'Later');
  await expect(page.getByText(NEW_VERSION)).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Add New Customer' })).toBeVisible();
  await expect(page.locator('html[data-build="newer"]')).toHaveCount(0);
});
