import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, loadEnv, type Plugin, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import packageJson from './package.json' with { type: 'json' };
import { appVariables, BUILT_FOR } from './scripts/built-for.mjs';
import { socialTags } from './scripts/social-tags.mjs';
import { webManifest } from './web-manifest.ts';

const OUT_DIR = 'dist';

export default defineConfig(async ({ command, mode }) => ({
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      // src/app/pwa/app-update.ts registers the worker, after the first screen is drawn.
      registerType: 'prompt',
      injectRegister: null,
      manifest: webManifest,
      injectManifest: {
        // The manifest and its icons are added by the plugin itself; matched here as well, they would be
        // listed twice. The patterns must never match a .br or .gz.
        globPatterns: ['**/*.{js,css,html,svg,ico,webp,woff2}'],
        buildPlugins: { vite: [inOneFile()] },
      },
    }),
    {
      name: 'social-tags',
      transformIndexHtml: () => socialTags(loadEnv(mode, '.', 'VITE_')['VITE_PUBLIC_ORIGIN'] ?? ''),
    },
    noteVariables(),
    preloadBase(),
    keepCompiled(),
    precompress(),
  ],
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(packageJson.version) },
  build: {
    outDir: OUT_DIR,
    sourcemap: false,
    // Read by scripts/size-gate.mjs.
    manifest: true,
    rolldownOptions: { output: { codeSplitting: command === 'build' ? await filesByPart() : true } },
  },
  // The pages in bench/ are none of the app's.
  optimizeDeps: { entries: ['index.html'] },
}));

/** What is loaded at the start, or beside the app. */
const APP = 'src/app/boot/start.tsx';
const SERVICES = 'src/app/boot/app-services.ts';
const ENTRY = 'src/main.tsx';
const BESIDE_THE_APP = [
  'src/app/boot/start-landing.tsx',
  'src/app/boot/start-login.tsx',
  'src/app/pwa/app-update.ts',
];

/** What the app shares with the pages of strangers: React, most of all. */
const BASE = 'base';

/** What is loaded when it is first needed, by what is needed together. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  list: ['src/crud/list/resource-list-screen.tsx'],
  'list-tools': ['src/crud/list/list-tools.tsx'],
  dashboard: ['src/features/dashboard/dashboard-screen.tsx'],
  form: ['src/crud/form/offering-form-dialog.tsx', 'src/features/drafts/draft-notice.tsx'],
  'job-forms': [
    'src/features/projects/project-form.tsx',
    'src/features/estimates/estimate-form.tsx',
    'src/features/work-orders/work-order-form.tsx',
  ],
  record: [
    'src/crud/record/record-screen.tsx',
    'src/features/customers/customer-facts.tsx',
    'src/features/projects/project-facts.tsx',
    'src/features/estimates/estimate-facts.tsx',
    'src/features/work-orders/work-order-facts.tsx',
    'src/features/customers/customer-paper.tsx',
    'src/features/projects/project-paper.tsx',
    'src/features/estimates/estimate-paper.tsx',
    'src/features/work-orders/work-order-paper.tsx',
  ],
  questions: [
    'src/crud/form/delete-confirm.tsx',
    'src/crud/paper/print-dialog.tsx',
    'src/app/account/log-out-dialog.tsx',
    'src/app/shell/about-dialog.tsx',
    'src/app/pwa/install-guide.tsx',
  ],
  account: ['src/app/account/account-menu.tsx', 'src/app/pwa/install-coach.tsx'],
  reports: [
    'src/features/reports/reports-screen.tsx',
    'src/features/reports/report-dialog.tsx',
    'src/features/reports/report-paper.tsx',
  ],
  settings: ['src/features/settings/settings-screen.tsx', 'src/features/settings/settings-dialog.tsx'],
  'sync-centre': [
    'src/features/sync-centre/sync-centre-screen.tsx',
    'src/features/sync-centre/finished-changes.tsx',
    'src/features/sync-centre/discard-confirm.tsx',
  ],
};

/** The parts that the app is opened with. They stand first. */
const FIRST: readonly string[] = ['list', 'dashboard'];

/** What is run before the first row of a list is there. */
const ON_THE_WAY: readonly string[] = [BASE, 'services', 'app', 'shared', 'list'];

/**
 * Names the file of each module: two for the app's start, of which the services open the account's database before the
 * other runs, two for what these share with the pages of strangers, one a part, and two for what parts share, with the
 * first ones or among the others. Cut up by who shares what with whom they would be twice as many, and each is a request
 * more before the device is ready to be offline, and the first row comes a fifth to two fifths later (B15). What is
 * really loaded only a build can tell: packages have an index of everything, and most of it is dropped.
 */
async function filesByPart() {
  const chunks = await chunksOf([APP, SERVICES, ENTRY, ...BESIDE_THE_APP, ...Object.values(PARTS).flat()]);
  const loaderOf = (entries: readonly string[]) => {
    const loaded = entries.map((entry) => modulesOf(chunks, entry));
    const loads = (id: string): boolean => loaded.some((modules) => modules.has(id));
    // Of style sheets a chunk tells nothing.
    return (id: string, context: Rolldown.ChunkingContext): boolean =>
      loads(id) || (id.endsWith('.css') && (context.getModuleInfo(id)?.importers.some(loads) ?? false));
  };
  const app = loaderOf([APP, SERVICES]);
  const services = loaderOf([SERVICES]);
  const entry = loaderOf([ENTRY]);
  const beside = loaderOf(BESIDE_THE_APP);
  const parts = Object.entries(PARTS).map(([name, entries]) => ({ name, loads: loaderOf(entries) }));
  const name = (id: string, context: Rolldown.ChunkingContext): string | null => {
    if (entry(id, context)) return null;
    if (services(id, context)) return beside(id, context) ? 'common' : 'services';
    if (beside(id, context)) return app(id, context) ? BASE : null;
    if (app(id, context)) return 'app';
    const [first, ...more] = parts.filter(({ loads }) => loads(id, context));
    if (!first || more.length === 0) return first?.name ?? null;
    return FIRST.includes(first.name) ? 'shared' : 'shared-rest';
  };
  return { includeDependenciesRecursively: false, groups: [{ debugName: 'by part', name }] };
}

async function chunksOf(entries: readonly string[]): Promise<Rolldown.OutputChunk[]> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, minify: false, rolldownOptions: { input: [...entries] } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  return outputs.flatMap((one) => ('output' in one ? one.output : [])).filter((one) => one.type === 'chunk');
}

/** Every module that an entry loads at once. */
function modulesOf(chunks: readonly Rolldown.OutputChunk[], entry: string): ReadonlySet<string> {
  const loaded = new Set(chunks.filter(({ facadeModuleId }) => facadeModuleId === resolve(entry)));
  for (const { imports } of loaded)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  return new Set([...loaded].flatMap(({ moduleIds }) => moduleIds));
}

function chunkCalled(name: string, bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === name);
  if (chunk?.type !== 'chunk') throw new Error(`No chunk is called '${name}'`);
  return chunk;
}

/** Notes which server the app is built for, and what else it was told: scripts/start.mjs compares. */
function noteVariables(): Plugin {
  return {
    name: 'note-variables',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: BUILT_FOR, source: JSON.stringify(appVariables()) });
    },
  };
}

/** Everybody needs the base: the browser asks for it with the first script and not only when that has run. */
function preloadBase(): Plugin {
  return {
    name: 'preload-base',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const base = chunkCalled(BASE, bundle);
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
        const entries = chunks.filter(({ isEntry }) => isEntry);
        const files = new Set([...entries, base].flatMap(({ fileName, imports }) => [fileName, ...imports]));
        return [...files].map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'script', crossorigin: true, href: `/${file}` },
          injectTo: 'head-prepend',
        }));
      },
    },
  };
}

/**
 * What Vite's helper does on an `import()`, and what it is to do. It runs a script at once and hands it over with its
 * style sheets: run only after them, a script that was there first would be one that Chromium warns of as not used.
 */
const PRELOADING: readonly (readonly [string, string])[] = [
  ["scriptRel = 'modulepreload'", "scriptRel = 'preload'"],
  [
    'return promise.then((res) => {',
    'const loading = baseModule();\nloading.catch(() => undefined);\nreturn promise.then((res) => {',
  ],
  ['return baseModule().catch(handlePreloadError)', 'return loading.catch(handlePreloadError)'],
];

/**
 * Lets Chromium keep what it has compiled of the scripts, as it does of all others: for a module that is loaded by
 * `modulepreload` or by `import` alone it compiles the text anew each time (MaybeCreateConsumeCodeCacheTask in its
 * script_streamer.cc). So modules are preloaded as scripts. It keeps what has been compiled when a script has run for the
 * first time: of what is on the way to the first row that is to be everything, which the first line of the file asks for
 * (https://v8.dev/blog/explicit-compile-hints). Without that line a start takes a tenth longer (B15).
 */
function keepCompiled(): Plugin {
  return {
    name: 'keep-compiled',
    apply: 'build',
    transform: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: (code) => {
        const changed = PRELOADING.reduce((text, [vites, own]) => {
          if (!text.includes(vites)) throw new Error('Vite preloads modules in another way now');
          return text.replace(vites, own);
        }, code);
        return { code: changed, map: null };
      },
    },
    generateBundle: {
      // After Vite has written a line of its own before the code.
      order: 'post',
      handler: (_, bundle) => {
        for (const name of ON_THE_WAY) {
          const chunk = chunkCalled(name, bundle);
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
        }
      },
    },
  };
}

/** The PWA plugin asks for one file in a way that Rolldown warns of. Its build says what is wrong, and no more. */
function inOneFile(): Plugin {
  return {
    name: 'in-one-file',
    config: ({ build: { rollupOptions } = {} }) => {
      const output = rollupOptions?.output;
      if (!output || Array.isArray(output) || !output.inlineDynamicImports)
        throw new Error('The PWA plugin builds the service worker in another way now');
      delete output.inlineDynamicImports;
      output.codeSplitting = false;
      return { logLevel: 'warn' };
    },
  };
}

/** Writes a .br and a .gz beside every text file of the finished build; the server sends those. */
function precompress(): Plugin {
  const text = /\.(js|css|html|svg|json|txt|webmanifest)$/;
  let outDir = OUT_DIR;
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    // What the command line says goes before what stands above.
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    closeBundle: {
      // After the PWA plugin has written sw.js in the same hook.
      sequential: true,
      order: 'post',
      async handler() {
        const files = await readdir(outDir, { recursive: true });
        await Promise.all(
          files.filter((name) => text.test(name)).map((name) => compress(join(outDir, name))),
        );
      },
    },
  };
}

async function compress(file: string): Promise<void> {
  const smallestWorthIt = 1024;
  const plain = await readFile(file);
  if (plain.length < smallestWorthIt) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain, { params }), promisify(gzip)(plain)]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
