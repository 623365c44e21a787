import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

/** Inside the project, where the bundle finds the packages that it imports. */
const CACHE = 'node_modules/.cache/restoration-crm';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the server as it ships: main.js and admin.js. */
    serverBundle: string;
  }
}

/** Bundles the server once for all tests that start it as a process: from its sources a start takes seconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'server-'));
  await build({ configFile: 'vite.server.config.ts', logLevel: 'warn', build: { outDir: folder } });
  project.provide('serverBundle', folder);
  return () => rm(folder, { recursive: true, force: true });
}
