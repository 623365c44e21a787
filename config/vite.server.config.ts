import { copyFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { copyServerPackages, EXTERNAL } from '../scripts/vite/server-packages.ts';
import { cachedTemplate } from '../server/db/pglite-template.ts';

const OUT_DIR = 'build/server';
const CACHE_DIR = 'node_modules/.cache/restoration-crm';

export default defineConfig({
  // The app's public files are no business of the server's bundle.
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: OUT_DIR,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        admin: 'server/admin.ts',
        'pglite-worker': 'server/db/pglite-worker.ts',
      },
      // All in one folder: modules find the files below beside themselves, by import.meta.url.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  // pg-native is a package that pg can do without.
  ssr: { noExternal: true, external: [...EXTERNAL, 'pg-native'] },
  plugins: [filesBesideTheBundle(), copyServerPackages()],
});

/** What the server reads at run time: its migrations, and an empty database that makes the first start quick. */
function filesBesideTheBundle(): Plugin {
  let outDir = OUT_DIR;
  return {
    name: 'files-beside-the-bundle',
    apply: 'build',
    // What a caller says goes before what stands above.
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    async closeBundle() {
      await cp('server/db/migrations', join(outDir, 'migrations'), { recursive: true });
      const { path } = await cachedTemplate(CACHE_DIR);
      await copyFile(path, join(outDir, 'pglite-template.tar.gz'));
    },
  };
}
