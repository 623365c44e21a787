import { findings } from './support/axe.ts';
import { makeProject, meet, projectOn } from './support/conflicts.ts';
import { syncStatus, upToDate } from './support/customers.ts';
import { expect, INSTALLED, SMOKE, test } from './support/fixtures.ts';
import { runOnce } from './support/run-once.ts';

runOnce();

const TITLE = 'Kitchen dry-out';

test.describe('a project that the office changed while this device was offline', { tag: INSTALLED }, () => {
  test.beforeEach(async ({ page, server, signIn }) => {
    const project = await makeProject(server, TITLE);
    await signIn();
    await meet(page, server, project);
  });

  test('is put before the person side by side, and mine goes to the server', { tag: SMOKE }, async ({
    page,
    server,
  }) => {
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
    await expect.poll(async () => (await projectOn(server, TITLE))['status']).toBe('in_progress');
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
