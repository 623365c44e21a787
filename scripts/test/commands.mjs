import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Runs a program from node_modules/.bin in this terminal. Resolves with true if it exits with 0. */
export function bin(name, args, env = {}) {
  return ended(
    spawn(join('node_modules', '.bin', name), args, { stdio: 'inherit', env: { ...process.env, ...env } }),
  );
}

/** Runs Node in this terminal. Resolves with true if it exits with 0. */
export function node(...args) {
  return ended(spawn(process.execPath, args, { stdio: 'inherit' }));
}

/** Runs a program from node_modules/.bin and returns its output, so that several programs can run side by side. */
export async function quietBin(name, args) {
  const child = spawn(join('node_modules', '.bin', name), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  const ok = await ended(child);
  return { ok, printed: printed.trim() };
}

function ended(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${child.spawnfile} cannot be started: ${error.message}`);
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
}
