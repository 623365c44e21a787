import { upToDate } from './support/customers.ts';
import { JOB, jobOf, jobs, ORDERS, PHONE, planDay } from './support/day.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { Looks } from './support/looks.ts';
import { smallTargets } from './support/measured.ts';
import { addChecklist } from './support/record.ts';

/** In px. */
const GLOVE = 48;

test.use({ hasTouch: true, isMobile: true });

test('what a crew presses all day is large enough for a glove', async ({ page, server, signIn }) => {
  const [id] = await planDay(server);
  await server.api(`${ORDERS}${id}/`, { method: 'PATCH', body: { status: 'pending' } });
  await page.setViewportSize(PHONE);
  await signIn();
  await upToDate(page);
  const looks = new Looks(page, [(at) => smallTargets(at, GLOVE)]);
  const { look } = looks;
  await page.goto('/today');
  await jobs(page).first().waitFor();
  await look('today');
  await jobOf(page, JOB.title).getByRole('link', { name: JOB.title }).click();
  await addChecklist(page, 'Water');
  await page.getByRole('checkbox').first().waitFor();
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Wall open behind the washer.');
  await look('the job');
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('dialog', { name: 'Assign crew' }).getByRole('checkbox').first().waitFor();
  await look('the crew');
  await page.keyboard.press('Escape');
  for (const step of ['On the way', 'Start', 'Finish'])
    await page.getByRole('button', { name: step, exact: true }).click();
  await page.getByRole('dialog', { name: 'Finish this job?' }).waitFor();
  await look('the open items');
  looks.expectNothing(4);
});

test('a list to choose from opens on a phone where it stays', { tag: INSTALLED }, async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await page.goto('/projects');
  await page.getByRole('button', { name: 'Add Project' }).first().tap();
  const field = page.getByRole('dialog').getByLabel('Customer', { exact: true });
  await field.waitFor();
  const edges = page.evaluate(async () => {
    const seen = new Set<number>();
    let frames = 0;
    while (frames < 20) {
      const { x, width } = document.querySelector('[role=listbox]')?.getBoundingClientRect() ?? new DOMRect();
      if (width > 0) seen.add(Math.round(x));
      if (width > 0) frames += 1;
      await new Promise(requestAnimationFrame);
    }
    return [...seen];
  });
  await field.tap();
  expect(await edges).toHaveLength(1);
});

test('the button that clears a date does not hide the border of its field', async ({ page, signIn }) => {
  await page.setViewportSize(PHONE);
  await signIn();
  await page.goto('/projects');
  await page.getByRole('button', { name: 'Add Project' }).first().tap();
  await page.getByLabel('Start Date', { exact: true }).fill('Nov 30, 2026');
  const clear = page.getByRole('button', { name: 'Clear Start Date' });
  await expect(clear).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});
