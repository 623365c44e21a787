import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appVariables, builtFor } from './built-for.mjs';
import { changedAt, newestChange } from './newest-change.mjs';

const NEEDED = [20, 19];
const VITE = 'node_modules/vite/bin/vite.js';
const SHARED = ['config', 'tsconfig.json', 'package.json', 'package-lock.json'];
const BUILDS = [
  {
    name: 'the app',
    result: 'dist/index.html',
    sources: ['src', 'public', 'index.html', 'vite.config.ts', 'scripts/vite', ...SHARED],
    args: [],
    stale: builtForOther,
  },
  {
    name: 'the server',
    result: 'build/server/main.js',
    sources: ['server', 'src/domain', 'src/words', 'scripts/vite', ...SHARED],
    args: ['--config', 'config/vite.server.config.ts'],
    stale: () => null,
  },
];

checkNodeVersion();
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
for (const build of BUILDS) await bringUpToDate(build);
// Runs in this process, so that the server itself gets the signals, the environment and the output.
await import('../build/server/main.js');

function checkNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  fail(
    `Restoration CRM needs Node.js ${NEEDED.join('.')} or later, and this is ${process.versions.node}. ` +
      'Install a newer one from https://nodejs.org and start again.',
  );
}

async function bringUpToDate({ name, result, sources, args, stale }) {
  const built = await changedAt(result);
  const why = built === undefined ? null : stale();
  if (built !== undefined && why === null && built >= (await newestChange(sources))) return;
  if (!existsSync(VITE)) {
    if (built === undefined) fail(`${result} is missing and cannot be built: run "npm ci" first.`);
    // An installation without build tools runs the existing build.
    if (why !== null) process.stderr.write(`${why} It cannot be built again: run "npm ci" first.\n`);
    return;
  }
  process.stdout.write(`${why === null ? '' : `${why}\n`}Building ${name}\n`);
  const { status, signal } = spawnSync(process.execPath, [VITE, 'build', '--logLevel', 'warn', ...args], {
    stdio: 'inherit',
  });
  if (signal) process.exit(1);
  if (status !== 0) fail(`Building ${name} failed; the reason is above.`);
}

/** Returns why a build does not fit the current settings, or null if it fits. */
function builtForOther() {
  const [built, wanted] = [builtFor('dist'), appVariables()];
  if (!built) return 'The built app does not say which server it is for.';
  if (JSON.stringify(built) === JSON.stringify(wanted)) return null;
  const [was, now] = [built, wanted].map(({ VITE_API_BASE_URL }) => VITE_API_BASE_URL);
  if (was === now) return 'The app was built with other settings (VITE_…).';
  const [talksTo, says] = [was ?? 'the server that serves it', now ? `is ${now}` : 'is not set'];
  return `The built app talks to ${talksTo}; VITE_API_BASE_URL ${says} now.`;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
