import { circumstances, writeSection } from '../frame/document.ts';
import type { Line } from '../frame/line.ts';
import { interleaved, medianOf } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { AppBrowser, type MeasuredPage } from './app-browser.ts';
import { BookProcess } from './book-process.ts';
import { installPlainPage } from './plain-page.ts';
import { download } from './screens.ts';
import { type Milestones, milestones, startProfile } from './start-profile.ts';

// The cold start of the installed app without a connection: `npm run bench -- start` also says what it consists of, and
// writes the phases of it into docs/performance.md.

const CUSTOMERS = 10_000;
const ROUNDS = roundsOr(9);

export async function run(): Promise<{ browser: string; lines: readonly Line[] }> {
  const book = await BookProcess.open({ customers: CUSTOMERS, others: CUSTOMERS });
  const browser = await AppBrowser.start();
  try {
    await prepare(browser, book);
    const starts: Milestones[] = [];
    const [ours = [], plain = []] = await interleaved(ROUNDS, [
      async (round) => {
        const app = await coldStart(browser, `${book.app}/customers`);
        if (round >= 0) starts.push(await milestones(app));
        return app.mark('row');
      },
      async () => (await coldStart(browser, `${book.plain}/customers`)).mark('row'),
    ]);
    await writeSection('start', `${circumstances(browser.version, new Date())}\n\n${asPhases(starts)}`);
    console.log(await profileOf(browser, `${book.app}/customers`));
    const line: Line = {
      budget: 'B15',
      name: `cold start, offline, ${CUSTOMERS} customers, to the first row`,
      unit: 'ms',
      ours,
      limit: { name: 'a page without framework', values: plain },
      bounds: 'limit',
      atMost: 2.5,
    };
    return { browser: browser.version, lines: [line] };
  } finally {
    await browser.close();
    await book.close();
  }
}

/** Both are installed, with their workers, and hold the same customers. */
async function prepare(browser: AppBrowser, book: BookProcess): Promise<void> {
  const [app, plain] = [await browser.open(), await browser.open()];
  await download(app, book, 'starter');
  await installPlainPage(plain.page, book, CUSTOMERS);
  await Promise.all([app.close(), plain.close()]);
}

/** A page whose first row is painted, in a browser that has just been started. */
async function coldStart(browser: AppBrowser, url: string): Promise<MeasuredPage> {
  await browser.restart();
  await browser.setOffline(true);
  const app = await browser.open();
  await app.page.goto(url);
  await app.mark('row');
  return app;
}

/** When each phase of a start was over, in ms since the navigation: the medians, the earliest first. */
function asPhases(starts: readonly Milestones[]): string {
  const names = Object.keys(starts[0] ?? {});
  const rows = names
    .map((name) => ({ name, at: medianOf(starts.map((one) => one[name] ?? Number.NaN)) }))
    .toSorted((a, b) => a.at - b.at);
  return [
    '| ms | What is over |',
    '| --- | --- |',
    ...rows.map(({ name, at }) => `| ${at.toFixed(0)} | ${name} |`),
  ].join('\n');
}

async function profileOf(browser: AppBrowser, url: string): Promise<string> {
  await browser.restart();
  await browser.setOffline(true);
  return startProfile(browser, await browser.open(), url);
}
