/**
 * Runs programs in a separate process. Reads one job as JSON, and prints one line of JSON for each failed run and one
 * at the end.
 */
import { readFileSync } from 'node:fs';
import { soon } from './machine/globals.ts';
import { generate } from './program/generate.ts';
import { isAboutPhotos } from './program/photos.ts';
import type { Program } from './program/program.ts';
import { run } from './run.ts';
import { shrink } from './shrink.ts';
import { cellsMet } from './states/counter.ts';

export interface Job {
  /** Runs seeds from `first` on, in steps of `step`. */
  readonly first: number;
  readonly step: number;
  readonly runs: number;
  readonly commands: number;
  /** Every fresh program takes photos. */
  readonly photos?: boolean;
  readonly untilFailure: boolean;
  /** How long to look for the shortest program that also fails, in ms. */
  readonly shrinkMs: number;
  /** In ms, after which no further run begins. */
  readonly limitMs?: number;
  /** Replaces fresh programs. */
  readonly programs?: readonly Program[];
  readonly trace?: boolean;
}

export interface Failure {
  readonly seed: number;
  readonly invariant: string;
  readonly message: string;
  /** Number of runs of this worker until the failure. */
  readonly runs: number;
  readonly program: Program;
}

// Promises of a dead tab's code may reject.
process.on('unhandledRejection', () => {});
process.setMaxListeners(0);
process.removeAllListeners('warning');
// Dexie warns of databases closed or deleted under it, which is done on purpose here.
console.warn = () => {};

// Creating the stacks of errors that the app expects took a twentieth of the time.
Error.stackTraceLimit = 0;

/** If the parent process has ended, the results have no reader. */
const parent = process.ppid;
const job = JSON.parse(readFileSync(0, 'utf8')) as Job;
soon(work);

function work(): void {
  const begun = performance.now();
  let failures = 0;
  let tasks = 0;
  const commands = { all: 0, photos: 0 };
  let virtualMs = 0;
  const programs = job.programs ?? [];
  const count = job.programs ? programs.length : job.runs;
  const limit = job.limitMs ?? Number.POSITIVE_INFINITY;
  let n = 0;
  for (; n < count; n += 1) {
    if (performance.now() - begun > limit || process.ppid !== parent) break;
    const seed = job.first + n * job.step;
    const program = programs[n] ?? generate(seed, job.commands, job.photos);
    const result = run(program, job.trace === true);
    commands.all += program.commands.length;
    commands.photos += program.commands.filter(isAboutPhotos).length;
    if (job.trace === true) console.log(`# seed ${program.seed}`);
    if (job.trace === true) for (const line of result.trace) console.log(line);
    tasks += result.tasks;
    virtualMs += result.virtualMs;
    if (result.invariant === null) continue;
    failures += 1;
    const { invariant, message } = result;
    const short = job.shrinkMs > 0 ? shrink(program, invariant, job.shrinkMs) : program;
    const failure: Failure = { seed: program.seed, invariant, message, runs: n + 1, program: short };
    console.log(`failure ${JSON.stringify(failure)}`);
    if (job.untilFailure) {
      n += 1;
      break;
    }
  }
  const ms = performance.now() - begun;
  const cpuMs = process.cpuUsage().user / 1000;
  console.log(
    `done ${JSON.stringify({ runs: n, failures, commands, tasks, virtualMs, ms, cpuMs, cells: cellsMet() })}`,
  );
}
