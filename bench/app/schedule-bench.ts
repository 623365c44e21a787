import { dayAt, sundayOf } from '../../src/domain/plain-date.ts';
import { mustBeBuilt } from '../frame/install.ts';
import type { Measured } from '../frame/line.ts';
import { rounds } from '../frame/page.ts';
import { interleaved } from '../frame/rounds.ts';
import { AppBrowser, DESKTOP, type MeasuredPage } from './app-browser.ts';
import { BookProcess } from './book-process.ts';
import { drawWeek, fillJobs } from './raw-week.ts';
import { download, openScreen } from './screens.ts';
import { dropJob, openWeek } from './week-page.ts';

// How long the schedule takes to open in an app that has just started, from the key to the paint of all cards of a week,
// beside a page without framework that was just loaded, reads the same jobs and draws them, in turns. Then how long a job that is dropped
// on another day takes to be painted there: `npm run build && npm run bench -- schedule`.

const JOBS = { count: 50_000, people: 15, aWeek: 200 };
const OTHERS = 1000;
/** A cheap computer beside this one. */
const CPU = 4;
/** At a quarter of the speed, also the notes of all jobs are read by then. */
const SETTLE_MS = 5000;

export async function run(): Promise<Measured> {
  mustBeBuilt();
  const book = await BookProcess.open({ customers: OTHERS, others: OTHERS, jobs: JOBS });
  const browser = await AppBrowser.start(DESKTOP);
  try {
    const [app, plain] = [await browser.open(), await browser.open()];
    await app.page.bringToFront();
    await download(app, book, 'planner');
    await plain.page.goto(book.plain);
    await plain.page.evaluate(fillJobs, JOBS.count);
    await openScreen(app, book, '/customers');
    for (const one of [app, plain]) await one.slowDown(CPU);
    await app.proveProbe();
    const tasks: number[] = [];
    const drops: number[] = [];
    const [ours = [], values = []] = await interleaved(rounds(), [
      async (round) => {
        // Otherwise the app would read all lists again after each start.
        await browser.setOffline(true);
        const { ms, task } = await opening(app, book);
        const dropped = await app.page.evaluate(dropJob);
        await app.page.goto('about:blank');
        await browser.setOffline(false);
        if (round < 0) return ms;
        tasks.push(task);
        drops.push(dropped);
        return ms;
      },
      async () => {
        await plain.page.bringToFront();
        await plain.page.goto(book.plain);
        const day = sundayOf(dayAt(Date.now()));
        return plain.page.evaluate(drawWeek, { day, cards: JOBS.aWeek });
      },
    ]);
    const of = `of ${JOBS.aWeek} jobs among ${JOBS.count}, ${CPU} x CPU`;
    return {
      browser: browser.version,
      lines: [
        {
          goal: '-',
          name: `open a week ${of}`,
          unit: 'ms',
          ours,
          against: { name: 'a page without framework', values },
          atMost: 3,
        },
        { goal: '-', name: `longest task while a week opens, ${of}`, unit: 'ms', ours: tasks, atMost: 100 },
        {
          goal: '-',
          name: `a job that is dropped on another day is painted there, ${of}`,
          unit: 'ms',
          ours: drops,
          atMost: 100,
        },
      ],
    };
  } finally {
    await browser.close();
    await book.close();
  }
}

/** Starts the app again, because a screen that was open before has sorted all jobs already. Then opens the week. */
async function opening(
  app: MeasuredPage,
  book: BookProcess,
): Promise<{ readonly ms: number; readonly task: number }> {
  const { page } = app;
  await page.bringToFront();
  await openScreen(app, book, '/customers');
  await page.getByRole('row').nth(1).waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await app.clearProbe();
  const ms = await page.evaluate(openWeek, JOBS.aWeek);
  await page.waitForTimeout(SETTLE_MS);
  const { longTasks } = await app.probe();
  return { ms, task: Math.max(0, ...longTasks.map((task) => task.ms)) };
}
