import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const HASHED = /-[\w-]{8}\.(?:js|css)$/;
const INDEX_IN_WORKER =
  /\{"?revision"?:"[^"]*","?url"?:"index\.html"\}|\{"?url"?:"index\.html","?revision"?:"[^"]*"\}/;

/**
 * Replaces a build with a next release: every file has a new name, as if it had changed, and the old files are gone.
 * The new release has `html[data-build="newer"]`.
 */
export async function releaseNext(folder: string): Promise<void> {
  const assets = join(folder, 'assets');
  for (const place of [folder, assets])
    for (const name of await readdir(place)) if (/\.(?:br|gz)$/.test(name)) await rm(join(place, name));
  const names = (await readdir(assets)).filter((name) => HASHED.test(name));
  const renamed = (text: string): string =>
    names.reduce((done, name) => done.replaceAll(name, `next-${name}`), text);
  const texts = ['index.html', 'sw.js', ...names.map((name) => join('assets', name))];
  for (const name of texts) {
    const file = join(folder, name);
    await writeFile(file, renamed(await readFile(file, 'utf8')));
  }
  for (const name of names) await rename(join(assets, name), join(assets, `next-${name}`));
  await replaceIn(join(folder, 'index.html'), '<html', '<html data-build="newer"');
  await replaceIn(join(folder, 'sw.js'), INDEX_IN_WORKER, '{"revision":"newer","url":"index.html"}');
}

async function replaceIn(file: string, found: string | RegExp, by: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = text.replace(found, by);
  if (changed === text) throw new Error(`${file} has no ${String(found)}`);
  await writeFile(file, changed);
}
