import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns when a path last changed, in ms since 1970. Counts both a folder and its content, so that a deleted file is
 * noticed. Skips missing paths.
 */
export async function newestChange(paths) {
  const times = await Promise.all(paths.map(changeOf));
  return Math.max(0, ...times);
}

async function changeOf(path) {
  const found = await statOf(path);
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const names = await readdir(path);
  return Math.max(found.mtimeMs, await newestChange(names.map((name) => join(path, name))));
}

export async function changedAt(path) {
  return (await statOf(path))?.mtimeMs;
}

async function statOf(path) {
  try {
    return await stat(path);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
