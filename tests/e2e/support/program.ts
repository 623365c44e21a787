import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program of `scripts/` that a test has started. */
export interface Program {
  /** What it has printed so far, errors as well. */
  printed(): string;
  /** Its exit code, once it has ended by itself. */
  readonly ended: Promise<number | null>;
  /** Ends it as Ctrl-C does elsewhere. */
  stop(): Promise<void>;
}

/** Runs a script of a project's folder, with these variables over those of the environment. */
export function runProgram(
  script: string,
  env: NodeJS.ProcessEnv,
  { cwd = process.cwd(), words = [] }: { readonly cwd?: string; readonly words?: readonly string[] } = {},
): Program {
  const child: ChildProcess = spawn(process.execPath, [script, ...words], {
    cwd,
    // As in a file: what it prints is compared.
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
