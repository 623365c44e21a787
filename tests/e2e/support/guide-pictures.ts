import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { upToDate } from './customers.ts';
import { enterName, jobs, PHONE, planDay } from './day.ts';
import { drawInInter } from './inter.ts';
import { readWhole } from './read-whole.ts';
import { setUpJob, WHOLE_JOB } from './readings.ts';
import type { Server } from './server.ts';
import { signIn } from './sign-in.ts';

const FOLDER = 'docs/screenshots';

/** Takes the pictures of the field guide: a day, one of its jobs, and a visit of it. */
export async function shootGuide(browser: Browser, server: Server): Promise<void> {
  const [id] = await planDay(server);
  const context = await browser.newContext({ baseURL: server.url, viewport: PHONE, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page);
  await upToDate(page);
  await enterName(page);
  const shoot = async (name: string): Promise<void> => {
    await readWhole(page);
    await drawInInter(page);
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
  await setUpJob(server, id ?? 0);
  await page.goto(`/work-orders/${id}/readings`);
  await page.getByRole('button', { name: 'Read chamber E' }).waitFor();
  await page.getByRole('button', { name: 'Start visit' }).click();
  const pad = page.getByRole('group', { name: 'Keypad' });
  for (const { title, numbers } of WHOLE_JOB.slice(0, 5)) {
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    for (const digit of numbers.join('')) await pad.getByRole('button', { name: digit, exact: true }).click();
  }
  await page.getByRole('heading', { level: 1, name: WHOLE_JOB[5]?.title ?? '' }).waitFor();
  await page.getByRole('region', { name: 'Visit' }).getByText('grain depression').waitFor();
  await shoot('visit-phone');
  await context.close();
}
