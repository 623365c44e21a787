import { diffIndices } from 'node-diff3';
import { LINES_MAX, linesOf } from './merge-text.ts';

/** A line that is in one of two texts alone. */
export interface ChangedLine {
  readonly change: 'removed' | 'added';
  readonly line: string;
}

/** The lines in which two texts differ, in their order; null where a text is too long to tell. */
export function changedLines(was: string, is: string): readonly ChangedLine[] | null {
  const [before, after] = [linesOf(was), linesOf(is)];
  if (Math.max(before.length, after.length) > LINES_MAX) return null;
  return diffIndices(before, after).flatMap(({ buffer1Content, buffer2Content }) => [
    ...buffer1Content.map((line) => ({ change: 'removed', line }) as const),
    ...buffer2Content.map((line) => ({ change: 'added', line }) as const),
  ]);
}
