import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.mjs';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, resourceSpecs } from '../../src/domain/resource-specs.ts';
import { Companion } from './support/companion.ts';
import { makeProject, meet } from './support/conflicts.ts';
import { addCustomer, CUSTOMERS_PATH, offlineReady, upToDate } from './support/customers.ts';
import { FaultyProxy } from './support/faulty-proxy.ts';
import { recordsOn } from './support/held-records.ts';
import { askToLogOut } from './support/log-out.ts';
import { clear } from './support/planted.ts';
import { LISTS, openNew } from './support/records.ts';
import { signIn } from './support/sign-in.ts';
import { blocked, mayExistTwice, questions, waitsForReasons } from './support/sync-states.ts';

// `npm run gallery` draws every screen, dialog and state at three sizes, light and dark, from the built app.
// `npm run gallery -- phone-dark record` draws those whose names hold both words.

const FOLDER = 'docs/screenshots';
const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
} as const;
const SCHEMES = ['light', 'dark'] as const;
const QUALITY = 60;
const wanted = process.argv.slice(2);

interface Place {
  readonly server: Companion;
  readonly proxy: FaultyProxy;
  readonly context: BrowserContext;
  readonly page: Page;
}

/** What is done before a picture is taken. Each begins where the one before it ended. */
type Scene = readonly [name: string, act: (place: Place) => Promise<void>];

const SIGNED_OUT: readonly Scene[] = [
  ['landing', ({ page }) => open(page, '/')],
  ['login', ({ page }) => open(page, '/login')],
  [
    'login-refused',
    async ({ page }) => {
      await page.getByLabel('Username').fill('demo');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('alert').getByText(/./).waitFor();
    },
  ],
];

const SIGNED_IN: readonly Scene[] = [
  ['dashboard', ({ page }) => open(page, '/dashboard')],
  ...RESOURCE_NAMES.flatMap(scenesOf),
  ['reports', ({ page }) => open(page, '/reports')],
  [
    'report',
    async ({ page }) => {
      await page.goto('/reports?report=project-performance');
      await page.getByRole('figure').waitFor();
    },
  ],
  ['report-not-found', ({ page }) => open(page, '/reports?report=nonsense')],
  ['nothing-matches', ({ page }) => open(page, '/projects?status=on_hold&search=nothing')],
  ['record-unknown', ({ page }) => open(page, '/customers/nobody')],
  ['sync-centre-quiet', ({ page }) => open(page, '/sync')],
];

/** List, new record, record, deletion. */
function scenesOf(resource: ResourceName): readonly Scene[] {
  const name = LISTS[resource].slice(1);
  const { noun } = resourceSpecs[resource].label;
  const recordPath = async (server: Companion): Promise<string> => {
    const [first] = (await recordsOn(server, resource)).slice(-3);
    return `${LISTS[resource]}/${first?.id}`;
  };
  return [
    [name, ({ page }) => open(page, LISTS[resource])],
    [
      `${name}-new`,
      async ({ page }) => {
        const dialog = await openNew(page, resource);
        await dialog.getByRole('button', { name: 'Create' }).waitFor();
      },
    ],
    [`${name}-record`, async ({ page, server }) => open(page, await recordPath(server))],
    [
      `${name}-delete`,
      async ({ page }) => {
        await page.getByRole('button', { name: 'Delete' }).click();
        await page.getByText(`delete this ${noun}?`).waitFor();
      },
    ],
  ];
}

const FORMS: readonly Scene[] = [
  [
    'picker',
    async ({ page }) => {
      await page.goto('/projects');
      const dialog = await openNew(page, 'projects');
      await dialog.getByLabel('Customer', { exact: true }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  ],
  [
    'calendar',
    async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').getByLabel('Start Date').click();
      await page.getByRole('table').last().waitFor();
    },
  ],
  [
    'estimate-refused',
    async ({ page }) => {
      await page.goto('/estimates');
      const dialog = await openNew(page, 'estimates');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByText('Please select a customer').waitFor();
    },
  ],
  [
    'customer-refused',
    async ({ page }) => {
      await page.goto('/customers');
      const dialog = await openNew(page, 'customers');
      await dialog.getByLabel('Email').fill('no address');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.getByRole('alert').getByText(/./).first().waitFor();
    },
  ],
  [
    'discard',
    async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor();
    },
  ],
];

const LONG = 'Bartholomew-Maximilian Wolfeschlegelsteinhausenbergerdorff';

const TROUBLE: readonly Scene[] = [
  [
    'offline-list',
    async ({ page, context }) => {
      await page.goto('/customers');
      await offlineReady(page);
      await context.setOffline(true);
      await addCustomer(page, { first: LONG, last: 'the Elder', email: 'bartholomew@example.com' });
      await addCustomer(page, { first: 'Owen', last: 'Castellanos', email: 'owen@example.com' });
    },
  ],
  [
    'offline-record',
    async ({ page }) => {
      await page.getByRole('link', { name: new RegExp(LONG) }).click();
      await page.getByText('Changes not on the server yet').waitFor();
    },
  ],
  ['offline-dashboard', ({ page }) => open(page, '/dashboard')],
  ['offline-sync-centre', ({ page }) => open(page, '/sync')],
  [
    'log-out-question',
    async ({ page }) => {
      await askToLogOut(page);
      await page.getByRole('button', { name: 'Log out and keep changes' }).waitFor();
    },
  ],
  [
    'parked',
    async ({ page, context, proxy }) => {
      await page.getByRole('button', { name: 'Stay' }).click();
      const body = { email: ['customer with this email already exists.'] };
      proxy.inject({ fault: { kind: 'answer', status: 400, body }, method: 'POST', path: CUSTOMERS_PATH });
      await context.setOffline(false);
      await page.getByText('already exists').first().waitFor({ timeout: 60_000 });
    },
  ],
  ['parked-list', ({ page }) => open(page, '/customers')],
  [
    'parked-record',
    async ({ page }) => {
      await page.getByRole('link', { name: new RegExp(LONG) }).click();
      await page.getByText('Needs attention:').waitFor();
    },
  ],
  [
    'dashboard-failed',
    async ({ page, proxy }) => {
      const fault = { kind: 'answer', status: 500, body: { detail: 'Maintenance until 6 pm.' } } as const;
      proxy.inject({ fault, path: /dashboard_stats/ });
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Retry' }).waitFor({ timeout: 60_000 });
    },
  ],
];

/** The sync centre when a person is asked. Without a connection, so that nothing of it settles by itself. */
const QUESTIONS: readonly Scene[] = [
  [
    'sync-conflict',
    async ({ page, server }) => {
      await meet(page, server, await makeProject(server, 'Kitchen dry-out'));
      await page.getByRole('link', { name: 'Open the sync centre' }).click();
      await page.getByRole('button', { name: 'Keep mine' }).waitFor();
    },
  ],
  [
    'sync-conflict-edit',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByText('What you save here').waitFor();
    },
  ],
  [
    'sync-finished',
    async ({ page, context }) => {
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Keep mine' }).click();
      await upToDate(page);
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Finished changes' }).click();
      await page.getByText('Decided for yours').waitFor();
      await page.getByText('The app uses').scrollIntoViewIfNeeded();
    },
  ],
  ['sync-twice', ({ page }) => withState(page, mayExistTwice, 'It is this one')],
  ['sync-reasons', ({ page }) => withState(page, waitsForReasons, 'Send all 2')],
  ['sync-questions', ({ page }) => withState(page, questions, 'Both are right')],
  [
    'sync-blocked',
    async ({ page }) => {
      await withState(page, blocked, 'Edit and try again');
      await page.getByText('which needs attention').scrollIntoViewIfNeeded();
    },
  ],
];

/** The sync centre with nothing but this state in it. */
async function withState(page: Page, state: (page: Page) => Promise<void>, button: string): Promise<void> {
  await clear(page, ['outbox', 'watches']);
  await state(page);
  await page.goto('/sync');
  await page.getByRole('button', { name: button }).first().waitFor();
}

const FIRST_VISIT: readonly Scene[] = [
  [
    'loading',
    async ({ page, proxy }) => {
      proxy.inject({ fault: { kind: 'delay', ms: 8000 }, method: 'GET', path: CUSTOMERS_PATH });
      await signIn(page);
    },
  ],
  [
    'fetch-failed',
    async ({ page, proxy }) => {
      proxy.heal();
      proxy.inject({
        fault: { kind: 'answer', status: 403, body: {} },
        method: 'GET',
        path: /\/work-orders\//,
      });
      await page.goto('/work-orders');
      await page.getByRole('button', { name: 'Retry' }).waitFor({ timeout: 60_000 });
    },
  ],
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForTimeout(900);
}

async function main(): Promise<void> {
  if (wanted.length === 0) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const browser = await chromium.launch({ executablePath: await findChromium() });
  const template = await Companion.create({ env: { SEED: 'demo' } });
  await template.stop();
  for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
    for (const scheme of SCHEMES) {
      await shootAll(browser, template.dataDir, { size, scheme, scenes: SIGNED_OUT, before: async () => {} });
      const before = async (page: Page): Promise<void> => {
        await signIn(page);
        await upToDate(page);
      };
      for (const scenes of [SIGNED_IN, FORMS, TROUBLE, QUESTIONS])
        await shootAll(browser, template.dataDir, { size, scheme, scenes, before });
      await shootAll(browser, template.dataDir, {
        size,
        scheme,
        scenes: FIRST_VISIT,
        before: async () => {},
      });
    }
  }
  await browser.close();
  await template.remove();
}

interface Session {
  readonly size: keyof typeof SIZES;
  readonly scheme: (typeof SCHEMES)[number];
  readonly scenes: readonly Scene[];
  readonly before: (page: Page) => Promise<void>;
}

async function shootAll(
  browser: Browser,
  template: string,
  { size, scheme, scenes, before }: Session,
): Promise<void> {
  const names = scenes.map(([name]) => `${name}-${size}-${scheme}`);
  const last = names.findLastIndex((name) => wanted.every((word) => name.includes(word)));
  if (last < 0) return;
  const server = await Companion.create({ template });
  const proxy = await FaultyProxy.create(server.port);
  const context = await browser.newContext({
    baseURL: proxy.url,
    viewport: SIZES[size],
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  try {
    await before(page);
    for (const [index, [, act]] of scenes.slice(0, last + 1).entries()) {
      const name = names[index] ?? '';
      await act({ server, proxy, context, page });
      if (wanted.every((word) => name.includes(word))) await shoot(page, name);
    }
  } finally {
    await context.close();
    await proxy.close();
    await server.remove();
  }
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(400);
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await writeFile(`${FOLDER}/${name}.webp`, Buffer.from(data, 'base64'));
  await devtools.detach();
}

await main();
