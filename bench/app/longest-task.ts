import type { MeasuredPage } from './app-browser.ts';
import { CpuProfile, type Share } from './cpu-profile.ts';
import type { Journey } from './journeys.ts';

/** What was begun may still go on: a save, a chart, a reading. */
const SETTLE_MS = 700;
const TOLD_TASKS = 3;
const TOLD_FUNCTIONS = 12;

/** The longest task of a journey in ms; 0 where none was over 50, which is where the browser begins to tell. */
export async function longestTask(app: MeasuredPage, journey: Journey): Promise<number> {
  await app.clearProbe();
  await actOut(app, journey);
  const { longTasks } = await app.probe();
  return Math.max(0, ...longTasks.map(({ ms }) => ms));
}

/** Prints the longest tasks of a journey, and which functions of the app they were spent in. */
export async function tellLongTasks(app: MeasuredPage, journey: Journey): Promise<void> {
  await app.clearProbe();
  const profile = await CpuProfile.during(app.cdp, () => actOut(app, journey));
  const { longTasks } = await app.probe();
  const longest = [...longTasks].sort((a, b) => b.ms - a.ms).slice(0, TOLD_TASKS);
  console.log(`\n${journey.name}: ${longTasks.length} tasks over 50 ms`);
  for (const { start, ms } of longest) {
    console.log(`  ${ms} ms, ${(start / 1000).toFixed(2)} s after the navigation`);
    tell('  itself', profile.selfTimes(start, start + ms, TOLD_FUNCTIONS));
    tell('  with what it calls', profile.totalTimes(start, start + ms, 2 * TOLD_FUNCTIONS));
  }
}

async function actOut({ page }: MeasuredPage, journey: Journey): Promise<void> {
  await journey.act(page);
  await page.waitForTimeout(SETTLE_MS);
}

function tell(title: string, shares: readonly Share[]): void {
  const worth = shares.filter(({ ms }) => ms >= 1);
  console.log(`  ${title}: ${worth.map(({ name, ms }) => `${name} ${ms.toFixed(0)}`).join(', ')}`);
}
