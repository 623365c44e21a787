import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.ts';
import { FILE_BUGS } from './planted/files.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';
import type { Failure } from './worker.ts';
import { share, work } from './workers.ts';

/** Runs per batch. When one process finds something, the others finish the batch. */
const TOGETHER = 50;

/** For each bug, a seed that once caught it, so that even a rare bug is found on the first try. */
const CAUGHT_BY = JSON.parse(
  readFileSync(join(import.meta.dirname, 'planted/caught-by.json'), 'utf8'),
) as Readonly<Record<string, number>>;

/**
 * Plants the known bugs one at a time, and prints which program catches each. Without a seed, first tries the program
 * that caught the bug before. Returns true if all were caught.
 */
export async function huntBugs(options: {
  readonly runs: number;
  readonly seed: number | null;
  readonly commands: number;
  /** Every program takes photos, as all do for bugs about photos. */
  readonly photos: boolean;
  readonly only: string;
}): Promise<boolean> {
  const { runs, seed, commands } = options;
  const bugs = PLANTED_BUGS.filter(({ name }) => name.includes(options.only));
  const plain = await bundle('plain');
  let caught = 0;
  for (const bug of bugs) {
    const script = await bundle('bug', bug);
    const photos = options.photos || FILE_BUGS.includes(bug);
    const known = seed === null ? CAUGHT_BY[bug.name] : undefined;
    const found =
      (known !== undefined && (await hunt(script, plain, { runs: 1, seed: known, commands, photos }))) ||
      (await hunt(script, plain, { runs, seed: seed ?? 1, commands, photos }));
    if (found) caught += 1;
    const how = found
      ? `caught by ${found.invariant} after ${found.after} runs, seed ${found.seed}`
      : `NOT caught in ${runs} runs`;
    console.log(`${bug.name.padEnd(36)} ${how}`);
    if (found) console.log(`  ${found.message.slice(0, 160)}`);
  }
  console.log(`${caught} of ${bugs.length} planted bugs caught`);
  return caught === bugs.length;
}

/** Returns the first run that fails with the bug but not without it. */
async function hunt(
  script: string,
  plain: string,
  options: {
    readonly runs: number;
    readonly seed: number;
    readonly commands: number;
    readonly photos: boolean;
  },
): Promise<(Failure & { readonly after: number }) | null> {
  const { runs, seed, commands, photos } = options;
  for (let done = 0; done < runs; ) {
    const next = Math.min(TOGETHER, runs - done);
    const some = { runs: next, seed: seed + done, commands, photos, untilFailure: true, shrinkMs: 0 };
    const results = await work(script, share(some), () => {});
    const [first] = results.flatMap(({ failures }) => failures).sort((a, b) => a.seed - b.seed);
    done = first ? first.seed - seed + 1 : done + next;
    if (!first) continue;
    const one = { first: first.seed, step: 1, runs: 1, commands, photos, untilFailure: true, shrinkMs: 0 };
    const [without] = await work(plain, [one], () => {});
    if (without?.failures.length === 0) return { ...first, after: done };
  }
  return null;
}
