import { bundle } from './bundle.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { share, work } from './workers.ts';

/** Plants every known bug, one at a time, and prints how soon each is found. True when all were. */
export async function huntBugs(options: {
  readonly runs: number;
  readonly seed: number;
  readonly commands: number;
  readonly only: string;
}): Promise<boolean> {
  const bugs = PLANTED_BUGS.filter(({ name }) => name.includes(options.only));
  let caught = 0;
  for (const bug of bugs) {
    const script = await bundle('bug', bug);
    const { runs, seed, commands } = options;
    const jobs = share({ runs, seed, commands, untilFailure: true, shrinkMs: 0 });
    const results = await work(script, jobs, () => {});
    const found = results.flatMap(({ failures }) => failures).sort((a, b) => a.runs - b.runs)[0];
    if (found) caught += 1;
    const how = found ? `caught by ${found.invariant} after ${found.runs} runs` : `NOT caught in ${runs} runs`;
    console.log(`${bug.name.padEnd(36)} ${how}`);
    if (found) console.log(`  ${found.message.slice(0, 160)}`);
  }
  console.log(`${caught} of ${bugs.length} planted bugs caught`);
  return caught === bugs.length;
}
