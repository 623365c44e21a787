import type { BytePart } from './file-storage.ts';

/** A stored part of an unfinished file. Its name in storage is '0-262144-of-700123'. */
export interface StoredRange extends BytePart {
  readonly key: string;
  /** The length of the file in bytes, as the client gave it. */
  readonly size: number;
}

const NAME = /^(\d{1,12})-(\d{1,12})-of-(\d{1,12})$/;

export function rangeName({ from, to }: BytePart, size: number): string {
  return `${from}-${to}-of-${size}`;
}

export function rangeIn(key: string): StoredRange | undefined {
  const [, from, to, size] = NAME.exec(key.split('/').at(-1) ?? '') ?? [];
  return size === undefined ? undefined : { key, from: Number(from), to: Number(to), size: Number(size) };
}

/** Joins ranges that touch or overlap: [[0, 262144], [524288, 700123]]. */
export function joined(ranges: readonly BytePart[]): [number, number][] {
  const parts: [number, number][] = [];
  for (const { from, to } of inOrder(ranges)) {
    const last = parts.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else parts.push([from, to]);
  }
  return parts;
}

/**
 * Returns the parts of ranges that make up the whole file, in order and without overlaps. Null if bytes are missing.
 */
export function wholeFrom(
  ranges: readonly StoredRange[],
  size: number,
): readonly { readonly key: string; readonly part: BytePart }[] | null {
  const used: { key: string; part: BytePart }[] = [];
  const ordered = inOrder(ranges);
  for (let at = 0; at < size; ) {
    const reaching = ordered.filter(({ from }) => from <= at);
    const best = reaching.reduce<StoredRange | undefined>(
      (one, other) => (one && one.to >= other.to ? one : other),
      undefined,
    );
    if (!best || best.to <= at) return null;
    used.push({ key: best.key, part: { from: at - best.from, to: best.to - best.from } });
    at = best.to;
  }
  return used;
}

function inOrder<T extends BytePart>(ranges: readonly T[]): readonly T[] {
  return [...ranges].sort((a, b) => a.from - b.from || a.to - b.to);
}
