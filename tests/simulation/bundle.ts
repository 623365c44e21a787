import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import type { PlantedBug } from './planted-bugs.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Modules of the app, and what stands in for each: the simulated network, and counters. */
const STAND_INS: ReadonlyMap<string, string> = new Map(
  [
    ['src/api/http-client.ts', 'simulated-client.ts'],
    ['src/outbox/sync-state.ts', 'states/counted-states.ts'],
    ['src/db/outbox.ts', 'states/counted-outbox.ts'],
  ].map(([real = '', ours = '']) => [join(ROOT, real), join(ROOT, 'tests/simulation', ours)]),
);

/** Bundles the simulation into one file, with a bug in it where one is given. Answers the file's path. */
export async function bundle(name: string, bug: PlantedBug | null = null): Promise<string> {
  const outDir = join(ROOT, 'node_modules/.cache/simulation', name);
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [standIns(), ...(bug ? [planted(bug)] : [])],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      minify: false,
      rollupOptions: {
        input: { worker: 'tests/simulation/worker.ts' },
        output: { entryFileNames: '[name].mjs', codeSplitting: false },
      },
    },
  });
  return join(outDir, 'worker.mjs');
}

/** What the app takes for these modules of its own. */
function standIns(): Plugin {
  return {
    name: 'stand-ins',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!importer?.startsWith(join(ROOT, 'src/'))) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return STAND_INS.get(found?.id ?? '') ?? null;
    },
  };
}

/** Changes places of the source, each of which must be there exactly once. */
function planted({ name, changes }: PlantedBug): Plugin {
  const left = new Set(changes);
  return {
    name: 'planted-bug',
    enforce: 'pre',
    transform(code, id) {
      let changed = code;
      for (const change of changes) {
        if (id !== join(ROOT, change.file)) continue;
        left.delete(change);
        const places = changed.split(change.find).length - 1;
        if (places !== 1) {
          throw new Error(`'${name}' fits ${places} places of ${change.file}: mend the planted bug.`);
        }
        changed = changed.replace(change.find, () => change.replace);
      }
      return changed === code ? null : changed;
    },
    buildEnd() {
      const [missed] = left;
      if (missed)
        throw new Error(`'${name}' is planted in ${missed.file}, which is not part of the simulation.`);
    },
  };
}
