import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { openDataFolder } from '../../../server/db/data-folder.ts';
import { CACHE, databaseTemplate } from './database-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the server's shipped programs: main.js and admin.js. */
    serverBundle: string;
    /** A data folder with an empty database, to copy. */
    emptyDataFolder: string;
  }
}

/**
 * Bundles the server once for all tests that start it as a process, because starting it from source takes seconds. Also
 * makes a data folder once, which takes even longer.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(CACHE, { recursive: true });
  // Inside the project, so that the bundle finds the packages that it imports.
  const folder = await mkdtemp(join(CACHE, 'server-'));
  await build({ configFile: 'config/vite.server.config.ts', logLevel: 'warn', build: { outDir: folder } });
  project.provide('serverBundle', folder);
  const emptyDataFolder = await mkdtemp(join(tmpdir(), 'crm-empty-'));
  await (await openDataFolder({ dataDir: emptyDataFolder, template: await databaseTemplate() })).close();
  project.provide('emptyDataFolder', emptyDataFolder);
  return async () => {
    for (const made of [folder, emptyDataFolder]) await rm(made, { recursive: true, force: true });
  };
}
