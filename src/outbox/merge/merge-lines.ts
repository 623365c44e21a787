import { diff3MergeRegions, diffIndices } from 'node-diff3';

/** Comparing longer texts line by line would keep a phone busy. */
export const LINES_MAX = 2000;

/** Drops white space at the end, as servers do. */
export function linesOf(text: string): string[] {
  const whole = text.trimEnd();
  return whole === '' ? [] : whole.split(/\r?\n/);
}

export interface Sides<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

export type LineSides = Sides<readonly string[]>;
export type Clash = Pick<LineSides, 'mine' | 'theirs'>;

/**
 * Merges free text. Where both sides inserted lines, theirs come first, and lines in both are kept once.
 * @param settle returns the lines to keep where both sides changed the same lines; null asks a person
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

/** Returns their lines, then my lines that are not among them. */
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

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  let found = 0;
  for (const line of all) if (found < some.length && line === some[found]) found += 1;
  return found === some.length;
}

/** Returns their keys with mine inserted. A key only in `mine` goes after the key that precedes it there. */
export function inOrder<Key>(theirs: readonly Key[], mine: readonly Key[]): Key[] {
  const order = [...theirs];
  const known = new Set(mine);
  for (const [place, key] of mine.entries()) {
    if (order.includes(key)) continue;
    const before = mine[place - 1];
    let at = before === undefined ? 0 : order.indexOf(before) + 1;
    // Their additions at the same place come first.
    for (let next = order[at]; next !== undefined && !known.has(next); next = order[at]) at += 1;
    order.splice(at, 0, key);
  }
  return order;
}

export interface ChangedLine {
  readonly change: 'removed' | 'added';
  readonly line: string;
}

/** Returns null if a text has more than `LINES_MAX` lines. */
export function changedLines(was: string, is: string): readonly ChangedLine[] | null {
  const [before, after] = [linesOf(was), linesOf(is)];
  if (Math.max(before.length, after.length) > LINES_MAX) return null;
  return diffIndices(before, after).flatMap(({ buffer1Content, buffer2Content }) => [
    ...buffer1Content.map((line) => ({ change: 'removed', line }) as const),
    ...buffer2Content.map((line) => ({ change: 'added', line }) as const),
  ]);
}
