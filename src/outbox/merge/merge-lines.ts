import { diff3MergeRegions, diffIndices } from 'node-diff3';

/** Longer texts are not compared line by line: that would keep a phone busy. */
export const LINES_MAX = 2000;

/** Returns the lines of a text, without line ends at its end: servers cut them off. */
export function linesOf(text: string): string[] {
  const whole = text.trimEnd();
  return whole === '' ? [] : whole.split(/\r?\n/);
}

/** Lines before both changes, with mine, and with theirs. */
export interface LineSides {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/** The lines of both sides in one place. */
export type Clash = Pick<LineSides, 'mine' | 'theirs'>;

/**
 * Merges two people's changes of free text. Of what both inserted at one place, equal lines stay once and theirs come first.
 * Lines that hold mine already stay.
 * @param settle returns the lines to keep where both changed the same ones; null to leave that to a person
 */
export function mergeLines(
  { base, mine, theirs }: LineSides,
  settle: (clash: Clash) => readonly string[] | null,
): readonly string[] | null {
  if (isWithin(base, mine) && isWithin(mine, theirs)) return theirs;
  const merged: string[] = [];
  for (const region of diff3MergeRegions([...mine], [...base], [...theirs])) {
    if (region.stable) {
      merged.push(...region.bufferContent);
      continue;
    }
    const clash = { mine: region.aContent, theirs: region.bContent };
    const lines: readonly string[] | null =
      region.oLength === 0 || isSameLines(clash.mine, clash.theirs) ? bothLines(clash) : settle(clash);
    if (lines === null) return null;
    merged.push(...lines);
  }
  return merged;
}

/** Returns their lines, then those of mine that are not among them. */
export function bothLines({ mine, theirs }: Clash): readonly string[] {
  const left = [...theirs];
  const added = mine.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [...theirs, ...added];
}

export function isSameLines(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((line, at) => line === others[at]);
}

/** Tells if all of `some` are among `all`, in the same order. */
function isWithin(some: readonly string[], all: readonly string[]): boolean {
  let found = 0;
  for (const line of all) if (found < some.length && line === some[found]) found += 1;
  return found === some.length;
}

/** Returns theirs, with each of mine that is not among them behind the one before it. */
export function inOrder<Key>(theirs: readonly Key[], mine: readonly Key[]): Key[] {
  const order = [...theirs];
  const known = new Set(mine);
  for (const [place, key] of mine.entries()) {
    // The one before it is there by now.
    if (order.includes(key)) continue;
    const before = mine[place - 1];
    let at = before === undefined ? 0 : order.indexOf(before) + 1;
    // Their additions in the same place come first.
    for (let next = order[at]; next !== undefined && !known.has(next); next = order[at]) at += 1;
    order.splice(at, 0, key);
  }
  return order;
}

/** A line that is in one of two texts alone. */
export interface ChangedLine {
  readonly change: 'removed' | 'added';
  readonly line: string;
}

/** Returns the lines in which two texts differ, in order; null if a text is longer than `LINES_MAX`. */
export function changedLines(was: string, is: string): readonly ChangedLine[] | null {
  const [before, after] = [linesOf(was), linesOf(is)];
  if (Math.max(before.length, after.length) > LINES_MAX) return null;
  return diffIndices(before, after).flatMap(({ buffer1Content, buffer2Content }) => [
    ...buffer1Content.map((line) => ({ change: 'removed', line }) as const),
    ...buffer2Content.map((line) => ({ change: 'added', line }) as const),
  ]);
}
