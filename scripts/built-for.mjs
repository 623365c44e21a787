import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// Not by name: on a Node.js without it, start.mjs still has to say which one is needed.
import util from 'node:util';

/** Where a build says what it was made for, below its folder. */
export const BUILT_FOR = '.vite/built-for.json';

/** The files that Vite reads for a build, each of which goes before those above it. */
const ENV_FILES = ['.env', '.env.local', '.env.production', '.env.production.local'];

/** The variables that a build of the app in this folder takes in now; blank ones count as not set. */
export function appVariables() {
  const files = ENV_FILES.map((name) => util.parseEnv(readIfThere(name) ?? ''));
  const all = Object.assign({}, ...files, process.env);
  const names = Object.keys(all).filter((name) => name.startsWith('VITE_') && all[name].trim() !== '');
  return Object.fromEntries(names.sort((a, b) => (a < b ? -1 : 1)).map((name) => [name, all[name]]));
}

/** The variables that the app in a folder was built with; undefined where it does not say. */
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
