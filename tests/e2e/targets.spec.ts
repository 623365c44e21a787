import { upToDate } from './support/customers.ts';
import { JOB, jobOf, jobs, ORDERS, PHONE, planDay } from './support/day.ts';
import { expect, INSTALLED, test, VARIANT } from './support/fixtures.ts';
import { smallTargets } from './support/measured.ts';
import { tour, whereFound } from './support/tour.ts';

// What a finger presses is 44 px wide and high, whatever of it is painted (WCAG 2.5.5).

/** In px. */
const GLOVE = 48;

test.use({ hasTouch: true, isMobile: true });

for (const [name, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a tablet', { width: 820, height: 1180 }],
] as const) {
  test(`everything on ${name} is large enough for a finger`, {
    tag: name === 'a phone' ? INSTALLED : [INSTALLED, VARIANT],
  }, async ({ page, server, signIn }) => {
    test.setTimeout(300_000);
    await page.setViewportSize(viewport);
    // It can find something.
    await page.setContent('<button style="width: 60px; height: 30px">Low</button>');
    expect(await smallTargets(page)).toEqual(['BUTTON Low: 60 × 30']);
    const found: Record<string, readonly string[]> = {};
    const look = async (where: string): Promise<void> => {
      found[where] = await smallTargets(page);
    };
    await tour({ page, server, signIn, look });
    expect(whereFound(found)).toEqual({});
  });
}

test('what a crew presses all day is large enough for a glove', async ({ page, server, signIn }) => {
  const [id] = await planDay(server);
  await server.api(`${ORDERS}${id}/`, { method: 'PATCH', body: { status: 'pending' } });
  await page.setViewportSize(PHONE);
  await signIn();
  await upToDate(page);
  const found: Record<string, readonly string[]> = {};
  const look = async (where: string): Promise<void> => {
    found[where] = await smallTargets(page, GLOVE);
  };
  await page.goto('/today');
  await jobs(page).first().waitFor();
  await look('today');
  await jobOf(page, JOB.title).getByRole('link', { name: JOB.title }).click();
  await page.getByRole('button', { name: 'Add checklist: Water' }).click();
  await page.getByRole('checkbox').first().waitFor();
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Wall open behind the washer.');
  await look('the job');
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('dialog', { name: 'Assign crew' }).getByRole('checkbox').first().waitFor();
  await look('the crew');
  await page.keyboard.press('Escape');
  for (const step of ['On the way', 'Start', 'Finish'])
    await page.getByRole('button', { name: step, exact: true }).click();
  await page.getByRole('dialog', { name: 'Finish this job?' }).waitFor();
  await look('the open items');
  expect(whereFound(found)).toEqual({});
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
