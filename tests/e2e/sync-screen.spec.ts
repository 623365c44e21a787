import { findings } from './support/axe.ts';
import { makeProject, meet, projectOn } from './support/conflicts.ts';
import { offlineReady, syncStatus, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test, VARIANT } from './support/fixtures.ts';
import { clear } from './support/planted.ts';
import { blocked, possibleDuplicate, questions, waitsForReasons } from './support/sync-states.ts';

const TITLE = 'Kitchen dry-out';

test.describe('a project that the office changed while this device was offline', { tag: INSTALLED }, () => {
  test.beforeEach(async ({ page, server, signIn }) => {
    test.setTimeout(120_000);
    const project = await makeProject(server, TITLE);
    await signIn();
    await meet(page, server, project);
  });

  test('is put before the person side by side, and mine goes to the server', async ({ page, server }) => {
    await page.getByRole('link', { name: 'Open Sync' }).click();
    const change = page.getByRole('listitem').filter({ hasText: TITLE });
    await expect(change).toBeFocused();
    await expect(change).toContainText(
      'Someone else changed Status to Completed while you changed it to In Progress.',
    );
    await expect(change.getByRole('row').filter({ hasText: 'Status' })).toContainText(
      /Pending\s*In Progress\s*Completed/,
    );
    expect((await projectOn(server, TITLE))['status']).toBe('completed');
    expect(await findings(page)).toEqual([]);

    await change.getByRole('button', { name: 'Keep mine' }).click();
    await expect
      .poll(async () => (await projectOn(server, TITLE))['status'], { timeout: 30_000 })
      .toBe('in_progress');
    await upToDate(page);
    await page.getByRole('button', { name: 'Finished changes' }).click();
    await expect(page.getByText('Kept yours over Status: Completed')).toBeVisible();
    await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
  });

  test('is theirs by one press, by keyboard, and nothing is sent', async ({ page, server }) => {
    await page.getByRole('link', { name: 'Open Sync' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listitem').filter({ hasText: TITLE })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: TITLE })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Take theirs' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(syncStatus(page)).not.toHaveText(/attention/);
    await page.goto('/projects');
    await expect(page.getByRole('row').filter({ hasText: TITLE })).toContainText('Completed');
    expect((await projectOn(server, TITLE))['status']).toBe('completed');
  });
});

// Each way out is pressed in tests/features/sync-screen-*.test.tsx; here all of them are looked at.
for (const [colorScheme, width] of [
  ['light', 390],
  ['dark', 820],
  ['dark', 1440],
] as const) {
  test(`axe finds nothing where a person is asked, nor does the page scroll sideways, ${colorScheme}, ${width} px`, {
    tag: width === 820 ? [INSTALLED, VARIANT] : INSTALLED,
  }, async ({ page, context, signIn }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await signIn();
    await upToDate(page);
    await offlineReady(page);
    await context.setOffline(true);
    for (const [state, button] of [
      [possibleDuplicate, 'It is this one'],
      [waitsForReasons, 'Send all 2'],
      [questions, 'Both are right'],
      [blocked, 'Edit and try again'],
    ] as const) {
      await clear(page, ['outbox', 'watches']);
      await state(page);
      await page.goto('/sync');
      await page.getByRole('button', { name: button }).first().waitFor();
      expect(await findings(page), button).toEqual([]);
      const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(wide).toBeLessThanOrEqual(room ?? 0);
    }
  });
}
