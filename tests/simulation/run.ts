import { carryOut, signIn } from './carry-out.ts';
import { Violation } from './checks/violation.ts';
import { finish } from './finish.ts';
import { turns } from './machine/turns.ts';
import type { Program } from './program/program.ts';
import { World } from './world.ts';

export interface RunResult {
  /** The broken promise, or null. */
  readonly invariant: string | null;
  readonly message: string;
  /** Every event, if a trace was asked for. */
  readonly trace: readonly string[];
  readonly tasks: number;
  readonly checks: number;
  readonly virtualMs: number;
}

/** Runs a program to its end, or to the first broken promise. Must be called from a task, not from a promise. */
export function run(program: Program, tracing = false): RunResult {
  const world = new World(program, tracing);
  const start = world.time.now;
  let broken: Error | null = null;
  try {
    for (const device of world.devices) {
      signIn(world.openTab(device), 'ann');
      world.pass(5000);
    }
    for (const command of program.commands) carryOut(world, command);
    finish(world);
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
  }
  const tasks = turns.count;
  // End the late work of this run now, not within the next run.
  turns.afterTask = () => {};
  for (const tab of world.tabs) if (tab.alive) tab.die();
  turns.settle();
  return {
    invariant: broken instanceof Violation ? broken.invariant : broken && 'crash',
    message: broken instanceof Violation ? broken.message : (broken?.stack ?? ''),
    trace: world.trace,
    tasks,
    checks: world.checks,
    virtualMs: world.time.now - start,
  };
}
