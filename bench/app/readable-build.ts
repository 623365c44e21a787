import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/** A folder with the app as it is shipped, but for names: a profile of it can be read. */
export async function buildReadable(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crm-bench-app-'));
  await build({ logLevel: 'error', build: { outDir: folder, emptyOutDir: true, minify: false } });
  // Nothing that takes its time is done at an exit.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
