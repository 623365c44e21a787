import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Failure, Job } from './worker.ts';

const PROCESSES = 2;

/** As many processes as cores have none to spare for the collector's helpers. */
const V8 = ['--max-semi-space-size=128', '--min-semi-space-size=64', '--single-threaded-gc'];

/** What a worker found. */
export interface WorkerResult {
  readonly runs: number;
  readonly failures: readonly Failure[];
  /** False where the process died before it had said all. */
  readonly ended: boolean;
}

/** The same work parted among as many processes as there are cores. */
export function share(
  all: { readonly runs: number; readonly seed: number } & Omit<Job, 'first' | 'step' | 'runs'>,
): Job[] {
  const { runs, seed, ...job } = all;
  return Array.from({ length: PROCESSES }, (_, n) => ({
    ...job,
    first: seed + n,
    step: PROCESSES,
    runs: Math.ceil((runs - n) / PROCESSES),
  }));
}

/**
 * Has every job done in a process of its own.
 * @param say called with what a worker prints beside its results, and with each failure in words
 */
export function work(
  script: string,
  jobs: readonly Job[],
  say: (line: string) => void,
): Promise<WorkerResult[]> {
  return Promise.all(jobs.map((job) => workOne(script, job, say)));
}

async function workOne(script: string, job: Job, say: (line: string) => void): Promise<WorkerResult> {
  const child = spawn(process.execPath, [...V8, script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(job));
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const failures: Failure[] = [];
  let result: WorkerResult = { runs: 0, failures, ended: false };
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('failure ')) {
      const failure = JSON.parse(line.slice('failure '.length)) as Failure;
      failures.push(failure);
      say(`seed ${failure.seed}: ${failure.message}\n  ${JSON.stringify(failure.program)}`);
      if (job.untilFailure) child.kill();
    } else if (line.startsWith('done ')) {
      const { runs } = JSON.parse(line.slice('done '.length)) as { readonly runs: number };
      result = { runs, failures, ended: true };
    } else say(line);
  }
  await ended;
  return result;
}
