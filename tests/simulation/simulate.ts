/**
 * The simulation's command: fresh programs from seeds, in two processes.
 *
 *   npm run simulate -- --runs 2000 --seed 1 --commands 80
 *   npm run simulate -- --bugs            plants every known bug and counts how soon each is found
 *   npm run simulate -- --trace 17        tells what happens in the run of seed 17
 *   npm run simulate -- --gate            stored programs, then fresh ones: of this code where no seed is given
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { huntBugs } from './bug-hunt.ts';
import { bundle } from './bundle.ts';
import { runGate } from './gate.ts';
import type { Program } from './program/program.ts';
import { share, work } from './workers.ts';

const DEFAULTS = { runs: '2000', seed: '1', commands: '80', shrink: '20' } as const;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: DEFAULTS.runs },
    seed: { type: 'string' },
    commands: { type: 'string', default: DEFAULTS.commands },
    /** Seconds to look for a shorter program that fails as well. */
    shrink: { type: 'string', default: DEFAULTS.shrink },
    bugs: { type: 'boolean', default: false },
    /** With --bugs: those with this in their name alone. */
    only: { type: 'string' },
    trace: { type: 'string' },
    /** Runs the program in this file, and tells what happens. */
    program: { type: 'string' },
    gate: { type: 'boolean', default: false },
    /** With --gate: where to write how many passed and failed. */
    report: { type: 'string' },
  },
});

const options = {
  runs: Number(values.runs),
  seed: Number(values.seed ?? DEFAULTS.seed),
  commands: Number(values.commands),
};

main().then(
  (ok) => {
    process.exitCode = ok ? 0 : 1;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);

async function main(): Promise<boolean> {
  if (values.bugs) return huntBugs({ ...options, only: values.only ?? '' });
  if (values.gate) {
    const seed = values.seed === undefined ? null : Number(values.seed);
    return runGate({ ...options, seed, report: values.report ?? null });
  }
  const script = await bundle('plain');
  if (values.trace !== undefined || values.program !== undefined) {
    const job = { first: Number(values.trace), step: 1, runs: 1, commands: options.commands };
    const given = values.program === undefined ? {} : { programs: [readProgram(values.program)] };
    const one = { ...job, untilFailure: true, shrinkMs: 0, trace: true, ...given };
    const [told] = await work(script, [one], console.log);
    return told?.failures.length === 0;
  }
  const jobs = share({ ...options, untilFailure: false, shrinkMs: Number(values.shrink) * 1000 });
  const begun = performance.now();
  const results = await work(script, jobs, console.log);
  const failures = results.flatMap((result) => result.failures);
  const runs = results.reduce((sum, result) => sum + result.runs, 0);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const counted = new Map<string, number>();
  for (const { invariant } of failures) counted.set(invariant, (counted.get(invariant) ?? 0) + 1);
  for (const [invariant, count] of counted) console.log(`${invariant}: ${count}`);
  console.log(`${runs} runs from seed ${options.seed} in ${seconds} s, ${failures.length} violations`);
  return failures.length === 0 && runs > 0;
}

function readProgram(file: string): Program {
  return JSON.parse(readFileSync(file, 'utf8')) as Program;
}
