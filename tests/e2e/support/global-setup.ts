import { existsSync } from 'node:fs';
import { Companion } from './companion.ts';

/** Where the fixtures find the data folder that every test starts with a copy of. */
export const TEMPLATE_VARIABLE = 'E2E_TEMPLATE_DIR';

/** Makes the demo data once: a first start takes seconds, a start on a copy a fraction of one. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  for (const needed of ['dist/index.html', 'build/server/main.js'])
    if (!existsSync(needed)) throw new Error(`${needed} is missing: run \`npm run build\` first`);
  const template = await Companion.create({ env: { SEED: 'demo' } });
  await template.stop();
  process.env[TEMPLATE_VARIABLE] = template.dataDir;
  return () => template.remove();
}
