import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** In a folder of its own, so that nothing else of bench/ finds another version of a package there than the app has. */
const FOLDER = 'bench/peers';

/** Installs what only measures, where it is not there yet: it is larger than everything else together. */
export async function install(aPackage: string): Promise<void> {
  if (existsSync(`${FOLDER}/node_modules/${aPackage}`)) return;
  console.log(`Installing ${aPackage} in ${FOLDER}`);
  const npm = spawn('npm', ['ci', '--prefix', FOLDER], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error(`npm ci --prefix ${FOLDER} failed`);
}

/** @throws where the app and its server have not been built */
export function mustBeBuilt(): void {
  for (const needed of ['dist/index.html', 'build/server/main.js'])
    if (!existsSync(needed)) throw new Error(`${needed} is missing: run \`npm run build\` first`);
}
