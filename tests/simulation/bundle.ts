import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import type { PlantedBug } from './planted-bugs.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CLIENT = join(ROOT, 'src/api/http-client.ts');
const SIMULATED = join(ROOT, 'tests/simulation/simulated-client.ts');

/** Bundles the simulation into one file, with a bug in it where one is given. Answers the file's path. */
export async function bundle(name: string, bug: PlantedBug | null = null): Promise<string> {
  const outDir = join(ROOT, 'node_modules/.cache/simulation', name);
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [simulatedClient(), ...(bug ? [planted(bug)] : [])],
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

/** What the app takes for its HTTP client is the simulated network. */
function simulatedClient(): Plugin {
  return {
    name: 'simulated-client',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!source.endsWith('http-client.ts') || !importer?.startsWith(join(ROOT, 'src/'))) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found?.id === CLIENT ? SIMULATED : null;
    },
  };
}

/** Changes one place of the source, which must be there exactly once. */
function planted({ name, file, find, replace }: PlantedBug): Plugin {
  let met = false;
  return {
    name: 'planted-bug',
    enforce: 'pre',
    transform(code, id) {
      if (id !== join(ROOT, file)) return null;
      met = true;
      const places = code.split(find).length - 1;
      if (places !== 1) throw new Error(`'${name}' fits ${places} places of ${file}: mend the planted bug.`);
      return code.replace(find, () => replace);
    },
    buildEnd() {
      if (!met) throw new Error(`'${name}' is planted in ${file}, which is not part of the simulation.`);
    },
  };
}
