import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const OWNER_ALONE = 0o700;
const OTHERS = 0o077;

export async function makeClosedFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: OWNER_ALONE });
}

/**
 * Makes a database folder, and the kept or unfinished databases beside it, accessible only to their owner. They
 * contain password hashes, and the embedded database creates files that every user can read and write.
 */
export async function closeWithThoseBeside(folder: string): Promise<void> {
  const parent = dirname(folder);
  const name = basename(folder);
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    const isDatabase = entry.name === name || entry.name.startsWith(`${name}.`);
    if (isDatabase && entry.isDirectory()) await closeToOthers(join(parent, entry.name));
  }
}

async function closeToOthers(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(folder);
  if ((mode & OTHERS) === 0) return;
  // The folder goes first: after that, nobody else can reach its files.
  await chmod(folder, OWNER_ALONE);
  await closeFiles(folder);
}

export async function closeFiles(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode: now } = await stat(path);
    await chmod(path, now & ~OTHERS & 0o777);
  }
}
