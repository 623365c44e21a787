import { spawn } from 'node:child_process';

// `npm run test:load -- npm test` runs a command alongside two busy loops, as on a busy machine. The loops exit when
// this process does.

const LOOPS = 2;
const LOOP = `const parent = process.ppid; for (;;) if (process.ppid !== parent) process.exit();`;

const [name, ...args] = process.argv.slice(2);
if (name === undefined) {
  console.error('Which command? npm run test:load -- npm test');
  process.exit(1);
}
const loops = Array.from({ length: LOOPS }, () => spawn(process.execPath, ['-e', LOOP]));
console.log(`Busy loops: ${loops.map(({ pid }) => pid).join(', ')}`);
const command = spawn(name, args, { stdio: 'inherit' });
command.once('error', (error) => stop(error.message, 1));
command.once('close', (code) => stop(null, code ?? 1));

function stop(message, code) {
  if (message) console.error(message);
  for (const loop of loops) loop.kill();
  process.exitCode = code;
}
