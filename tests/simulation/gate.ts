import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.ts';
import type { Program } from './program/program.ts';
import { PROCESSES, share, type WorkerResult, work } from './workers.ts';

/** In ms, on any machine, because people wait for the gate. */
const FRESH_LIMIT_MS = 75_000;
const STORED = join(import.meta.dirname, 'stored');
const SAME_TWICE = 'the same seed gives the same trace, byte for byte';

/** Path of the report; null for none. */
interface Reported {
  readonly report: string | null;
}

/** Runs before each commit: programs that once failed, and a check that a run gives the same result twice. */
export async function runGate(options: Reported & { readonly commands: number }): Promise<boolean> {
  const { commands, report } = options;
  const script = await bundle('gate');
  const twice = await sameTwice(script, seedOf(script), commands);
  console.log(`${twice ? 'ok' : 'FAILED'} ${SAME_TWICE}`);
  const stored = storedPrograms();
  const jobs = shareOut(stored).map((programs) => ({
    first: 0,
    step: 1,
    runs: programs.length,
    commands,
    untilFailure: false,
    shrinkMs: 0,
    programs: programs.map(({ program }) => program),
  }));
  const results = await work(script, jobs, console.log);
  const broken = results.flatMap(({ failures }) => failures.map(({ program }) => program.seed));
  const failed = stored.filter(({ program }) => broken.includes(program.seed)).map(({ name }) => name);
  for (const { name } of stored) console.log(`${failed.includes(name) ? 'FAILED' : 'ok'} ${name}`);
  const runs = results.reduce((sum, result) => sum + result.runs, 1);
  return tell({ runs, failures: [...(twice ? [] : [SAME_TWICE]), ...failed], results, report });
}

/**
 * Runs before a merge: as many fresh programs as fit. The seed is computed from the code, so that each change tries
 * other programs, and the same code repeats them.
 */
export async function runFreshGate(
  options: Reported & {
    readonly runs: number;
    readonly commands: number;
    readonly photos: boolean;
    /** Null for the seed from the code. */
    readonly seed: number | null;
  },
): Promise<boolean> {
  const { runs, commands, photos, report } = options;
  const script = await bundle('gate');
  const seed = options.seed ?? seedOf(script);
  console.log(
    `Up to ${runs} fresh runs of ${commands} commands${photos ? ' and photos' : ''} from seed ${seed}`,
  );
  const job = {
    runs,
    seed,
    commands,
    photos,
    untilFailure: false,
    shrinkMs: 15_000,
    limitMs: FRESH_LIMIT_MS,
  };
  const results = await work(script, share(job), console.log);
  const failures = results.flatMap((result) =>
    result.failures.map((failure) => `seed ${failure.seed}: ${failure.message}`),
  );
  return tell({ runs: results.reduce((sum, result) => sum + result.runs, 0), failures, results, report });
}

/** Prints the results. Returns true if everything ran and nothing failed. */
function tell(
  all: Reported & {
    readonly runs: number;
    readonly failures: readonly string[];
    readonly results: readonly WorkerResult[];
  },
): boolean {
  const failures = all.results.every((result) => result.ended)
    ? all.failures
    : [...all.failures, 'a process died before it reported everything'];
  const passed = all.runs - all.failures.length;
  console.log(`simulation: ${passed} passed, ${failures.length} failed`);
  if (all.report !== null) writeFileSync(all.report, JSON.stringify({ passed, failed: failures }));
  return failures.length === 0 && passed > 0;
}

function shareOut(stored: ReturnType<typeof storedPrograms>): (typeof stored)[] {
  return Array.from({ length: PROCESSES }, (_, n) => stored.filter((_one, at) => at % PROCESSES === n));
}

/** Returns true if a run gives the same result alone in a process and after another run. */
async function sameTwice(script: string, seed: number, commands: number): Promise<boolean> {
  const job = { first: seed, step: 1, runs: 1, commands, untilFailure: false, shrinkMs: 0, trace: true };
  const traces: string[] = [];
  await Promise.all(
    [job, { ...job, first: seed - 1, runs: 2 }].map(async (one, n) => {
      const lines: string[] = [];
      await work(script, [one], (line) => lines.push(line));
      const begun = lines.lastIndexOf(`# seed ${seed}`);
      traces[n] = lines.slice(begun).join('\n');
    }),
  );
  return traces[0] === traces[1] && (traces[0] ?? '').length > 0;
}

function storedPrograms(): { readonly name: string; readonly program: Program }[] {
  const files = readdirSync(STORED).filter((name) => name.endsWith('.json'));
  return files.sort().map((name) => ({
    name: name.replace('.json', ''),
    program: JSON.parse(readFileSync(join(STORED, name), 'utf8')) as Program,
  }));
}

function seedOf(script: string): number {
  return createHash('sha256').update(readFileSync(script)).digest().readUInt32BE() >>> 4;
}
