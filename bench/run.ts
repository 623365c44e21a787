import { circumstances, writeSection } from './frame/document.ts';
import { type Line, type Measured, type Samples, verdictOf } from './frame/line.ts';
import { replaceSamples } from './frame/past-runs.ts';
import { asMarkdown, asText } from './frame/table.ts';

// `npm run bench`: every budget of docs/performance.md, which it writes. `npm run bench -- NAME`: one bench, printed.

/** What has a budget answers lines; what has none prints figures of its own. */
const BENCHES: Readonly<Record<string, () => Promise<{ run(): Promise<Measured | void> }>>> = {
  server: () => import('./server/server-bench.ts'),
  levels: () => import('./server/levels-bench.ts'),
  capacity: () => import('./server/capacity-bench.ts'),
  cost: () => import('./server/cost-bench.ts'),
  victim: () => import('./victim/victim-bench.ts'),
  extensions: () => import('./extensions/extensions-bench.ts'),
  idle: () => import('./idle/idle-bench.ts'),
  load: () => import('./modules/load-bench.ts'),
  refresh: () => import('./modules/refresh-bench.ts'),
  reading: () => import('./modules/reading-bench.ts'),
  search: () => import('./modules/search-bench.ts'),
  save: () => import('./modules/save-bench.ts'),
  commits: () => import('./modules/commits-bench.ts'),
  mount: () => import('./modules/mount-bench.ts'),
  growth: () => import('./growth/growth-bench.ts'),
  'first-download': () => import('./app/first-download-bench.ts'),
  'real-download': () => import('./app/real-download-bench.ts'),
  replay: () => import('./app/replay-bench.ts'),
  'large-list': () => import('./app/large-list-bench.ts'),
  start: () => import('./app/start-bench.ts'),
  'others-change': () => import('./app/others-change-bench.ts'),
  'process-memory': () => import('./app/process-memory-bench.ts'),
  memory: () => import('./app/memory-bench.ts'),
  phone: () => import('./app/phone-journeys-bench.ts'),
  journeys: () => import('./app/journeys-bench.ts'),
  frames: () => import('./app/frames-bench.ts'),
  import: () => import('./app/import-bench.ts'),
};
/** The benches of the budgets, in the order of the table. */
const BUDGETS: readonly string[] = [
  'first-download',
  'load',
  'refresh',
  'reading',
  'search',
  'save',
  'replay',
  'commits',
  'mount',
  'large-list',
  'start',
  'others-change',
  'process-memory',
  'phone',
];

const [name] = process.argv.slice(2);
const names = name === undefined ? BUDGETS : [name];
if (name !== undefined && !(name in BENCHES)) {
  console.error(`There is no bench '${name}'. Benches: ${Object.keys(BENCHES).join(', ')}`);
  process.exitCode = 1;
} else {
  await runAll();
}

async function runAll(): Promise<void> {
  const lines: Line[] = [];
  const before = new Map<Line, Samples | undefined>();
  let browser = '';
  for (const one of names) {
    const started = Date.now();
    const bench = await BENCHES[one]?.();
    const result = await bench?.run();
    console.log(`\n${one} took ${((Date.now() - started) / 60_000).toFixed(1)} min`);
    if (!result) continue;
    browser = result.browser;
    const samplesBefore = await replaceSamples(one, result.lines);
    for (const line of result.lines) before.set(line, samplesBefore(line));
    console.log(`\n${asText(result.lines, (line) => before.get(line))}`);
    lines.push(...result.lines);
    if (name !== undefined && result.section !== undefined)
      await write(result.section, browser, result.lines);
  }
  if (name === undefined) await write('budgets', browser, lines);
  if (!lines.every((line) => verdictOf(line, before.get(line)) === 'met')) process.exitCode = 1;

  async function write(section: string, where: string, told: readonly Line[]): Promise<void> {
    const table = asMarkdown(told, (line) => before.get(line));
    await writeSection(section, `${circumstances(where, new Date())}\n\n${table}`);
  }
}
