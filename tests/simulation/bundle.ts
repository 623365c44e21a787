import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import type { PlantedBug, Seam } from './planted/seam.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PLANTED = join(import.meta.dirname, 'planted-bugs.ts');
/** Modules of the app that are replaced with the simulated network and counters. */
const STAND_INS: ReadonlyMap<string, string> = new Map(
  [
    ['src/api/http-client.ts', 'simulated-client.ts'],
    ['src/outbox/sync-state.ts', 'states/counted-states.ts'],
    ['src/sync/files/range-size.ts', 'small-ranges.ts'],
  ].map(([real = '', ours = '']) => [join(ROOT, real), join(ROOT, 'tests/simulation', ours)]),
);

/** Bundles the simulation into one file, with a bug if one is passed. Returns the file's path. */
export async function bundle(name: string, bug: PlantedBug | null = null): Promise<string> {
  const outDir = join(ROOT, 'node_modules/.cache/simulation', name);
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [standIns(), ...(bug ? [plantedIn(bug)] : [])],
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

/** Makes modules export the bug instead of their own function. */
function plantedIn({ name, seams }: PlantedBug): Plugin {
  const left = new Set(seams);
  return {
    name: 'planted-bug',
    enforce: 'pre',
    transform(code, id) {
      const here = seams.filter(({ module }) => id === join(ROOT, module));
      for (const seam of here) left.delete(seam);
      return here.length === 0 ? null : here.reduce((changed, seam) => withSeam(changed, seam, name), code);
    },
    buildEnd() {
      const [missed] = left;
      if (missed)
        throw new Error(`'${name}' is planted in ${missed.module}, which is not part of the simulation.`);
    },
  };
}

/**
 * Replaces an export in a module's source with the bug, even for uses within the module.
 * @throws if the module has no such export
 */
export function withSeam(code: string, seam: Seam, bug: string): string {
  const { module, export: name } = seam;
  const declared = new RegExp(String.raw`^export ((?:async )?function|const|class) ${name}\b`, 'm');
  if (!declared.test(code))
    throw new Error(`'${bug}' is planted in ${name}, which ${module} does not export.`);
  const call = [bug, module, name].map((text) => JSON.stringify(text)).join(', ');
  return `import { planted as planted_${name} } from ${JSON.stringify(PLANTED)};
${code.replace(declared, `$1 original_${name}`)}
export const ${name} = planted_${name}(${call}, original_${name});
`;
}
