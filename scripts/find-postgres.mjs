import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, installPackages } from './apt.mjs';

/** Debian and Ubuntu keep the programs of each version here, and out of the PATH. */
const DEBIAN = '/usr/lib/postgresql';
const OLDEST = 15;

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
  if (!canInstall()) {
    log(`There is no PostgreSQL ${OLDEST} here. On Debian or Ubuntu: apt-get install postgresql`);
    return undefined;
  }
  log('No PostgreSQL found: installing it with apt-get (about 60 MB)');
  installPackages([['postgresql']], log);
  return findPostgres();
}
