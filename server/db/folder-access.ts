import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const OWNER_ALONE = 0o700;
const OTHERS = 0o077;

/**
 * Leaves a folder and all in it to its owner, as PostgreSQL does with its own: a database holds everybody's records
 * and password hashes, and the embedded one makes its files for all users to read and write. Looks no further where
 * the folder is closed already.
 */
export async function closeToOthers(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(folder);
  if ((mode & OTHERS) === 0) return;
  // The folder first: from then on nobody else reaches a file in it.
  await chmod(folder, OWNER_ALONE);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode: now } = await stat(path);
    await chmod(path, now & ~OTHERS & 0o777);
  }
}
