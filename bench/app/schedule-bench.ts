import { dayAt, sundayOf } from '../../src/domain/plain-date.ts';
import { mustBeBuilt } from '../frame/install.ts';
import type { Measured } from '../frame/line.ts';
import { rounds } from '../frame/page.ts';
import { interleaved } from '../frame/rounds.ts';
import { AppBrowser, DESKTOP, type MeasuredPage } from './app-browser.ts';
import { BookProcess } from './book-process.ts';
import { drawWeek, fillJobs } from './raw-week.ts';
import { download, openScreen } from './screens.ts';

// How long the schedule takes to open, from the key to the paint of all cards of a week, beside a page without
// framework that reads the same jobs and draws them, in turns: `npm run build && npm run bench -- schedule`.

const JOBS = { count: 50_000, people: 15, aWeek: 200 };
const OTHERS = 1000;
/** A cheap computer beside this one. */
const CPU = 4;
const SETTLE_MS = 1000;

export async function run(): Promise<Measured> {
  mustBeBuilt();
  const book = await BookProcess.open({ customers: OTHERS, others: OTHERS, jobs: JOBS });
  const browser = await AppBrowser.start(DESKTOP);
  try {
    const [app, plain] = [await browser.open(), await browser.open()];
    await app.page.bringToFront();
    await download(app, book, 'planner');
    await openScreen(app, book, '/customers');
    await plain.page.goto(book.plain);
    await plain.page.evaluate(fillJobs, JOBS.count);
    for (const one of [app, plain]) await one.slowDown(CPU);
    await app.proveProbe();
    const tasks: number[] = [];
    const [ours = [], values = []] = await interleaved(rounds(), [
      async (round) => {
        const { ms, task } = await opening(app);
        if (round >= 0) tasks.push(task);
        return ms;
      },
      async () => {
        await plain.page.bringToFront();
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
      ],
    };
  } finally {
    await browser.close();
    await book.close();
  }
}

/** Goes from the list of customers to the week, in the app that is open. */
async function opening(app: MeasuredPage): Promise<{ readonly ms: number; readonly task: number }> {
  const { page } = app;
  await page.bringToFront();
  await page.getByRole('link', { name: 'Customers' }).first().click();
  await page.getByRole('row').nth(1).waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await app.clearProbe();
  const ms = await page.evaluate(openWeek, JOBS.aWeek);
  await page.waitForTimeout(SETTLE_MS);
  const { longTasks } = await app.probe();
  return { ms, task: Math.max(0, ...longTasks.map((task) => task.ms)) };
}

/** Runs in the app's page. Returns the time in ms until all cards of this week are painted. */
function openWeek(cards: number): Promise<number> {
  return new Promise((resolve) => {
    // From a timer, so that the page's long tasks are counted.
    setTimeout(() => {
      const begun = performance.now();
      const look = (): void => {
        const drawn = document.querySelectorAll('main table article').length;
        if (drawn < cards) return void requestAnimationFrame(look);
        if (drawn > cards) throw new Error(`${drawn} cards instead of ${cards}`);
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
      };
      for (const key of ['g', 'a'])
        document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      look();
    });
  });
}
