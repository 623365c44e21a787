import { diff3MergeRegions } from 'node-diff3';

/** A text as both sides began with it, as I left it, and as somebody else did. */
export interface TextSides {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Longer texts are not compared line by line: that would keep a phone busy. */
export const LINES_MAX = 2000;

/**
 * Merges two people's changes of a text line by line. What both inserted at one place is kept once where lines are equal;
 * of the others theirs come first, and entries of a log stand by their time. A text that holds my lines already stays.
 * @returns null where both changed the same lines, or a text is too long to tell
 */
export function mergeTexts(sides: TextSides): string | null {
  return put(sides, () => null);
}

/** The same, with their lines before mine where both changed the same ones. */
export function keepBothTexts(sides: TextSides): string {
  return put(sides, both) ?? `${sides.theirs}\n${sides.mine}`;
}

interface Clash {
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

function put(
  { base, mine, theirs }: TextSides,
  settle: (clash: Clash) => readonly string[] | null,
): string | null {
  const [was, ours, others] = [linesOf(base), linesOf(mine), linesOf(theirs)];
  if (Math.max(was.length, ours.length, others.length) > LINES_MAX) return null;
  if (isWithin(was, ours) && isWithin(ours, others)) return theirs;
  const merged: string[] = [];
  const regions = diff3MergeRegions(ours, was, others);
  for (const [n, region] of regions.entries()) {
    if (region.stable) {
      merged.push(...region.bufferContent);
      continue;
    }
    const next = regions[n + 1];
    const after = next?.stable ? next.bufferContent[0] : undefined;
    const clash = { mine: region.aContent, theirs: region.bContent };
    const lines = region.oLength === 0 || isSame(clash) ? inOrder(both(clash), after) : settle(clash);
    if (lines === null) return null;
    merged.push(...lines);
  }
  return joined(merged, theirs);
}

/** Without line breaks at the end: whether there is one is no change of a line. */
export function linesOf(text: string): string[] {
  const whole = text.trimEnd();
  return whole === '' ? [] : whole.split(/\r?\n/);
}

/** With the line breaks that a text has. */
function joined(lines: readonly string[], like: string): string {
  const end = like.slice(like.trimEnd().length);
  return lines.join(like.includes('\r\n') ? '\r\n' : '\n') + (lines.length > 0 ? end : '');
}

/** Whether all of `some` are among `all`, in the same order. */
function isWithin(some: readonly string[], all: readonly string[]): boolean {
  let found = 0;
  for (const line of all) if (found < some.length && line === some[found]) found += 1;
  return found === some.length;
}

function isSame({ mine, theirs }: Clash): boolean {
  return mine.length === theirs.length && isWithin(mine, theirs);
}

/** Their lines, then those of mine that are not among them. */
function both({ mine, theirs }: Clash): readonly string[] {
  const left = [...theirs];
  const added = mine.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [...theirs, ...added];
}

/**
 * Entries of a log by their time: the newest last, or first where the line after them is an older entry. Anything else as
 * it is.
 */
function inOrder(lines: readonly string[], after: string | undefined): readonly string[] {
  const entries = lines.flatMap((line) => {
    const at = timeOf(line);
    return at === null ? [] : [{ line, at }];
  });
  if (entries.length < lines.length) return lines;
  const next = after === undefined ? null : timeOf(after);
  const newestFirst = next !== null && entries.every(({ at }) => at > next);
  const sorted = entries.sort((a, b) => (newestFirst ? -1 : 1) * (a.at - b.at));
  return sorted.map(({ line }) => line);
}

/** `2026-11-23 08:42 -0600 ann: …`, or without the offset from UTC. */
const ENTRY = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)(?: ([+-]\d\d)(\d\d))? \S/;

/** Time in ms of an entry of a log; null for any other line. */
function timeOf(line: string): number | null {
  const [, day = '', time = '', hours = '+00', minutes = '00'] = ENTRY.exec(line) ?? [];
  const at = Date.parse(`${day}T${time}:00${hours}:${minutes}`);
  return Number.isNaN(at) ? null : at;
}
