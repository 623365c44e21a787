import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { findChromium } from '../scripts/find-chromium.mjs';
import { Companion } from '../tests/e2e/support/companion.ts';
import { install, mustBeBuilt } from './frame/install.ts';
import { medianOf } from './frame/rounds.ts';

// `npm run lighthouse`: how the built app does on a phone with a slow connection, as Lighthouse sees it.

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const CHROME_FLAGS =
  '--headless=new --no-sandbox --disable-dev-shm-usage --disable-background-networking --disable-component-update --disable-sync --no-first-run';
const FIGURES = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
  'cumulative-layout-shift': 'shift',
  'speed-index': 'speed index',
} as const;

type Category = (typeof CATEGORIES)[number];
type Bounds = Readonly<Partial<Record<Category, number>>>;

const PAGES: readonly { readonly name: string; readonly path: string; readonly bounds: Bounds }[] = [
  {
    name: 'landing',
    path: '/',
    bounds: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 },
  },
  {
    name: 'sign-in',
    path: '/login',
    bounds: { performance: 95, accessibility: 100, 'best-practices': 100 },
  },
];

const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number() })),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      displayValue: z.string().optional(),
    }),
  ),
});

type Report = z.infer<typeof reportSchema>;

mustBeBuilt();
await install('lighthouse');
const executable = await findChromium();
const server = await Companion.create();
let missed = 0;
try {
  for (const { name, path, bounds } of PAGES) {
    const reports: Report[] = [];
    for (let run = 0; run < RUNS; run += 1) reports.push(await audit(`${server.url}${path}`));
    missed += print(name, reports, bounds);
  }
} finally {
  await server.remove();
}
if (missed > 0) process.exitCode = 1;

/** A run now and then records nothing on a busy machine (NO_NAVSTART), and Lighthouse asks for another. */
async function audit(url: string): Promise<Report> {
  const report = (await runOn(url)) ?? (await runOn(url));
  if (!report) throw new Error(`Lighthouse failed twice on ${url}`);
  return report;
}

/** One run, with Lighthouse's own settings for a phone, in a browser of its own; null where it failed. */
async function runOn(url: string): Promise<Report | null> {
  const words = [
    'bench/peers/node_modules/lighthouse/cli/index.js',
    url,
    '--output=json',
    '--output-path=stdout',
    '--quiet',
    `--only-categories=${CATEGORIES.join(',')}`,
    `--chrome-flags=${CHROME_FLAGS}`,
  ];
  const run = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CHROME_PATH: executable },
  });
  const [printed] = await Promise.all([text(run.stdout), once(run, 'exit')]);
  if (run.exitCode !== 0) return null;
  return reportSchema.parse(JSON.parse(printed));
}

/** Prints a page's scores and answers how many miss their bound. */
function print(name: string, reports: readonly Report[], bounds: Bounds): number {
  console.log(`\n${name}, median of ${reports.length}`);
  let misses = 0;
  for (const category of CATEGORIES) {
    const scores = reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100));
    const bound = bounds[category];
    const score = medianOf(scores);
    const missed = bound !== undefined && score < bound;
    if (missed) misses += 1;
    const told = bound === undefined ? '' : `  at least ${bound}${missed ? ': MISSED' : ''}`;
    console.log(`  ${category.padEnd(16)}${String(score).padStart(4)}  (${scores.join(', ')})${told}`);
  }
  for (const [audit, label] of Object.entries(FIGURES))
    console.log(
      `  ${label.padEnd(16)}${reports.map(({ audits }) => audits[audit]?.displayValue).join(', ')}`,
    );
  if (misses > 0) printFailed(reports);
  return misses;
}

/** What Lighthouse would have otherwise, in the last run. */
function printFailed(reports: readonly Report[]): void {
  for (const [id, { title, score, displayValue = '' }] of Object.entries(reports.at(-1)?.audits ?? {}))
    if (score !== null && score < 0.9) console.log(`    ${id}: ${title} ${displayValue}`);
}
