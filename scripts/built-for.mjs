import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// Not a named import of `parseEnv`: on a Node.js without that function, start.mjs must still print which version is
// needed.
import util from 'node:util';

/** The file in a build's folder that records the variables with which it was built. */
export const BUILT_FOR = '.vite/built-for.json';

/** The files that Vite reads for a build. Later ones override earlier ones. */
const ENV_FILES = ['.env', '.env.local', '.env.production', '.env.production.local'];

/** Returns the variables that a build in this folder would use. Blank variables count as not set. */
export function appVariables() {
  const files = ENV_FILES.map((name) => util.parseEnv(readIfThere(name) ?? ''));
  const all = Object.assign({}, ...files, process.env);
  const names = Object.keys(all).filter((name) => name.startsWith('VITE_') && all[name].trim() !== '');
  return Object.fromEntries(names.sort((a, b) => (a < b ? -1 : 1)).map((name) => [name, all[name]]));
}

/** Returns the variables with which a build was made, or undefined if the build does not record them. */
export function builtFor(folder) {
  try {
    const noted = JSON.parse(readIfThere(join(folder, BUILT_FOR)) ?? 'null');
    return noted && typeof noted === 'object' ? noted : undefined;
  } catch {
    return undefined;
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
