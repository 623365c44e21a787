import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { CommandCount } from './program/photos.ts';
import type { Cells } from './states/coverage.ts';
import type { Failure, Job } from './worker.ts';

/** As many as a small machine has cores. */
export const PROCESSES = 2;

/** With a process on each core, none is left for the garbage collector's helper threads. */
const V8 = ['--max-semi-space-size=128', '--min-semi-space-size=64', '--single-threaded-gc'];

export interface WorkerResult {
  readonly runs: number;
  readonly failures: readonly Failure[];
  readonly commands: CommandCount;
  /** Counts of the state table's cells. */
  readonly cells: Cells;
  /** False if the process died before it reported everything. */
  readonly ended: boolean;
}

export function share(
  all: { readonly runs: number; readonly seed: number } & Omit<Job, 'first' | 'step' | 'runs'>,
  processes = PROCESSES,
): Job[] {
  const { runs, seed, ...job } = all;
  return Array.from({ length: processes }, (_, n) => ({
    ...job,
    first: seed + n,
    step: processes,
    runs: Math.ceil((runs - n) / processes),
  }));
}

/**
 * Runs every job in a separate process.
 * @param say gets the worker's other output, and each failure in words
 * @param failed called as soon as a failure is known
 */
export function work(
  script: string,
  jobs: readonly Job[],
  say: (line: string) => void,
  failed: (failure: Failure) => void = () => {},
): Promise<WorkerResult[]> {
  return Promise.all(jobs.map((job) => workOne(script, job, say, failed)));
}

async function workOne(
  script: string,
  job: Job,
  say: (line: string) => void,
  failed: (failure: Failure) => void,
): Promise<WorkerResult> {
  const child = spawn(process.execPath, [...V8, script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(job));
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const failures: Failure[] = [];
  let result: WorkerResult = { runs: 0, failures, commands: { all: 0, photos: 0 }, cells: {}, ended: false };
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('failure ')) {
      const failure = JSON.parse(line.slice('failure '.length)) as Failure;
      failures.push(failure);
      say(`seed ${failure.seed}: ${failure.message}\n  ${JSON.stringify(failure.program)}`);
      failed(failure);
      if (job.untilFailure) child.kill();
    } else if (line.startsWith('done ')) {
      const { runs, commands, cells } = JSON.parse(line.slice('done '.length)) as Omit<
        WorkerResult,
        'failures'
      >;
      result = { runs, failures, commands, cells, ended: true };
    } else say(line);
  }
  await ended;
  return result;
}
