import { randomInt } from 'node:crypto';
import { bundle } from './bundle.ts';
import { keepProgram } from './failed-programs.ts';
import { photoShare } from './program/photos.ts';
import { coverageLines, sumOf } from './states/coverage.ts';
import { fileCellLines } from './states/file-cells.ts';
import { PROCESSES, share, work } from './workers.ts';

/** More runs than fit into any time limit. */
const NO_END = 2 ** 24;

export interface FreshOptions {
  /** Null for as many as fit into `minutes`. */
  readonly runs: number | null;
  readonly minutes: number | null;
  /** Null for a random seed. */
  readonly seed: number | null;
  readonly commands: number;
  /** Every program takes photos. */
  readonly photos: boolean;
  /** How long to look for a shorter program that also fails, in s. */
  readonly shrink: number;
  readonly workers: number | null;
}

/** Runs fresh programs, and prints failures, speed and coverage. Returns true if nothing failed. */
export async function runFresh(options: FreshOptions): Promise<boolean> {
  const { commands, photos, minutes, workers } = options;
  const seed = options.seed ?? randomInt(2 ** 20, 2 ** 31);
  const script = await bundle('plain');
  console.log(`Fresh programs of ${commands} commands${photos ? ' and photos' : ''} from seed ${seed}`);
  const job = { seed, commands, photos, untilFailure: false, shrinkMs: options.shrink * 1000 };
  const limit = minutes === null ? {} : { limitMs: minutes * 60_000 };
  const jobs = share({ ...job, ...limit, runs: options.runs ?? NO_END }, workers ?? PROCESSES);
  const begun = performance.now();
  const results = await work(script, jobs, console.log, (failure) => {
    console.log(`  again: ${keepProgram(failure)}`);
  });
  const seconds = (performance.now() - begun) / 1000;
  const failures = results.flatMap((result) => result.failures);
  const runs = results.reduce((sum, result) => sum + result.runs, 0);
  const cells = sumOf(results.map((result) => result.cells));
  for (const line of [...coverageLines(cells), ...(photos ? fileCellLines(cells) : [])]) console.log(line);
  const counted = new Map<string, number>();
  for (const { invariant } of failures) counted.set(invariant, (counted.get(invariant) ?? 0) + 1);
  for (const [invariant, count] of counted) console.log(`${invariant}: ${count}`);
  if (photos) console.log(photoShare(results.map((result) => result.commands)));
  const speed = (runs / seconds).toFixed(1);
  const ended = results.every((result) => result.ended);
  if (!ended) console.log('A process died before it reported everything.');
  console.log(
    `${runs} runs from seed ${seed} in ${seconds.toFixed(1)} s, ${speed} a second, ${failures.length} violations`,
  );
  return ended && failures.length === 0 && runs > 0;
}
