import { circumstances, writeSection } from '../frame/document.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { AppBrowser, type MeasuredPage } from './app-browser.ts';
import { BookProcess } from './book-process.ts';
import { DURING_DOWNLOAD, JOURNEYS, type Journey } from './journeys.ts';
import { type LinkOptions, SLOW_LINK } from './link.ts';
import { longestTask, tellLongTasks } from './longest-task.ts';
import { buildReadable } from './readable-build.ts';
import { download, openScreen, openSignIn, signInAs } from './screens.ts';

// `npm run bench -- journeys`: the longest task in everything that people do, with 200,000 records on the device.
// `npm run bench -- journeys who`: which functions the long ones are made of.

const CUSTOMERS = Number(process.env['BENCH_CUSTOMERS'] ?? 50_000);
const ROUNDS = roundsOr(3);

interface Circumstance {
  readonly name: string;
  readonly cpu: number;
  readonly link: LinkOptions | null;
}

const AS_IT_IS: Circumstance = { name: 'as it is', cpu: 1, link: null };
const CIRCUMSTANCES: readonly Circumstance[] = [
  AS_IT_IS,
  { name: '4 x CPU', cpu: 4, link: null },
  { name: '400 ms, 5 Mbit/s', cpu: 1, link: SLOW_LINK },
];

type Visit = (app: MeasuredPage, journey: Journey) => Promise<void>;

export async function run(): Promise<void> {
  if (process.argv[3] === 'who') await tellWho();
  else await measure();
}

async function tellWho(): Promise<void> {
  await withDevice(await buildReadable(), (place) => goThrough(place, AS_IT_IS, tellLongTasks));
}

async function measure(): Promise<void> {
  const longest = new LongestTasks();
  const version = await withDevice(undefined, async (place) => {
    for (let round = 0; round < ROUNDS; round += 1)
      for (const circumstance of CIRCUMSTANCES)
        await goThrough(place, circumstance, async (app, journey) => {
          longest.note(journey.name, circumstance.name, await longestTask(app, journey));
        });
  });
  console.log(longest.asMarkdown());
  await writeSection('journeys', `${circumstances(version, new Date())}\n\n${longest.asMarkdown()}`);
}

interface Place {
  readonly app: MeasuredPage;
  readonly book: BookProcess;
}

/** With an app that holds the whole book. Answers which browser it was. */
async function withDevice(
  folder: string | undefined,
  work: (place: Place) => Promise<void>,
): Promise<string> {
  const book = await BookProcess.open({ customers: CUSTOMERS, others: CUSTOMERS }, folder);
  const browser = await AppBrowser.start();
  try {
    const app = await browser.open();
    await download(app, book, 'worker');
    await openScreen(app, book, '/customers');
    await work({ app, book });
    return browser.version;
  } finally {
    await browser.close();
    await book.close();
  }
}

async function goThrough(place: Place, circumstance: Circumstance, visit: Visit): Promise<void> {
  const { app, book } = place;
  await app.page.goto(`${book.app}/customers`);
  await set(place, circumstance);
  for (const journey of JOURNEYS) await visit(app, journey);
  await set(place, AS_IT_IS);
  // A browser of its own: what it fetches is thrown away half-way.
  const newcomer = await AppBrowser.start();
  try {
    const fresh = await newcomer.open();
    await openSignIn(fresh, book);
    await set({ app: fresh, book }, circumstance);
    await signInAs(fresh, { username: 'newcomer' });
    for (const journey of DURING_DOWNLOAD) await visit(fresh, journey);
  } finally {
    await newcomer.close();
    await set(place, AS_IT_IS);
  }
}

async function set({ app, book }: Place, { cpu, link }: Circumstance): Promise<void> {
  await book.setLink(link);
  await app.slowDown(cpu);
}

/** The longest task of each journey under each circumstance, over all rounds, in ms. */
class LongestTasks {
  readonly #longest = new Map<string, Map<string, number>>();

  note(journey: string, circumstance: string, ms: number): void {
    const row = this.#longest.get(journey) ?? new Map<string, number>();
    this.#longest.set(journey, row.set(circumstance, Math.max(row.get(circumstance) ?? 0, ms)));
  }

  asMarkdown(): string {
    const names = CIRCUMSTANCES.map(({ name }) => name);
    const rows = [...this.#longest].map(([journey, times]) =>
      [journey, ...names.map((name) => inWords(times.get(name) ?? Number.NaN))].join(' | '),
    );
    const heads = ['Longest task', ...names];
    return [heads.join(' | '), heads.map(() => '---').join(' | '), ...rows]
      .map((row) => `| ${row} |`)
      .join('\n');
  }
}

/** Browsers tell of tasks over 50 ms alone. */
function inWords(ms: number): string {
  return ms === 0 ? 'none over 50 ms' : `${ms.toFixed(0)} ms`;
}
