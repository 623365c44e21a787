import { expect, test } from './support/fixtures.ts';
import { ANNA } from './support/people.ts';
import { signIn as signInAs } from './support/sign-in.ts';

test.use({ throughProxy: true });

const FAILS = { status: 500, json: { detail: 'Internal server error' } };
const TIME = '\\d{1,2}:\\d\\d(?: [AP]M)?';

test('a first download shows no zeros before it has counted', async ({ page }) => {
  let go: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(
    /\/(?:customers|projects|estimates|work-orders)\/(?:dashboard_stats\/)?(?:\?|$)/,
    async (route) => {
      await gate;
      await route.fallback();
    },
  );
  await signInAs(page, ANNA);
  await page.goto('/dashboard');
  const figures = page.getByRole('list', { name: 'Figures' });
  await expect(figures.getByRole('img', { name: 'Loading' })).toHaveCount(8);
  await expect(figures).not.toContainText(/\d/);
  go();
  await expect(figures).toContainText(/\d/);
  await expect(figures.getByRole('img', { name: 'Loading' })).toHaveCount(0);
});

test('a server error is told of the change itself, with the time of the next try', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.route(/\/customers\/\d+\/$/, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(FAILS) : route.fallback(),
  );
  await page.route(/\/customers\/$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill(FAILS) : route.fallback(),
  );
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: 'Edit Customer' });
  await form.getByLabel('City').fill('Laramie');
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(form).toHaveCount(0);
  await page.getByRole('button', { name: 'Add Customer' }).click();
  const fresh = page.getByRole('dialog', { name: 'Add New Customer' });
  await fresh.getByLabel('First Name').fill('Zoe');
  await fresh.getByRole('button', { name: 'Create' }).click();
  await expect(fresh).toHaveCount(0);
  await page.goto('/sync');
  const waiting = page.getByRole('region', { name: /^Waiting to be sent/ });
  await expect(waiting).toContainText(
    new RegExp(`The server had an error\\. (?:Trying again at ${TIME}|Trying again now)\\.`),
  );
  await expect(waiting).toContainText(
    new RegExp(`The server had an error\\. (?:Checking at ${TIME}|Checking now) whether it arrived\\.`),
  );
});
