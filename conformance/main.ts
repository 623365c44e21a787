/** Checks any server against what the app relies on. docs/your-own-server.md explains it. */
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Machine } from './client.ts';
import { checkServer } from './conformance.ts';
import { type Options, readOptions, USAGE, UsageError } from './options.ts';

/** One Ctrl-C may arrive several times: from the terminal, npm and tsx. */
const SAME_PRESS_MS = 1000;

const machine: Machine = {
  fetch: (input, init) => fetch(input, init),
  now: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
  random: () => Math.random(),
};

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}\n`);
  process.exitCode = 2;
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === null) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const { report, exitCode } = await checkServer(options, await passwordOf(options), {
    machine,
    today: Date.now(),
    stop: stopSignal(),
    tell: (theme) => process.stderr.write(`${theme} …\n`),
  });
  process.stdout.write(`${report}\n`);
  return exitCode;
}

async function passwordOf({ password }: Options): Promise<string> {
  const given = password ?? (await text(process.stdin)).replace(/\r?\n$/, '');
  if (given === '') throw new UsageError('There is no password on standard input.');
  return given;
}

/** The first Ctrl-C ends the checks and removes their records; the second exits. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  let pressedAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) {
        if (performance.now() - pressedAt > SAME_PRESS_MS) process.exit(1);
        return;
      }
      pressedAt = performance.now();
      process.stderr.write(
        'Stopping, and removing what was created. Press Ctrl-C again to leave it there.\n',
      );
      controller.abort();
    });
  }
  return controller.signal;
}
