import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { findChromium } from '../scripts/find-chromium.mjs';
import { DEMO_SIGN_IN } from '../server/seed/seed-demo.ts';
import { Companion } from '../tests/e2e/support/companion.ts';
import { offlineReady } from '../tests/e2e/support/customers.ts';
import { submitSignIn } from '../tests/e2e/support/sign-in.ts';
import { upToDate } from './app/screens.ts';
import { install, mustBeBuilt } from './frame/install.ts';
import { medianOf } from './frame/rounds.ts';

// `npm run bench:lighthouse`: how the built app does on a phone with a slow connection, as Lighthouse sees it.

const RUNS = 3;
const TRIES = 5;
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

interface Audited {
  readonly name: string;
  readonly path: string;
  readonly bounds: Bounds;
  /** By somebody who has signed in, and whose records are on the device. */
  readonly signedIn?: boolean;
}

const PAGES: readonly Audited[] = [
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
  {
    name: 'customers',
    path: '/customers',
    bounds: { performance: 95, accessibility: 100, 'best-practices': 100 },
    signedIn: true,
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
  for (const { name, path, bounds, signedIn = false } of PAGES) {
    const reports: Report[] = [];
    for (let run = 0; run < RUNS; run += 1) reports.push(await audit(`${server.url}${path}`, signedIn));
    missed += print(name, reports, bounds);
  }
} finally {
  await server.remove();
}
if (missed > 0) process.exitCode = 1;

/** A run now and then records nothing on a busy machine (NO_NAVSTART), and Lighthouse asks for another. */
async function audit(url: string, signedIn: boolean): Promise<Report> {
  const runOnce = (): Promise<Report | null> =>
    signedIn
      ? inSignedInBrowser((flags) => runOn(url, flags))
      : runOn(url, [`--chrome-flags=${CHROME_FLAGS}`]);
  for (let run = 0; run < TRIES; run += 1) {
    const report = await runOnce();
    if (report) return report;
  }
  throw new Error(`Lighthouse failed ${TRIES} times on ${url}`);
}

/**
 * Has Lighthouse use a browser in which somebody has signed in, and leave there what the app has stored. Whoever signed
 * in by remote control has let go of it: that would be measured as well. The browser is really slowed down: what is
 * reckoned from a fast start counts Lighthouse's own joining of the page, 130 ms here, against a list that is there as
 * soon.
 */
async function inSignedInBrowser<T>(work: (flags: readonly string[]) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'crm-lighthouse-'));
  const args = [...CHROME_FLAGS.split(' '), '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const process = spawn(executable, args, { stdio: 'ignore' });
  try {
    const port = await portOf(profile);
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const [context = await browser.newContext()] = browser.contexts();
    const page = await context.newPage();
    await page.goto(`${server.url}/login?next=%2Fcustomers`);
    await offlineReady(page);
    await submitSignIn(page, DEMO_SIGN_IN);
    await page.waitForURL('**/customers');
    await upToDate(page);
    await page.close();
    await browser.close();
    return await work([`--port=${port}`, '--disable-storage-reset', '--throttling-method=devtools']);
  } finally {
    const ended = once(process, 'exit');
    process.kill();
    await ended;
    await rm(profile, { recursive: true, force: true });
  }
}

/** The port on which a browser with this profile can be spoken to, once it says so. */
async function portOf(profile: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const said = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [port] = said.split('\n');
    if (port) return port;
    await sleep(100);
  }
  throw new Error('The browser names no port');
}

/** One run, with Lighthouse's own settings for a phone but for these flags; null where it failed. */
async function runOn(url: string, flags: readonly string[]): Promise<Report | null> {
  const words = [
    'bench/peers/node_modules/lighthouse/cli/index.js',
    url,
    '--output=json',
    '--output-path=stdout',
    '--quiet',
    `--only-categories=${CATEGORIES.join(',')}`,
    ...flags,
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
