import { z } from 'zod';
import type { AppBrowser, MeasuredPage } from './app-browser.ts';

const CATEGORIES = ['devtools.timeline', 'v8', 'blink.user_timing', 'toplevel', '__metadata'];
const TOLD = 14;

const eventSchema = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().optional(),
  args: z.record(z.string(), z.unknown()).optional(),
});
const traceSchema = z.object({ traceEvents: z.array(eventSchema) });
type TraceEvent = z.infer<typeof eventSchema>;

/** Profiles a start until the first row is shown: phases, files, and the main thread's work. */
export async function startProfile(browser: AppBrowser, app: MeasuredPage, url: string): Promise<string> {
  const trace = await browser.trace(app, CATEGORIES, async () => {
    await app.page.goto(url);
    await app.mark('row');
  });
  const { marks } = await app.probe();
  const rowMs = marks['row'] ?? Number.NaN;
  const { traceEvents } = traceSchema.parse(JSON.parse(trace));
  return [
    `From the navigation to the first row: ${rowMs.toFixed(0)} ms, while the browser recorded a trace`,
    '',
    'Phases, in ms since the navigation:',
    ...inOrder(await milestones(app)),
    '',
    'Files that were read until then, from the service worker:',
    ...(await files(app, rowMs)),
    '',
    "Work of the page's thread until then, in ms, each without the work nested in it:",
    ...work(traceEvents, rowMs),
  ].join('\n');
}

/** The end of each phase, in ms since the navigation. */
type Milestones = Readonly<Record<string, number>>;

async function milestones(app: MeasuredPage): Promise<Milestones> {
  const { marks } = await app.probe();
  const document = await app.page.evaluate((row) => {
    const [entry] = performance.getEntriesByType('navigation');
    const { responseEnd } = entry as PerformanceNavigationTiming;
    const files = performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.includes('/assets/') && startTime < row)
      .map((file) => (file as PerformanceResourceTiming).responseEnd);
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
    return {
      'the page was read': responseEnd,
      'its scripts and styles were read': Math.max(...files.filter((end) => end < row)),
      'the first paint': paint,
    };
  }, marks['row'] ?? Number.NaN);
  return { ...document, ...inWords(marks) };
}

function inOrder(all: Milestones): string[] {
  return Object.entries(all)
    .toSorted(([, a], [, b]) => a - b)
    .map(([name, at]) => `  ${at.toFixed(0).padStart(5)}  ${name}`);
}

function inWords(marks: Readonly<Record<string, number>>): Record<string, number> {
  const words = {
    asked: 'the first script has begun to open the account’s database',
    opened: 'the browser has opened it',
    accounts: 'the services run, and open the list of accounts',
    rowsRead: 'the first 50 rows were read',
    row: 'the first row is painted',
  };
  return Object.fromEntries(Object.entries(words).map(([mark, word]) => [word, marks[mark] ?? Number.NaN]));
}

async function files({ page }: MeasuredPage, until: number): Promise<string[]> {
  const read = await page.evaluate(
    (end) =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < end)
        .map((entry) => {
          const { name, startTime, responseEnd, decodedBodySize } = entry as PerformanceResourceTiming;
          return { name: name.split('/').at(-1) ?? '', startTime, responseEnd, decodedBodySize };
        }),
    until,
  );
  return read.map(
    ({ name, startTime, responseEnd, decodedBodySize }) =>
      `  ${startTime.toFixed(0).padStart(5)} to ${responseEnd.toFixed(0).padStart(4)}  ` +
      `${(decodedBodySize / 1024).toFixed(1).padStart(6)} KiB  ${name}`,
  );
}

function work(events: readonly TraceEvent[], untilMs: number): string[] {
  const navigated = events.findLast(({ name, args }) => name === 'navigationStart' && isTop(args));
  if (!navigated) return ['  (no navigation was recorded)'];
  const end = navigated.ts + untilMs * 1000;
  const own = events
    .filter(({ pid, tid, ph }) => ph === 'X' && pid === navigated.pid && tid === navigated.tid)
    .filter(({ ts }) => ts >= navigated.ts && ts < end)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  return selfTimes(own)
    .slice(0, TOLD)
    .map(([name, ms]) => `  ${ms.toFixed(1).padStart(6)}  ${name}`);
}

function isTop(args: TraceEvent['args']): boolean {
  const data = args?.['data'];
  return typeof data === 'object' && data !== null && 'isOutermostMainFrame' in data;
}

/** Returns each event's time without its children's, longest first, by name and file. */
function selfTimes(events: readonly TraceEvent[]): (readonly [string, number])[] {
  const times = new Map<string, number>();
  const open: { readonly end: number; readonly name: string }[] = [];
  const add = (name: string, ms: number): void => void times.set(name, (times.get(name) ?? 0) + ms);
  for (const event of events) {
    const ms = (event.dur ?? 0) / 1000;
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= event.ts) open.pop();
    const outer = open.at(-1);
    if (outer) add(outer.name, -ms);
    const name = nameOf(event);
    add(name, ms);
    open.push({ end: event.ts + (event.dur ?? 0), name });
  }
  return [...times].toSorted(([, a], [, b]) => b - a);
}

function nameOf({ name, args }: TraceEvent): string {
  const data = args?.['data'] ?? args;
  const url = typeof data === 'object' && data !== null && 'url' in data ? String(data.url) : '';
  const file = url.split('/').at(-1);
  return file ? `${name} ${file}` : name;
}
