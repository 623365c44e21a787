import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** A separate folder, so that the rest of bench/ uses the app's versions of packages. */
const FOLDER = 'bench/peers';

/** Installs a package that only benches need, on first use. */
export async function install(aPackage: string): Promise<void> {
  if (existsSync(`${FOLDER}/node_modules/${aPackage}`)) return;
  console.log(`Installing ${aPackage} in ${FOLDER}`);
  const npm = spawn('npm', ['ci', '--prefix', FOLDER], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error(`npm ci --prefix ${FOLDER} failed`);
}

/** @throws if the app and its server are not built */
export function mustBeBuilt(): void {
  for (const needed of ['dist/index.html', 'build/server/main.js'])
    if (!existsSync(needed)) throw new Error(`${needed} is missing: run \`npm run build\` first`);
}
