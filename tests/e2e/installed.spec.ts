import { z } from 'zod';
import { addCustomer, newCustomer, offlineReady, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { badge, watchBadge } from './support/installing.ts';
import { logOutAndKeep } from './support/log-out.ts';

test('the icon counts what waits, in every window, and nothing after a log-out', { tag: INSTALLED }, async ({
  page,
  context,
  signIn,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await watchBadge(page);
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  const other = await context.newPage();
  await watchBadge(other);
  await other.goto('/customers');
  await upToDate(other);
  await context.setOffline(true);
  await addCustomer(page, newCustomer(1));
  await addCustomer(page, newCustomer(2));
  for (const tab of [page, other]) await expect.poll(() => badge(tab)).toBe(2);
  await context.setOffline(false);
  await upToDate(page);
  for (const tab of [page, other]) await expect.poll(() => badge(tab)).toBe(0);
  await context.setOffline(true);
  await addCustomer(page, newCustomer(3));
  await expect.poll(() => badge(page)).toBe(1);
  await logOutAndKeep(page);
  await expect.poll(() => badge(page)).toBe(0);
  expect(errors).toEqual([]);
});

const Picture = z.object({ src: z.string(), sizes: z.string(), type: z.literal('image/png') });
const Manifest = z.object({
  id: z.literal('/'),
  background_color: z.string(),
  display_override: z.array(z.string()),
  launch_handler: z.object({ client_mode: z.array(z.string()) }),
  icons: z.array(Picture),
  screenshots: z.array(Picture.extend({ form_factor: z.string(), label: z.string() })),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string(), icons: z.array(Picture).min(1) })),
});

test('the manifest names pictures that are there, in the size that it says', async ({ page }) => {
  await page.goto('/login');
  const manifest = Manifest.parse(
    await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
      return (await fetch(link?.href ?? '')).json();
    }),
  );
  const { icons, screenshots, shortcuts } = manifest;
  const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)];
  const sizes = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (src) => {
          const image = Object.assign(new Image(), { src });
          await image.decode();
          return `${src} ${image.naturalWidth}x${image.naturalHeight}`;
        }),
      ),
    pictures.map(({ src }) => src),
  );
  expect(sizes).toEqual(pictures.map((picture) => `${picture.src} ${picture.sizes}`));
  const forms = screenshots.map(({ form_factor }) => form_factor);
  expect(forms.filter((form) => form === 'narrow').length).toBeGreaterThanOrEqual(3);
  expect(forms.filter((form) => form === 'wide').length).toBeGreaterThanOrEqual(2);
  // The ground of the icon: neither white in the dark nor black in the light.
  expect(manifest.background_color).toBe('#1976d2');
  expect(manifest.launch_handler.client_mode).toEqual(['navigate-new', 'auto']);
  expect(shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Today', '/today'],
    ['New work order', '/work-orders?new'],
    ['New customer', '/customers?new'],
    ['Waiting changes', '/sync'],
  ]);
});

test('a shortcut opens its form without a connection, and leaves a clean address', {
  tag: INSTALLED,
}, async ({ page, context, signIn }) => {
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  await context.setOffline(true);
  await page.goto('/work-orders?new');
  const form = page.getByRole('dialog', { name: 'Add New Work Order' });
  await form.getByLabel('Title').fill('Dry out the basement');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByText('Dry out the basement')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await page.goto('/sync');
  await expect(page.getByRole('main')).toContainText('Dry out the basement');
});
