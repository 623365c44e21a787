import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian and Ubuntu keep the programs of each version here, and out of the PATH. */
const DEBIAN = '/usr/lib/postgresql';
const OLDEST = 15;
const APT = '/usr/bin/apt-get';

/** The folder with initdb and postgres, of the newest PostgreSQL that is installed; undefined where there is none. */
export function findPostgres() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
  const debian = versions
    .filter((version) => version >= OLDEST)
    .sort((a, b) => b - a)
    .map((version) => join(DEBIAN, String(version), 'bin'));
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/** The same, installed first where that can be done without asking anybody; `log` hears why it could not. */
export function providePostgres(log = console.error) {
  const found = findPostgres();
  if (found) return found;
  if (process.getuid?.() !== 0 || !existsSync(APT)) {
    log(`There is no PostgreSQL ${OLDEST} here. On Debian or Ubuntu: apt-get install postgresql`);
    return undefined;
  }
  log('No PostgreSQL found: installing it with apt-get (about 60 MB)');
  const patience = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1'];
  const options = ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', ...patience];
  if (apt(log, 60, ['update', ...patience])) apt(log, 300, ['install', ...options, 'postgresql']);
  return findPostgres();
}

function apt(log, seconds, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stderr, error } = spawnSync(APT, args, {
    env,
    encoding: 'utf8',
    timeout: seconds * 1000,
  });
  if (status === 0) return true;
  log(`apt-get ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
  return false;
}
