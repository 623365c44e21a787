import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { SHORT_LIVED } from '../test/short-lived.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServerProcess {
  /** The address that it printed. */
  readonly url: string;
  /** What it has printed so far. */
  stdout(): string;
  readonly child: ChildProcess;
  /** When it has ended, by itself or stopped. */
  readonly ended: Promise<Ended>;
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

type Program = 'main' | 'admin';
type Environment = Readonly<Record<string, string>>;

/** A data folder with an empty database, so that no test pays for making one. */
export async function preparedDataDir(): Promise<string> {
  const dataDir = await temporaryFolder();
  // The asynchronous one takes twice the CPU time.
  cpSync(inject('emptyDataFolder'), dataDir, { recursive: true });
  return dataDir;
}

/**
 * Starts the server in a process of its own, on a free port. It ends with the test that started it. `through` are the
 * words of a command that runs it: `unshare` makes a container. It runs in the folder of the repository, or in `cwd`.
 */
export async function startServer(
  env: Environment,
  through: readonly string[] = [],
  cwd?: string,
): Promise<ServerProcess> {
  const program = launch('main', [], {
    env: { PORT: '0', ...env },
    through,
    ...(cwd !== undefined && { cwd }),
  });
  const url = await new Promise<string>((resolve, reject) => {
    program.child.stdout?.on('data', () => {
      const ready = /^Restoration CRM is ready: (\S+)$/m.exec(program.output().stdout);
      if (ready?.[1]) resolve(ready[1]);
    });
    void program.ended.then(({ stderr }) => reject(new Error(`The server ended: ${stderr}`)));
  });
  return {
    url,
    child: program.child,
    ended: program.ended,
    stdout: () => program.output().stdout,
    stop(signal = 'SIGTERM') {
      program.child.kill(signal);
      return program.ended;
    },
  };
}

/** Runs a program of the server to its end. */
export function runToEnd(
  program: Program,
  words: readonly string[],
  options: {
    readonly env: Environment;
    readonly input?: string;
    readonly through?: readonly string[];
    /** Where it runs; the folder of the repository otherwise. */
    readonly cwd?: string;
  },
): Promise<Ended> {
  const { child, ended } = launch(program, words, options);
  child.stdin.end(options.input ?? '');
  return ended;
}

function launch(
  program: Program,
  words: readonly string[],
  {
    env,
    through = [],
    cwd,
  }: { readonly env: Environment; readonly through?: readonly string[]; readonly cwd?: string },
) {
  const script = resolve(inject('serverBundle'), `${program}.js`);
  const own = [process.execPath, ...SHORT_LIVED, script, ...words];
  const [command = '', ...rest] = [...through, ...own];
  const child = spawn(command, rest, {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    if (child.exitCode === null) child.kill('SIGKILL');
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended, output: () => ({ stdout, stderr }) };
}
