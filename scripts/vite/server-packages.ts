import { cp, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';

/** Packages that have native code, or read files of their own at run time. All others are bundled. */
export const EXTERNAL = ['@electric-sql/pglite', '@fastify/swagger-ui', '@node-rs/argon2'];

const manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

/**
 * Copies the packages that are not bundled, with their dependencies, beside the bundle, so that the build runs without
 * node_modules.
 */
export function copyServerPackages(): Plugin {
  let outDir = '';
  return {
    name: 'copy-server-packages',
    apply: 'build',
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    async closeBundle() {
      const found = new Set<string>();
      for (const name of EXTERNAL) await collect(name, '.', found);
      for (const folder of found) {
        const isOwn = (path: string): boolean => !path.slice(folder.length).includes('node_modules');
        await cp(folder, join(outDir, folder), { recursive: true, filter: isOwn });
      }
    },
  };
}

/** Adds the folder of a package, as `from` resolves it, and the folders of its dependencies. */
async function collect(name: string, from: string, found: Set<string>): Promise<void> {
  const folder = join(from, 'node_modules', name);
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
  if (text === null) {
    // A package for another platform is not installed.
    if (resolve(from) !== resolve('.')) await collect(name, dirname(from), found);
    return;
  }
  if (found.has(folder)) return;
  found.add(folder);
  const { dependencies, optionalDependencies } = manifest.parse(JSON.parse(text));
  for (const next of Object.keys({ ...dependencies, ...optionalDependencies }))
    await collect(next, folder, found);
}
