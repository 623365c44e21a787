import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa';

const OUT_DIR = 'dist';

/** How the installed app presents itself. The files it names are in public/. */
const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Restoration CRM',
  short_name: 'Restoration',
  description:
    'Customers, projects, estimates and work orders of a damage-restoration business, with or without a connection.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#1976d2',
  background_color: '#ffffff',
  categories: ['business', 'productivity'],
  icons: [
    { src: '/pwa-192x192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/pwa-512x512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/maskable-icon-512x512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    {
      src: '/screenshots/wide.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'The list of customers on a computer',
    },
    {
      src: '/screenshots/narrow.png',
      sizes: '390x844',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'The list of customers on a phone',
    },
  ],
};

export default defineConfig({
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      // src/app/app-update.ts registers the worker, after the first screen is drawn.
      registerType: 'prompt',
      injectRegister: null,
      manifest: webManifest,
      injectManifest: {
        // The manifest and its icons are added by the plugin itself; matched here as well, they would be
        // listed twice. The patterns must never match a .br or .gz.
        globPatterns: ['**/*.{js,css,html,svg,ico,woff2}'],
      },
    }),
    precompress(),
  ],
  build: {
    outDir: OUT_DIR,
    sourcemap: false,
    // Read by scripts/size-gate.mjs.
    manifest: true,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});

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
