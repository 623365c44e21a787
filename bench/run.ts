import { isMet, type Line, type Measured } from './frame/line.ts';
import { circumstances, isTrial, writeFigures } from './frame/page.ts';
import { asTable } from './frame/table.ts';

// `npm run bench` measures P1 to P13 and writes docs/performance.md. `npm run bench -- NAME` prints one bench.

type Bench = () => Promise<{ run(): Promise<Measured | void> }>;

/** Run in this order. */
const GOALS: Readonly<Record<string, Bench>> = {
  start: () => import('./app/start-bench.ts'),
  size: () => import('./app/size-bench.ts'),
  search: () => import('./modules/search-bench.ts'),
  find: () => import('./modules/find-bench.ts'),
  save: () => import('./modules/save-bench.ts'),
  'first-download': () => import('./app/first-download-bench.ts'),
  replay: () => import('./app/replay-bench.ts'),
  phone: () => import('./app/phone-bench.ts'),
  memory: () => import('./app/memory-bench.ts'),
  server: () => import('./server/server-bench.ts'),
  load: () => import('./modules/load-bench.ts'),
};
const OTHERS: Readonly<Record<string, Bench>> = {
  import: () => import('./app/import-bench.ts'),
  photos: () => import('./app/photos-bench.ts'),
  report: () => import('./app/report-bench.ts'),
  schedule: () => import('./app/schedule-bench.ts'),
  victim: () => import('./victim/victim-bench.ts'),
};

const [name] = process.argv.slice(2);
const asked = name === undefined ? Object.entries(GOALS) : named(name);
if (asked.length === 0) {
  console.error(`There is no bench '${name}'. Benches: ${Object.keys({ ...GOALS, ...OTHERS }).join(', ')}`);
  process.exitCode = 1;
} else {
  await runAll(asked);
}

function named(one: string): readonly (readonly [string, Bench])[] {
  return Object.entries({ ...GOALS, ...OTHERS }).filter(([known]) => known === one);
}

async function runAll(benches: readonly (readonly [string, Bench])[]): Promise<void> {
  const lines: Line[] = [];
  let browser = '';
  for (const [one, load] of benches) {
    const started = Date.now();
    const bench = await load();
    const result = await bench.run();
    console.log(`\n${one} took ${((Date.now() - started) / 60_000).toFixed(1)} min`);
    if (!result) continue;
    browser = result.browser || browser;
    console.log(asTable(result.lines));
    lines.push(...result.lines);
  }
  if (name === undefined && !isTrial()) {
    const inOrder = lines.toSorted((a, b) => Number(a.goal.slice(1)) - Number(b.goal.slice(1)));
    await writeFigures(`${circumstances(browser, new Date())}\n\n${asTable(inOrder)}`);
  }
  if (!lines.every(isMet)) process.exitCode = 1;
}
