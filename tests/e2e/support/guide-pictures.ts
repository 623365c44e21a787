import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { upToDate } from './customers.ts';
import { enterName, jobs, PHONE, planDay } from './day.ts';
import type { Server } from './server.ts';
import { signIn } from './sign-in.ts';

const FOLDER = 'docs/screenshots';

/** Takes the pictures of the field guide: a day, and one of its jobs. */
export async function shootGuide(browser: Browser, server: Server): Promise<void> {
  const [id] = await planDay(server);
  const context = await browser.newContext({ baseURL: server.url, viewport: PHONE, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page);
  await upToDate(page);
  await enterName(page);
  const shoot = async (name: string): Promise<void> => {
    const picture = await page.screenshot({ type: 'png' });
    await sharp(picture).webp({ quality: 80 }).toFile(`${FOLDER}/${name}.webp`);
  };
  await page.goto('/today');
  await jobs(page).first().waitFor();
  await shoot('today-phone');
  await page.goto(`/work-orders/${id}`);
  await page.getByRole('button', { name: 'Add note' }).waitFor();
  await page.getByRole('button', { name: 'Add checklist' }).waitFor();
  await shoot('job-phone');
  await context.close();
}
