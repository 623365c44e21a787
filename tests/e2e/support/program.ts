import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program of `scripts/` that a test started. */
export interface Program {
  /** Returns the output so far, including errors. */
  printed(): string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** Stops the program with SIGTERM. */
  stop(): Promise<void>;
}

/** Runs a script in `cwd`. `env` overrides the environment's variables. */
export function runProgram(
  script: string,
  env: NodeJS.ProcessEnv,
  { cwd = process.cwd(), words = [] }: { readonly cwd?: string; readonly words?: readonly string[] } = {},
): Program {
  const child: ChildProcess = spawn(process.execPath, [script, ...words], {
    cwd,
    // Without colors, because the output is compared.
    env: { ...process.env, DATABASE_URL: '', SEED: 'demo', FORCE_COLOR: '0', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    printed: () => printed,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
