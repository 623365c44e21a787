import { cachedTemplate } from '../../../server/db/pglite-template.ts';

/** Kept over runs. The build uses the same one. */
export const CACHE = 'node_modules/.cache/restoration-crm';

/** What makes a data folder in a second instead of five. */
export async function databaseTemplate(): Promise<Blob> {
  return (await cachedTemplate(CACHE)).template;
}
