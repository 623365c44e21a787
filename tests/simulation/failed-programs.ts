import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Failure } from './worker.ts';

/** Programs that failed here, each with the broken promise. Ignored by git. */
const FAILED = join(import.meta.dirname, 'failed');

/** Stores a program that failed. Returns the command that runs it again with a trace. */
export function keepProgram({ seed, invariant, program }: Failure): string {
  mkdirSync(FAILED, { recursive: true });
  const file = join(FAILED, `${invariant}-${seed}.json`);
  writeFileSync(file, `${JSON.stringify(program, null, 1)}\n`);
  return `npm run simulate -- --program ${relative(process.cwd(), file)}`;
}
