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
  /** The URL that the server printed. */
  readonly url: string;
  stdout(): string;
  readonly child: ChildProcess;
  /** Resolves when the process has exited, by itself or because it was stopped. */
  readonly ended: Promise<Ended>;
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

type Program = 'main' | 'admin';
type Environment = Readonly<Record<string, string>>;

/** Copies a data folder with an empty database, because making one is slow. */
export async function preparedDataDir(): Promise<string> {
  const dataDir = await temporaryFolder();
  // The asynchronous `cp` takes twice the CPU time.
  cpSync(inject('emptyDataFolder'), dataDir, { recursive: true });
  return dataDir;
}

/**
 * Starts the server in its own process, on a free port. It is killed when the test ends. `through` is a command that
 * runs it, such as `unshare` for a container. It runs in the repository's folder, or in `cwd`.
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

/** Runs one of the server's programs until it exits. */
export function runToEnd(
  program: Program,
  words: readonly string[],
  options: {
    readonly env: Environment;
    readonly input?: string;
    readonly through?: readonly string[];
    /** The working folder. By default the repository's. */
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
