import { parseArgs } from 'node:util';

const DEFAULTS = { runs: 2000, seed: 1, commands: 80, shrink: 20 } as const;

export const HELP = `Runs the app's own sync engine with simulated tabs, networks and servers, through programs generated from seeds.

  npm run simulate -- --minutes 10        as many fresh programs as fit, from a new seed, which is printed
  npm run simulate -- --runs 500          this many fresh programs, from seed ${DEFAULTS.seed} or --seed N
  npm run simulate -- --trace 17          runs seed 17, and prints what happens
  npm run simulate -- --program FILE      runs the program in a file, and prints what happens
  npm run simulate -- --bugs              plants each known bug, and prints which program finds it: one that found it
                                          before or, from --seed N on, a fresh one
  npm run simulate -- --gate              runs the stored programs, and runs one seed twice, which must give the same
  npm run simulate -- --fresh-gate        runs fresh programs for at most 75 seconds, from --seed N or a seed computed
                                          from the code

  --seed N       the first seed
  --commands N   the length of each program (${DEFAULTS.commands})
  --shrink N     seconds to look for a shorter program that also fails (${DEFAULTS.shrink})
  --workers N    processes, for --minutes and --runs
  --photos       every fresh program takes photos, not one in eight
  --only TEXT    with --bugs: only bugs with TEXT in their names
  --report FILE  with --gate or --fresh-gate: a file for the numbers of passes and failures, and what failed

A run with --minutes or --runs keeps programs that failed in tests/simulation/failed, and prints the command that runs
each again. A stored program is repeated with --program tests/simulation/stored/NAME.json, another failed seed with
--trace SEED and the same --commands and --photos.`;

/** Options of the command. A number is null if leaving it out has a meaning of its own. */
export type Options =
  | { readonly do: 'help' }
  | {
      readonly do: 'fresh';
      readonly photos: boolean;
      readonly runs: number | null;
      readonly minutes: number | null;
      readonly seed: number | null;
      readonly commands: number;
      readonly shrink: number;
      readonly workers: number | null;
    }
  | { readonly do: 'trace'; readonly seed: number; readonly commands: number; readonly photos: boolean }
  | { readonly do: 'program'; readonly file: string }
  | {
      readonly do: 'bugs';
      readonly photos: boolean;
      readonly runs: number;
      /** Null to begin with the seeds that caught a bug before. */
      readonly seed: number | null;
      readonly commands: number;
      readonly only: string;
    }
  | { readonly do: 'gate'; readonly commands: number; readonly report: string | null }
  | {
      readonly do: 'freshGate';
      readonly photos: boolean;
      readonly runs: number;
      readonly seed: number | null;
      readonly commands: number;
      readonly report: string | null;
    };

/** Thrown when the command is used wrongly. `message` explains the mistake. */
export class UsageError extends Error {}

export function readOptions(args: readonly string[]): Options {
  const values = parse(args);
  const numberOf = (name: string, text: string | undefined): number | null => {
    const number = Number(text);
    if (text === '' || number < 0 || (text !== undefined && !Number.isFinite(number)))
      throw new UsageError(`--${name} takes a number, not '${text}'.`);
    return text === undefined ? null : number;
  };
  const runs = numberOf('runs', values.runs);
  const seed = numberOf('seed', values.seed);
  const commands = numberOf('commands', values.commands) ?? DEFAULTS.commands;
  const minutes = numberOf('minutes', values.minutes);
  const shrink = numberOf('shrink', values.shrink) ?? DEFAULTS.shrink;
  const workers = numberOf('workers', values.workers);
  const trace = numberOf('trace', values.trace);
  const known = { runs: runs ?? DEFAULTS.runs, seed: seed ?? DEFAULTS.seed, commands, photos: values.photos };
  if (values.help) return { do: 'help' };
  if (values.bugs) return { do: 'bugs', ...known, seed, only: values.only ?? '' };
  const report = values.report ?? null;
  if (values.gate) return { do: 'gate', commands, report };
  if (values['fresh-gate']) return { do: 'freshGate', ...known, seed, report };
  if (values.program !== undefined) return { do: 'program', file: values.program };
  if (trace !== null) return { do: 'trace', seed: trace, commands, photos: values.photos };
  const fresh = { do: 'fresh', commands, photos: values.photos, minutes, shrink, workers } as const;
  return minutes === null ? { ...fresh, ...known } : { ...fresh, runs, seed };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        minutes: { type: 'string' },
        runs: { type: 'string' },
        seed: { type: 'string' },
        commands: { type: 'string' },
        shrink: { type: 'string' },
        workers: { type: 'string' },
        photos: { type: 'boolean', default: false },
        bugs: { type: 'boolean', default: false },
        only: { type: 'string' },
        trace: { type: 'string' },
        program: { type: 'string' },
        gate: { type: 'boolean', default: false },
        'fresh-gate': { type: 'boolean', default: false },
        report: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
