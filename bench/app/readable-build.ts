import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/** Builds the app with readable names, for profiles. Returns the build's folder. */
export async function buildReadable(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crm-bench-app-'));
  await build({ logLevel: 'error', build: { outDir: folder, emptyOutDir: true, minify: false } });
  // Exit handlers must be synchronous.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
