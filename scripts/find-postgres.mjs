import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, installPackages } from './apt.mjs';

/** Debian and Ubuntu keep each version's programs here, not in the PATH. */
const DEBIAN = '/usr/lib/postgresql';
const OLDEST = 15;

/** Returns the folder of the newest installed version, with the programs initdb and postgres. */
export function findPostgres() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
  const debian = versions
    .filter((version) => version >= OLDEST)
    .sort((a, b) => b - a)
    .map((version) => join(DEBIAN, String(version), 'bin'));
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/**
 * Returns the same folder. If it is missing, first installs PostgreSQL if that needs no password. Calls `log` with the
 * reason for a failure.
 */
export function providePostgres(log = console.error) {
  const found = findPostgres();
  if (found) return found;
  if (!canInstall()) {
    log(`There is no PostgreSQL ${OLDEST} here. On Debian or Ubuntu: apt-get install postgresql`);
    return undefined;
  }
  log('No PostgreSQL found: installing it with apt-get (about 60 MB)');
  installPackages([['postgresql']], log);
  return findPostgres();
}
