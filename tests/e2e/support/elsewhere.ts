import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Translation } from './layer.ts';

/** Makes a server allow pages of one origin, as stock CORS settings do. */
export function allowing(origin: string): Translation {
  const allow = { 'access-control-allow-origin': origin, vary: 'origin' };
  return {
    answered: ({ method, headers }) =>
      method === 'OPTIONS' && headers.has('access-control-request-method')
        ? {
            ...allow,
            'access-control-allow-methods': 'DELETE, GET, OPTIONS, PATCH, POST, PUT',
            'access-control-allow-headers': 'authorization, content-type',
          }
        : null,
    toBrowser: ({ headers }) => {
      for (const [name, value] of Object.entries(allow)) headers.set(name, value);
    },
  };
}

/** Builds the app for an API on another origin, as the README says. */
export async function buildFor(apiOrigin: string, folder: string): Promise<void> {
  const words = ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir'];
  const env = { ...process.env, VITE_API_BASE_URL: apiOrigin };
  await promisify(execFile)(process.execPath, words, { env });
}
