import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { errorCode } from '../config/error-code.ts';

/** Only the build has this file. Without it, the first start creates its database from scratch. */
const SHIPPED = new URL('./pglite-template.tar.gz', import.meta.url);

/** Returns an empty database, which opens in 1 s; creating one takes 3 to 5 s. */
export async function shippedTemplate(): Promise<Blob | undefined> {
  return readTemplate(SHIPPED);
}

/** Fills a cache folder on first use. Several processes can do so at the same time. */
export async function cachedTemplate(cacheFolder: string): Promise<{ path: string; template: Blob }> {
  const path = join(cacheFolder, `pglite-${installedVersion()}.tar.gz`);
  const known = await readTemplate(path);
  if (known) return { path, template: known };

  const template = await makeTemplate();
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, Buffer.from(await template.arrayBuffer()));
  await rename(unfinished, path);
  return { path, template };
}

async function makeTemplate(): Promise<Blob> {
  const pglite = await PGlite.create();
  try {
    return await pglite.dumpDataDir('gzip');
  } finally {
    await pglite.close();
  }
}

async function readTemplate(path: string | URL): Promise<Blob | undefined> {
  try {
    return new Blob([await readFile(path)], { type: 'application/x-gzip' });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function installedVersion(): string {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const described: unknown = createRequire(main)('../package.json');
  return typeof described === 'object' && described && 'version' in described
    ? String(described.version)
    : 'unknown';
}
