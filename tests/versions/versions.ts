/**
 * This version and one before it together: the app of each on the server of the other, in a real browser.
 *
 *   npm run build && npm run test:versions -- --before <commit>
 *
 * The version before is built once, in a folder of its own below the system's temporary one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Where the tests find the build of the version before. */
const FOLDER_VARIABLE = 'VERSION_BEFORE';
const BUILT = ['dist/index.html', 'build/server/main.js'];

const { values } = parseArgs({ options: { before: { type: 'string' } } });
if (!values.before) throw new Error('--before is missing: the commit of the version before, or its tag');
for (const path of BUILT)
  if (!existsSync(path)) throw new Error(`${path} is missing: run \`npm run build\` first`);

const commit = run('git', ['rev-parse', '--verify', `${values.before}^{commit}`]).trim();
const folder = join(tmpdir(), `restoration-version-${commit.slice(0, 12)}`);
if (!BUILT.every((path) => existsSync(join(folder, path)))) await buildIn(folder);
console.log(`The version before is ${commit.slice(0, 12)}, built in ${folder}`);
const { status } = spawnSync(
  resolve('node_modules/.bin/playwright'),
  ['test', '--config', 'tests/versions/playwright.config.ts'],
  { stdio: 'inherit', env: { ...process.env, [FOLDER_VARIABLE]: folder } },
);
process.exitCode = status ?? 1;

async function buildIn(place: string): Promise<void> {
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  const archive = join(place, 'source.tar');
  run('git', ['archive', '--format=tar', `--output=${archive}`, commit]);
  run('tar', ['-xf', archive, '-C', place]);
  await rm(archive);
  const lock = 'package-lock.json';
  if ((await readFile(lock, 'utf8')) === (await readFile(join(place, lock), 'utf8')))
    await symlink(resolve('node_modules'), join(place, 'node_modules'));
  else run('npm', ['ci', '--no-audit', '--no-fund'], place);
  run('npm', ['run', 'build'], place);
}

function run(command: string, words: readonly string[], cwd?: string): string {
  const done = spawnSync(command, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(cwd !== undefined && { cwd }),
  });
  if (done.status !== 0)
    throw new Error(`${command} ${words.join(' ')} failed: ${done.error?.message ?? done.stdout}`);
  return done.stdout;
}
