import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { webManifest } from './config/web-manifest.ts';
import packageJson from './package.json' with { type: 'json' };
import { appVariables, BUILT_FOR } from './scripts/built-for.mjs';
import { socialTags } from './scripts/social-tags.mjs';
import { CHUNKS, preloadBase } from './scripts/vite/chunks.ts';
import { JSPDF, leanJsPdf } from './scripts/vite/lean-jspdf.ts';
import { precompress } from './scripts/vite/precompress.ts';

const ROUTER = fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url));

export default defineConfig(({ mode, command }) => ({
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      // src/app/pwa/service-worker.ts registers the worker, after the first screen is drawn.
      registerType: 'prompt',
      injectRegister: null,
      manifest: webManifest,
      injectManifest: {
        // The plugin adds the manifest and its icons itself; matched here as well, they would be listed twice.
        // The patterns must never match a .br or .gz, nor the landing page's pictures (.webp), which a signed-in user
        // does not need.
        globPatterns: ['**/*.{js,css,html,svg,ico,woff2,ttf}'],
        buildPlugins: { vite: [inOneFile()] },
      },
    }),
    {
      name: 'social-tags',
      transformIndexHtml: () => socialTags(loadEnv(mode, '.', 'VITE_')['VITE_PUBLIC_ORIGIN'] ?? ''),
    },
    noteVariables(),
    preloadBase(),
    precompress(),
  ],
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(packageJson.version) },
  build: {
    sourcemap: false,
    // Read by scripts/size-gate.mjs.
    manifest: true,
    // Safari before 17 lacks it: there Vite preloads the files of a part as scripts.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: CHUNKS } },
  },
  worker: { format: 'es', plugins: () => [leanJsPdf()], rolldownOptions: { output: laterFiles } },
  // The package exports only its development build: https://github.com/remix-run/react-router/issues/14102
  resolve: {
    alias: [JSPDF, ...(command === 'build' ? [{ find: /^react-router$/, replacement: ROUTER }] : [])],
  },
  // The server that `npm run dev` starts. Its certificate may not name 127.0.0.1.
  server: { proxy: { '/api': { target: apiOrigin(loadEnv(mode, '.', '')), secure: false } } },
  // The pages in bench/ are not part of the app.
  optimizeDeps: { entries: ['index.html'] },
}));

/** The service worker fetches these after the rest of the app (`src/sw.ts`). */
const laterFiles = {
  entryFileNames: ({ name }: { readonly name: string }) =>
    name === 'pdf.worker' ? 'assets/later/[name]-[hash].js' : 'assets/[name]-[hash].js',
  assetFileNames: ({ names }: { readonly names: readonly string[] }) =>
    names.some((name) => name.endsWith('.ttf'))
      ? 'assets/later/[name]-[hash][extname]'
      : 'assets/[name]-[hash][extname]',
};

function apiOrigin({ PORT, TLS_CERT_FILE }: Record<string, string>): string {
  return `${TLS_CERT_FILE ? 'https' : 'http'}://127.0.0.1:${PORT || 8080}`;
}

/** Records the variables of this build. scripts/start.mjs compares them. */
function noteVariables(): Plugin {
  return {
    name: 'note-variables',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: BUILT_FOR, source: JSON.stringify(appVariables()) });
    },
  };
}

/** Replaces an option of the PWA plugin that Rolldown warns of, and prints only warnings of its build. */
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
