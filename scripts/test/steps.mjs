import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../find-chromium.mjs';
import { providePdfToText } from '../find-poppler.mjs';
import { providePostgres } from '../find-postgres.mjs';
import { provideBrowsers } from '../provide-browsers.mjs';
import { bin, node, quietBin } from './commands.mjs';

/**
 * The steps, in order. `npm test` runs those in `fast`, and `npm run test:all` adds those in `rest`; both run those in
 * `both`. A developer may run a part alone. `run` gets `warn` and, if the step `counts` tests, the report file. It
 * returns true, false, or null if this machine cannot run the step.
 */
export const STEPS = [
  // First, so that a machine without a browser fails at once.
  { name: 'Chromium', in: 'fast', parts: ['e2e'], run: lookForChromium },
  { name: 'Poppler', in: 'both', parts: ['unit', 'e2e'], run: lookForPoppler },
  { name: 'browsers', in: 'rest', parts: ['e2e', 'browsers'], run: lookForBrowsers },
  { name: 'PostgreSQL', in: 'rest', parts: ['server', 'postgres', 'e2e'], run: lookForPostgres },
  {
    name: 'checks',
    in: 'fast',
    parts: ['checks'],
    counts: true,
    run: checkSideBySide,
  },
  {
    name: 'unit tests of pure decisions, with coverage',
    in: 'fast',
    parts: ['unit'],
    counts: true,
    run: vitest('--project=pure', '--coverage'),
  },
  // Each project has its own run, because Vitest distributes the files of several projects unevenly over its workers.
  {
    name: 'unit tests',
    in: 'fast',
    parts: ['unit'],
    counts: true,
    run: vitest('--project=unit'),
  },
  {
    name: 'component tests',
    in: 'fast',
    parts: ['component'],
    counts: true,
    run: vitest('--project=component'),
  },
  {
    name: 'server tests',
    in: 'fast',
    parts: ['server'],
    counts: true,
    run: vitest('--project=server'),
  },
  {
    name: 'slow server tests',
    in: 'rest',
    parts: ['server'],
    counts: true,
    run: vitest('--project=server-slow'),
  },
  {
    name: 'server tests on PostgreSQL',
    in: 'rest',
    parts: ['server', 'postgres'],
    counts: true,
    run: (context) => (context.hasPostgres ? vitest('--project=server-postgres')(context) : null),
  },
  {
    name: 'stored simulation',
    in: 'fast',
    parts: ['simulation'],
    counts: true,
    run: simulate('--gate'),
  },
  {
    // Its seeds come from the code, so each change of the code tries other programs.
    name: 'fresh simulation',
    in: 'rest',
    parts: ['simulation'],
    counts: true,
    run: simulate('--fresh-gate'),
  },
  { name: 'build', in: 'both', parts: ['build', 'e2e', 'browsers'], run: buildWithoutWarnings },
  { name: 'size', in: 'fast', parts: ['build'], run: () => node('scripts/size-gate.mjs') },
  {
    name: 'browser tests of the main job and every screen',
    in: 'fast',
    parts: ['e2e'],
    counts: true,
    run: playwright('smoke', '--project=one', '--grep=@smoke'),
  },
  {
    // In one run, so that both workers have work until the end. Titles begin with the name of the site.
    name: 'all other browser tests, and those at the other sites',
    in: 'rest',
    parts: ['e2e'],
    counts: true,
    run: playwright('rest', '--grep-invert=^ *one .*@smoke'),
  },
  {
    name: 'the same app in WebKit and Firefox',
    in: 'rest',
    parts: ['browsers'],
    counts: true,
    run: vitest('--config=tests/browsers/vitest.config.ts'),
  },
];

/** Fails without a Chromium, because nothing would be tested. */
async function lookForChromium() {
  try {
    console.log(await findChromium());
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  }
}

/** Does not fail if Firefox or WebKit is missing, but reports it now and at the end. */
async function lookForBrowsers({ warn }) {
  try {
    const { chromium, firefox, webkit } = await provideBrowsers();
    console.log([chromium, firefox, webkit?.browser].filter(Boolean).join('\n'));
    if (!firefox) warn('Firefox was NOT tested. On Debian or Ubuntu: apt-get install firefox-esr');
    if (!webkit) warn('WebKit was NOT tested. On Debian or Ubuntu: apt-get install webkit2gtk-driver xvfb');
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  }
}

/** Does not fail if PostgreSQL is missing, but reports it now and at the end. */
function lookForPostgres(context) {
  const folder = providePostgres();
  context.hasPostgres = folder !== undefined;
  if (context.hasPostgres) console.log(folder);
  else context.warn('PostgreSQL was NOT tested. On Debian or Ubuntu: apt-get install postgresql');
  return true;
}

/** Does not fail if Poppler is missing, but reports it now and at the end. */
function lookForPoppler({ warn }) {
  const path = providePdfToText();
  if (path) console.log(path);
  else warn('What PDFs say was NOT tested. On Debian or Ubuntu: apt-get install poppler-utils');
  return true;
}

async function checkSideBySide({ report }) {
  // The type check and the linter need the declarations.
  spawnSync(process.execPath, ['scripts/css-types.mjs'], { stdio: 'inherit' });
  const checks = [
    ['types', 'tsc', '-b'],
    ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
    ['format', 'biome', 'check'],
    ['unused code', 'knip'],
  ];
  const results = await Promise.all(
    checks.map(async ([what, name, ...args]) => {
      const { ok, printed } = await quietBin(name, args);
      console.log(`${what} (${[name, ...args].join(' ')}): ${ok ? 'ok' : `FAILED\n${printed}`}`);
      return { what, ok };
    }),
  );
  const failed = results.filter(({ ok }) => !ok).map(({ what }) => what);
  writeFileSync(report, JSON.stringify({ passed: results.length - failed.length, failed }));
  return failed.length === 0;
}

/** Builds as `npm run build` does, but fails on a warning, which would be missed in the output of a build. */
function buildWithoutWarnings() {
  return [[], ['--config', 'config/vite.server.config.ts']].every((words) => {
    const build = spawnSync(join('node_modules', '.bin', 'vite'), ['build', '--logLevel', 'warn', ...words], {
      encoding: 'utf8',
    });
    const printed = `${build.stdout ?? ''}${build.stderr ?? ''}${build.error?.message ?? ''}`.trim();
    if (printed) console.error(`${printed}\n\nA build without problems prints nothing.`);
    return build.status === 0 && printed === '';
  });
}

function vitest(...options) {
  const reporters = ['--reporter=default', '--reporter=./scripts/test/vitest-reporter.mjs'];
  return ({ report }) => bin('vitest', ['run', ...reporters, ...options], { TEST_REPORT: report });
}

/** Each run has its own folder for traces, because Playwright empties it first. */
function playwright(name, ...options) {
  const output = `--output=test-results/browser/${name}`;
  const reporters = '--reporter=list,./scripts/test/playwright-reporter.mjs';
  return ({ report }) => bin('playwright', ['test', output, reporters, ...options], { TEST_REPORT: report });
}

function simulate(which) {
  return ({ report }) => bin('tsx', ['tests/simulation/simulate.ts', which, '--report', report]);
}
