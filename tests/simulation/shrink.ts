import type { Command, Program } from './program/program.ts';
import { run } from './run.ts';
import { STOCK } from './server/features.ts';

/** Returns the shortest program found within `forMs` of real time that breaks the same promise. */
export function shrink(program: Program, invariant: string, forMs: number): Program {
  const until = performance.now() + forMs;
  const fails = (candidate: Program): boolean =>
    performance.now() < until && run(candidate).invariant === invariant;
  let best = program;
  for (;;) {
    const before = best;
    best = withFewerCommands(best, fails);
    best = withPlainServer(best, fails);
    if (best === before || performance.now() >= until) return best;
  }
}

/** Delta debugging: removes ever smaller parts. */
function withFewerCommands(program: Program, fails: (candidate: Program) => boolean): Program {
  let best = program;
  for (let size = Math.ceil(best.commands.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.commands.length; ) {
      const commands: readonly Command[] = best.commands.filter((_, at) => at < from || at >= from + size);
      const candidate = { ...best, commands };
      if (fails(candidate)) best = candidate;
      else from += size;
    }
  }
  return best;
}

/** Resets every option of the server that the failure does not need. */
function withPlainServer(program: Program, fails: (candidate: Program) => boolean): Program {
  let best = program;
  const tries: Program[] = [
    { ...program, devices: 1 },
    { ...program, rows: 0 },
  ];
  for (const { devices, rows } of tries) {
    const candidate = { ...best, devices, rows };
    if ((devices !== best.devices || rows !== best.rows) && fails(candidate)) best = candidate;
  }
  for (const name of Object.keys(STOCK) as (keyof typeof STOCK)[]) {
    if (JSON.stringify(best.server[name]) === JSON.stringify(STOCK[name])) continue;
    const candidate = { ...best, server: { ...best.server, [name]: STOCK[name] } };
    if (fails(candidate)) best = candidate;
  }
  return best;
}
