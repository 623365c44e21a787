import { copyFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { copyServerPackages, EXTERNAL } from '../scripts/vite/server-packages.ts';
import { cachedTemplate } from '../server/db/pglite-template.ts';

const OUT_DIR = 'build/server';
const CACHE_DIR = 'node_modules/.cache/restoration-crm';

export default defineConfig({
  // `public/` belongs to the app.
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
      // With import.meta.url, modules find the files that the plugins below put beside them.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  // pg works without pg-native.
  ssr: { noExternal: true, external: [...EXTERNAL, 'pg-native'] },
  plugins: [filesBesideTheBundle(), copyServerPackages()],
});

/** Copies the migrations, and an empty database that makes the first start quick. */
function filesBesideTheBundle(): Plugin {
  let outDir = OUT_DIR;
  return {
    name: 'files-beside-the-bundle',
    apply: 'build',
    // A caller's outDir overrides the one above.
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
