import Dexie, { type IntervalTree, type ObservabilitySet, RangeSet, rangesOverlap } from 'dexie';
import type { AppDatabase } from './app-database.ts';

/** Keys of one table that a watcher cares for: the whole table, or keys from `from` to `to`. */
export interface WatchedKeys {
  readonly table: string;
  readonly from?: string;
  /** The same as `from` unless given. */
  readonly to?: string;
}

/**
 * Calls `listener` whenever any tab has written any of `keys`, told by Dexie's `storagemutated`.
 * The answer stops it.
 */
export function onWritten(db: AppDatabase, keys: readonly WatchedKeys[], listener: () => void): () => void {
  const onMutated = (parts: ObservabilitySet): void => {
    if ('all' in parts || keys.some((watched) => isTouched(db, parts, watched))) listener();
  };
  Dexie.on('storagemutated', onMutated);
  return () => Dexie.on.storagemutated.unsubscribe(onMutated);
}

/**
 * Calls `listener` with the keys of one table that any tab has written; with 'any' where Dexie does not name them, as for
 * calls of fifty rows or more. The answer stops it.
 */
export function onKeysWritten(
  db: AppDatabase,
  table: string,
  listener: (keys: readonly (string | number)[] | 'any') => void,
): () => void {
  const part = `idb://${db.name}/${table}/`;
  const onMutated = (parts: ObservabilitySet): void => {
    const written = parts[part];
    if (written) listener(namedIn(written));
    else if ('all' in parts) listener('any');
  };
  Dexie.on('storagemutated', onMutated);
  return () => Dexie.on.storagemutated.unsubscribe(onMutated);
}

function namedIn(written: IntervalTree): readonly (string | number)[] | 'any' {
  const keys: (string | number)[] = [];
  return collect(written, keys) ? keys : 'any';
}

/**
 * Puts the keys of a tree where they belong; false where it has a range that is not a single key. What arrives has lost its
 * prototype and cannot be iterated, and to copy a page's keys into a set takes longer than to read the page.
 */
function collect(tree: IntervalTree | null | undefined, keys: (string | number)[]): boolean {
  if (!tree || !('from' in tree)) return true;
  const { from, to, l, r } = tree;
  const isKey = from === to && (typeof from === 'string' || typeof from === 'number');
  if (!isKey || !collect(l, keys)) return false;
  keys.push(from);
  return collect(r, keys);
}

function isTouched(
  db: AppDatabase,
  parts: ObservabilitySet,
  { table, from, to = from }: WatchedKeys,
): boolean {
  const written = parts[`idb://${db.name}/${table}/`];
  if (!written) return false;
  if (from === undefined) return true;
  // Copied, because what arrives from another tab has lost its prototype.
  return rangesOverlap(new RangeSet(from, to), new RangeSet().add(written));
}
