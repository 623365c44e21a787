import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, resourceSpecs } from '../../../src/domain/resource-specs.ts';
import type { Companion } from '../support/companion.ts';
import { recordsOn } from '../support/held-records.ts';
import { openAccountMenu } from '../support/log-out.ts';
import { plainPng, printedText, setCompany } from '../support/paper.ts';
import { chooseMore } from '../support/record.ts';
import { LISTS, openNew } from '../support/records.ts';
import { open, type Scene } from './scene.ts';

export const SIGNED_OUT: readonly Scene[] = [
  ['landing', ({ page }) => open(page, '/')],
  ['login', ({ page }) => open(page, '/login')],
  [
    'login-refused',
    async ({ page }) => {
      await page.getByLabel('Username').fill('demo');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('alert').getByText('Wrong username').waitFor();
    },
  ],
  [
    'login-throttled',
    async ({ page }) => {
      const answer = { status: 429, headers: { 'Retry-After': '480' }, json: { detail: 'Throttled.' } };
      await page.route('**/api/v1/auth/token/', (route) => route.fulfill(answer));
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByText('Too many tries').waitFor();
    },
  ],
];

export const SIGNED_IN: readonly Scene[] = [
  ['dashboard', ({ page }) => open(page, '/dashboard')],
  ['push', ({ page }) => open(page, '/push')],
  ...RESOURCE_NAMES.flatMap(scenesOf),
  ['reports', ({ page }) => open(page, '/reports')],
  [
    'report',
    async ({ page }) => {
      await page.goto('/reports?report=project-performance');
      await page.getByRole('dialog').getByRole('figure').waitFor();
    },
  ],
  ['report-not-found', ({ page }) => open(page, '/reports?report=nonsense')],
  ['nothing-matches', ({ page }) => open(page, '/projects?status=on_hold&search=nothing')],
  ['record-unknown', ({ page }) => open(page, '/customers/nobody')],
  ['sync-screen-quiet', ({ page }) => open(page, '/sync')],
  ['settings', ({ page }) => open(page, '/settings')],
  [
    'settings-edit',
    async ({ page }) => {
      await setCompany(page, { name: 'logo.png', mimeType: 'image/png', buffer: plainPng(600, 200) });
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('dialog').getByRole('img', { name: 'The company’s logo' }).waitFor();
    },
  ],
  [
    'account-menu',
    async ({ page }) => {
      await open(page, '/customers');
      await openAccountMenu(page);
    },
  ],
  [
    'about',
    async ({ page }) => {
      await page.getByRole('menuitem', { name: 'About' }).click();
      await page.getByRole('dialog', { name: 'About' }).waitFor();
    },
  ],
];

/** What is narrowed, found and remembered in lists. */
export const FOUND: readonly Scene[] = [
  [
    'navigation',
    async ({ page }) => {
      await open(page, '/dashboard');
      const button = page.getByRole('button', { name: 'Open navigation' });
      if (await button.isVisible()) await button.click();
    },
  ],
  [
    'work-orders-open',
    async ({ page }) => {
      const menu = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
      await menu.getByRole('link', { name: 'Work Orders' }).click();
      await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    },
  ],
  [
    'filters',
    async ({ page }) => {
      await page
        .getByRole('button', { name: /^Filters/ })
        .first()
        .click();
      await page.getByLabel('Scheduled from', { exact: true }).waitFor();
    },
  ],
  [
    'filters-customer',
    async ({ page }) => {
      await page.getByRole('combobox', { name: 'Customer' }).fill('an');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  ],
  [
    'found',
    async ({ page, server }) => {
      const [customer] = (await recordsOn(server, 'customers')).slice(-1);
      await open(page, `/estimates?search=${String(customer?.['last_name'])}&status=draft,sent`);
    },
  ],
  [
    'find',
    async ({ page }) => {
      await page.keyboard.press('Control+k');
      const find = page.getByRole('dialog', { name: 'Find' });
      await find.getByRole('combobox', { name: 'Find' }).fill('an');
      await find.getByRole('option').first().waitFor();
    },
  ],
];

/** Paper, as the browser draws it on the screen. */
export const PAPER: readonly Scene[] = (['estimates', 'workOrders'] as const).map((resource) => [
  `paper-${LISTS[resource].slice(1)}`,
  async ({ page, server }) => {
    await page.emulateMedia({ media: null });
    await setCompany(page, { name: 'logo.png', mimeType: 'image/png', buffer: plainPng(600, 200) });
    const [first] = (await recordsOn(server, resource)).slice(-3);
    await open(page, `${LISTS[resource]}/${first?.id}`);
    await printedText(page);
    await page.emulateMedia({ media: 'print' });
  },
]);

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
        await chooseMore(page, 'Delete');
        await page.getByText(`delete this ${noun}?`).waitFor();
      },
    ],
  ];
}
