import { expect, type Page } from '@playwright/test';

/** Waits until the screen has counted its records and read the names of others. A slow machine takes a while. */
export async function readWhole(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByText(/^(?:Loading)?…$/)).toHaveCount(0, { timeout: 30_000 });
}
