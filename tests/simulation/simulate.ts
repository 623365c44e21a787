/** The simulation's command: see `npm run simulate -- --help`. */
import { readFileSync } from 'node:fs';
import { huntBugs } from './bug-hunt.ts';
import { bundle } from './bundle.ts';
import { runFresh } from './fresh-runs.ts';
import { runFreshGate, runGate } from './gate.ts';
import { HELP, type Options, readOptions, UsageError } from './options.ts';
import type { Program } from './program/program.ts';
import type { Job } from './worker.ts';
import { work } from './workers.ts';

main().then(
  (ok) => {
    process.exitCode = ok ? 0 : 1;
  },
  (error: unknown) => {
    console.error(error instanceof UsageError ? `${error.message}\n\n${HELP}` : error);
    process.exitCode = 1;
  },
);

async function main(): Promise<boolean> {
  const options: Options = readOptions(process.argv.slice(2));
  switch (options.do) {
    case 'help':
      console.log(HELP);
      return true;
    case 'bugs':
      return huntBugs(options);
    case 'gate':
      return runGate(options);
    case 'freshGate':
      return runFreshGate(options);
    case 'trace':
      return runOne({ first: options.seed, commands: options.commands, photos: options.photos });
    case 'program': {
      const program = JSON.parse(readFileSync(options.file, 'utf8')) as Program;
      return runOne({ first: program.seed, commands: program.commands.length, programs: [program] });
    }
    case 'fresh':
      return runFresh(options);
    default:
      return options satisfies never;
  }
}

async function runOne(which: Pick<Job, 'first' | 'commands' | 'photos' | 'programs'>): Promise<boolean> {
  const script = await bundle('plain');
  const [told] = await work(
    script,
    [{ ...which, step: 1, runs: 1, untilFailure: true, shrinkMs: 0, trace: true }],
    console.log,
  );
  return told?.failures.length === 0;
}
