import { copyFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { cachedTemplate } from './server/db/pglite-template.ts';

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
      input: { main: 'server/main.ts', admin: 'server/admin.ts' },
      // All in one folder: modules find the files below beside themselves, by import.meta.url.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  plugins: [filesBesideTheBundle()],
});

/** What the server reads at run time: its migrations, and an empty database that makes the first start quick. */
function filesBesideTheBundle(): Plugin {
  return {
    name: 'files-beside-the-bundle',
    apply: 'build',
    async closeBundle() {
      await cp('server/db/migrations', join(OUT_DIR, 'migrations'), { recursive: true });
      const { path } = await cachedTemplate(CACHE_DIR);
      await copyFile(path, join(OUT_DIR, 'pglite-template.tar.gz'));
    },
  };
}
