import Dexie, { type ObservabilitySet, RangeSet, rangesOverlap } from 'dexie';
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
