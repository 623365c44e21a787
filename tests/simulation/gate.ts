import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.ts';
import type { Program } from './program/program.ts';
import type { Job } from './worker.ts';
import { share, work } from './workers.ts';

/** However slow the machine is, others wait for the gate. */
const FRESH_LIMIT_MS = 75_000;
const STORED = join(import.meta.dirname, 'stored');

/**
 * What must hold before a change is merged: programs that once failed, each by its name, then fresh ones. Unless a
 * seed is given, theirs come from the code that is simulated: other ones after every change of it, the same ones
 * wherever it is the same. Every run counts as one.
 */
export async function runGate(options: {
  readonly runs: number;
  readonly commands: number;
  /** Null for the code's. */
  readonly seed: number | null;
  readonly report: string | null;
}): Promise<boolean> {
  const { runs, commands, report } = options;
  const script = await bundle('gate');
  const seed = options.seed ?? seedOf(script);
  const stored = storedPrograms();
  const replays: Job[] = [
    {
      first: 0,
      step: 1,
      runs: stored.length,
      commands,
      untilFailure: false,
      shrinkMs: 0,
      programs: stored.map(({ program }) => program),
    },
  ];
  const twice = runs > 0 ? await sameTwice(script, seed, commands) : null;
  if (twice !== null)
    console.log(`${twice ? 'ok' : 'FAILED'} the same seed makes the same trace, byte for byte`);
  const replayed = await work(script, replays, console.log);
  const known = replayed.flatMap(({ failures }) => failures.map(({ program }) => program.seed));
  for (const { name, program } of stored)
    console.log(`${known.includes(program.seed) ? 'FAILED' : 'ok'} ${name}`);
  console.log(`Up to ${runs} fresh runs of ${commands} commands from seed ${seed}`);
  const fresh = await work(
    script,
    share({ runs, seed, commands, untilFailure: false, shrinkMs: 15_000, limitMs: FRESH_LIMIT_MS }),
    console.log,
  );
  const all = [...replayed, ...fresh];
  const broken = all.reduce((sum, { failures }) => sum + failures.length, 0);
  const failed = broken + (twice === false ? 1 : 0);
  const passed = all.reduce((sum, result) => sum + result.runs, twice ? 1 : 0) - broken;
  const ended = all.every((result) => result.ended);
  console.log(`simulation: ${passed} passed, ${failed} failed${ended ? '' : ', and a process died'}`);
  if (report !== null) writeFileSync(report, JSON.stringify({ passed, failed }));
  return ended && failed === 0 && passed > 0;
}

/** Whether a run tells the same twice: in a process of its own, and after another one in the same process. */
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

/** A seed out of all the code that is simulated, as it was bundled. */
function seedOf(script: string): number {
  return createHash('sha256').update(readFileSync(script)).digest().readUInt32BE() >>> 4;
}
