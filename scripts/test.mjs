import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { providePostgres } from './find-postgres.mjs';
import { provideBrowsers } from './provide-browsers.mjs';

// Everything that must hold before a change is merged. `npm test` runs it all, `npm test -- unit` one part. `npm test --
// variants` runs what does the same again in another size, look or place.

const reports = mkdtempSync(join(tmpdir(), 'restoration-test-'));
const vitestReport = join(reports, 'vitest.json');
const chromiumReport = join(reports, 'chromium.json');
const simulationReport = join(reports, 'simulation.json');
const undisturbedReport = join(reports, 'undisturbed.json');
const variantsReport = join(reports, 'variants.json');
const sitesReport = join(reports, 'sites.json');
const enginesReport = join(reports, 'engines.json');
/** The tag of tests that the app's own short waits would fail on a busy machine. */
const UNDISTURBED = '@undisturbed';
/** The tag of tests that do again what another test does, in another size, look or place. */
const VARIANT = '@variant';
const ENGINES_CONFIG = 'tests/browsers/vitest.config.ts';
const [part] = process.argv.slice(2);

const STEPS = [
  // First, so that a machine without a browser says so at once and not after minutes.
  { name: 'browsers', parts: ['e2e', 'browsers', 'variants'], run: lookForBrowsers },
  { name: 'postgresql', parts: ['unit', 'e2e', 'variants'], run: lookForPostgres },
  { name: 'types', parts: ['checks'], run: () => bin('tsc', '-b') },
  { name: 'lint', parts: ['checks'], run: () => bin('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'format', parts: ['checks'], run: () => bin('biome', 'check') },
  { name: 'unused code', parts: ['checks'], run: () => bin('knip') },
  {
    name: 'unit, component and server tests',
    parts: ['unit'],
    run: () => runVitest(vitestReport),
    count: () => countVitest(vitestReport),
  },
  { name: 'coverage', parts: ['unit'], run: () => command('npm', 'run', 'coverage') },
  {
    // Each run, and each stored program, counts as one test. The seeds come from the code: others after each change.
    name: 'simulated programs',
    parts: ['simulation'],
    run: () => bin('tsx', 'tests/simulation/simulate.ts', '--gate', '--report', simulationReport),
    count: () => JSON.parse(readFileSync(simulationReport, 'utf8')),
  },
  { name: 'build', parts: ['build', 'e2e', 'browsers', 'variants'], run: buildWithoutWarnings },
  { name: 'size', parts: ['build'], run: () => command(process.execPath, 'scripts/size-gate.mjs') },
  {
    name: 'browser tests',
    parts: ['e2e'],
    run: () => runPlaywright(chromiumReport, '--grep-invert', `${UNDISTURBED}|${VARIANT}`),
    count: () => countPlaywright(chromiumReport),
  },
  {
    // A dialog waits for an answer for 2.5 s: these need the machine for themselves.
    name: 'browser tests, one by one',
    parts: ['e2e'],
    run: () => runPlaywright(undisturbedReport, '--grep', UNDISTURBED, '--workers=1'),
    count: () => countPlaywright(undisturbedReport),
  },
  {
    name: 'variants of browser tests',
    parts: ['variants'],
    onlyAsked: true,
    run: () => runPlaywright(variantsReport, '--grep', VARIANT),
    count: () => countPlaywright(variantsReport),
  },
  {
    name: 'every kind of record at the other sites',
    parts: ['variants'],
    onlyAsked: true,
    run: () => {
      process.env.EVERY_SITE = '1';
      return runPlaywright(sitesReport, '--project=two-origins', '--project=two-servers', 'kinds.spec.ts');
    },
    count: () => countPlaywright(sitesReport),
  },
  {
    name: 'the same app in WebKit and Firefox',
    parts: ['e2e', 'browsers'],
    run: () => runVitest(enginesReport, '--config', ENGINES_CONFIG),
    count: () => countVitest(enginesReport),
  },
  {
    name: 'the same app in WebKit, Firefox and Chromium, in every size',
    parts: ['variants'],
    onlyAsked: true,
    run: () => {
      process.env.EVERY_ENGINE_AND_SIZE = '1';
      return runVitest(enginesReport, '--config', ENGINES_CONFIG);
    },
    count: () => countVitest(enginesReport),
  },
];

const total = { passed: 0, failed: 0 };
/** What was left out, for the end, where it is read. */
const warnings = [];
try {
  await runAll();
} finally {
  rmSync(reports, { recursive: true, force: true });
  for (const warning of warnings) console.warn(`\n!! ${warning}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
}

async function runAll() {
  const steps = STEPS.filter(({ parts, onlyAsked }) =>
    part === undefined ? !onlyAsked : parts.includes(part),
  );
  if (steps.length === 0) {
    console.error(
      `There is no part '${part}'. Parts: ${[...new Set(STEPS.flatMap(({ parts }) => parts))].join(', ')}`,
    );
    total.failed += 1;
  }
  for (const step of steps) {
    console.log(`\n== ${step.name}`);
    const start = performance.now();
    const ok = await step.run();
    const { passed, failed } = step.count ? countOf(step) : { passed: 0, failed: 0 };
    total.passed += passed;
    // A step can fail without a failed test: an unhandled error, a setup that did not come up.
    total.failed += ok ? failed : Math.max(failed, 1);
    console.log(
      `== ${step.name}: ${ok ? 'ok' : 'FAILED'} in ${((performance.now() - start) / 1000).toFixed(1)} s`,
    );
    if (total.failed > 0) break;
  }
  const expectsTests = steps.some(({ count }) => count);
  if (total.failed > 0 || (expectsTests && total.passed === 0)) process.exitCode = 1;
}

/** Without a Chromium nothing is proved. The others may not be had here: that fails nothing, but it is said twice. */
async function lookForBrowsers() {
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

/** A machine may have none, and no way to get one: that fails nothing, but it is said twice. */
function lookForPostgres() {
  const folder = providePostgres();
  if (folder === undefined) {
    warn(
      'PostgreSQL was NOT tested: the server was tried on its embedded database alone, and never two on one database.',
    );
  } else {
    console.log(folder);
  }
  return true;
}

/** As `npm run build`, but that a warning fails it: among all that a build prints nobody would see one. */
function buildWithoutWarnings() {
  return [[], ['--config', 'vite.server.config.ts']].every((words) => {
    const build = spawnSync(join('node_modules', '.bin', 'vite'), ['build', '--logLevel', 'warn', ...words], {
      encoding: 'utf8',
    });
    const printed = `${build.stdout ?? ''}${build.stderr ?? ''}${build.error?.message ?? ''}`.trim();
    if (printed) console.error(`${printed}\n\nA build that has nothing to say prints nothing.`);
    return build.status === 0 && printed === '';
  });
}

function warn(text) {
  warnings.push(text);
  console.warn(`!! ${text}`);
}

function runVitest(report, ...options) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return bin('vitest', 'run', ...reporters, ...options);
}

function runPlaywright(report, ...options) {
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
  return bin('playwright', 'test', '--reporter=list,json', ...options);
}

function countOf({ name, count }) {
  try {
    return count();
  } catch (error) {
    console.error(`The report of the ${name} cannot be read: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
}

function countVitest(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  // A file that cannot be loaded has no test that could fail.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}

function countPlaywright(report) {
  const { stats } = JSON.parse(readFileSync(report, 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

function bin(name, ...args) {
  return command(join('node_modules', '.bin', name), ...args);
}

function command(name, ...args) {
  const { status, error } = spawnSync(name, args, { stdio: 'inherit' });
  if (error) console.error(`${name} cannot be started: ${error.message}`);
  return status === 0;
}
