import { circumstances, writeSection } from '../frame/document.ts';
import { mustBeBuilt } from '../frame/install.ts';
import type { Line } from '../frame/line.ts';
import { interleaved, medianOf } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { AppBrowser, DESKTOP, type Device, type MeasuredPage, PHONE } from './app-browser.ts';
import { BookProcess } from './book-process.ts';
import { installPlainPage } from './plain-page.ts';
import { readAllRaw } from './raw-reading.ts';
import { allInMemory, download } from './screens.ts';
import { type Milestones, milestones, startProfile } from './start-profile.ts';

// The cold start of the installed app without a connection: `npm run bench -- start` also says what it consists of, and
// writes the phases of it into docs/performance.md; `npm run bench -- start today` takes the start of Today alone.

const ROUNDS = roundsOr(9);
const PLAIN = 'a page without framework';
/** What a desktop has. */
const [FEW, MANY] = [10_000, 50_000];
/** Records of all four kinds on a phone, a quarter of each. */
const [ON_PHONE, ON_FULL_PHONE] = [10_000, 100_000];
/** Of a company whose crews begin their day. */
const WORK_ORDERS = 5_000;

export async function run(): Promise<{ browser: string; lines: readonly Line[] }> {
  mustBeBuilt();
  if (process.argv[3] === 'today') return onDevice(PHONE, WORK_ORDERS, todayStart);
  const browser = { version: '' };
  const lines: Line[] = [];
  await onDevice(DESKTOP, FEW, async (device) => {
    browser.version = device.browser.version;
    const starts: Milestones[] = [];
    lines.push(await startLine(device, { cpu: 1, starts }), await startLine(device, { cpu: 4 }));
    await writeSection('start', `${circumstances(browser.version, new Date())}\n\n${asPhases(starts)}`);
    console.log(await profileOf(device.browser, `${device.book.app}/customers`));
  });
  await onDevice(DESKTOP, MANY, async (device) => {
    lines.push(await startLine(device, { cpu: 1 }));
  });
  const onPhone: Line[] = [];
  for (const records of [ON_PHONE, ON_FULL_PHONE]) {
    await onDevice(PHONE, records / 4, async (device) => {
      const { cpu } = PHONE;
      const name = `start without a connection, phone, ${records} records, to the first row`;
      onPhone.push({ ...(await startLine(device, { cpu })), budget: 'C3', name });
      if (records === ON_FULL_PHONE) lines.push(await wholeSearchLine(device));
    });
  }
  onPhone.push(...(await onDevice(PHONE, WORK_ORDERS, todayStart)).lines);
  const [few, many] = onPhone;
  lines.push(...onPhone);
  if (few && many)
    lines.push({
      ...many,
      name: `the same beside that of ${ON_PHONE}`,
      limit: { name: `of ${ON_PHONE}`, values: few.ours },
      atMost: 1.3,
    });
  lines.sort((a, b) => a.budget.localeCompare(b.budget));
  return { browser: browser.version, lines };
}

interface Installed {
  readonly browser: AppBrowser;
  readonly book: BookProcess;
  /** How many there are of each kind. */
  readonly ofEach: number;
}

/** With the app and the page without framework, both installed, with their workers, over the same customers. */
async function onDevice<T>(
  device: Device,
  ofEach: number,
  work: (installed: Installed) => Promise<T>,
): Promise<T> {
  const book = await BookProcess.open({ customers: ofEach, others: ofEach });
  const browser = await AppBrowser.start(device);
  try {
    const [app, plain] = [await browser.open(), await browser.open()];
    await app.page.bringToFront();
    await download(app, book, 'starter');
    await installPlainPage(plain.page, book, ofEach);
    await Promise.all([app.close(), plain.close()]);
    return await work({ browser, book, ofEach });
  } finally {
    await browser.close();
    await book.close();
  }
}

/** A crew's day begins: the jobs of Today, of a company with many. */
async function todayStart(device: Installed): Promise<{ browser: string; lines: readonly Line[] }> {
  const name = `start without a connection, phone, to the first job of Today, ${WORK_ORDERS} work orders`;
  const beside = `start without a connection, phone, to the first row of a list, ${WORK_ORDERS} of each kind`;
  const list = await startLine(device, { cpu: PHONE.cpu });
  const line = await startLine(device, { cpu: PHONE.cpu, path: '/today' });
  console.log(await profileOf(device.browser, `${device.book.app}/today`));
  return {
    browser: device.browser.version,
    lines: [
      { ...list, name: beside },
      { ...line, name },
    ].map((one) => ({ ...one, budget: 'C3' })),
  };
}

interface StartOptions {
  readonly cpu: number;
  readonly starts?: Milestones[];
  /** Where the app is opened. */
  readonly path?: string;
}

async function startLine(
  { browser, book, ofEach }: Installed,
  { cpu, starts, path = '/customers' }: StartOptions,
): Promise<Line> {
  const [ours = [], values = []] = await interleaved(ROUNDS, [
    async (round) => {
      const app = await coldStart(browser, `${book.app}${path}`, cpu);
      if (round >= 0) starts?.push(await milestones(app));
      return app.mark('row');
    },
    async () => (await coldStart(browser, `${book.plain}/customers`, cpu)).mark('row'),
  ]);
  return {
    budget: 'B15',
    name: `cold start, offline, ${ofEach} customers, to the first row${cpu === 1 ? '' : `, ${cpu} x CPU`}`,
    unit: 'ms',
    ours,
    limit: { name: PLAIN, values },
    bounds: 'limit',
    atMost: 2.5,
  };
}

/** From the navigation until a search finds everything, beside reading the same records and nothing else. */
async function wholeSearchLine({ browser, book, ofEach }: Installed): Promise<Line> {
  const { cpu } = PHONE;
  const [ours = [], values = []] = await interleaved(roundsOr(3), [
    async () => allInMemory((await coldStart(browser, `${book.app}/customers`, cpu)).page),
    async () => {
      await browser.restart();
      return readAllRaw(await browser.open(), book.app, { cpu, records: 4 * ofEach });
    },
  ]);
  return {
    budget: 'C4',
    name: `start to a search that finds everything, phone, ${4 * ofEach} records`,
    unit: 'ms',
    ours,
    limit: { name: 'getAll of the same', values },
    bounds: 'limit',
    atMost: 2.5,
  };
}

/** A page whose first row is painted, in a browser that has just been started. */
async function coldStart(browser: AppBrowser, url: string, cpu: number): Promise<MeasuredPage> {
  await browser.restart();
  await browser.setOffline(true);
  const app = await browser.open();
  await app.slowDown(cpu);
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
