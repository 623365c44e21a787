import Dexie, { type IntervalTree, type ObservabilitySet, RangeSet, rangesOverlap } from 'dexie';
import type { KeyValueStore, Random } from '../domain/ports.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { AppDatabase, Tx } from './app-database.ts';

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

/** Keys that were written, in order; 'any' where Dexie does not name them, as for calls of fifty rows or more. */
export type WrittenKeys = readonly (string | number)[] | 'any';

/**
 * Calls `listener` with the keys of one table that any tab has written, and with the rows of them that this tab has put by
 * `tellRowsPut`. The answer stops it.
 */
export function onKeysWritten(
  db: { readonly name: string },
  table: string,
  listener: (keys: WrittenKeys, rows: readonly MirrorRecord[]) => void,
): () => void {
  const part = partOf(db, table);
  const onMutated = (parts: ObservabilitySet): void => {
    const written = parts[part];
    if (written) listener(namedIn(written), rowsPut.get(written) ?? []);
    else if ('all' in parts) listener('any', []);
  };
  Dexie.on('storagemutated', onMutated);
  return () => Dexie.on.storagemutated.unsubscribe(onMutated);
}

/** Rows that were put under the names in a tree. Other tabs get a copy of the tree, which has none. */
const rowsPut = new WeakMap<IntervalTree, readonly MirrorRecord[]>();

/** To behind every key, as `Dexie.maxKey` is. */
const ANYTHING = new RangeSet(Dexie.minKey, [[]]);

/**
 * Tells the listeners of all tabs, once the transaction is committed, that rows of a mirror table were put past Dexie: their
 * keys, and that anything may have changed in the indexes. This tab's get the rows as well, but for those that anybody else
 * has written since: what they hold is not known here.
 */
export function tellRowsPut(tx: Tx, table: string, rows: readonly MirrorRecord[]): void {
  const { db } = tx;
  const others = new Set<string | number>();
  let another = false;
  const stop = onKeysWritten(db, table, (keys) => {
    if (keys === 'any') another = true;
    else for (const key of keys) others.add(key);
  });
  tx.on('error', stop);
  tx.on('complete', () => {
    stop();
    const named = new RangeSet().addKeys(rows.map(({ localId }) => localId));
    rowsPut.set(named, another ? [] : rows.filter(({ localId }) => !others.has(localId)));
    const indexes = tx.table(table).schema.indexes.map(({ name }) => name);
    const unnamed = [...indexes, ':dels'].map((name) => [`${partOf(db, table)}${name}`, ANYTHING] as const);
    Dexie.on.storagemutated.fire({ [partOf(db, table)]: named, ...Object.fromEntries(unnamed) });
  });
}

/** Dexie's event for what another copy of it in this page has written: the same as by BroadcastChannel, for this tab alone. */
const WRITTEN_HERE = 'x-storagemutated-1';

/** Has everything be read again that this tab shows: it may have missed something, or a reading of it was cut off. */
export function tellAnythingMayHaveChanged(): void {
  const parts: ObservabilitySet = { all: ANYTHING };
  // Without a window there is one copy, and nobody else to tell.
  if (typeof dispatchEvent === 'function') dispatchEvent(new CustomEvent(WRITTEN_HERE, { detail: parts }));
  else Dexie.on.storagemutated.fire(parts);
}

/** Its value is another after each write of a tab without BroadcastChannel. */
const WRITTEN = 'written';

/**
 * Tells other tabs through `storage` that something was written, and has this tab read everything again when they tell it.
 * For browsers without BroadcastChannel, by which Dexie tells them more.
 */
export function tellTabsThrough(storage: KeyValueStore, random: Random): void {
  Dexie.on('storagemutated', (parts: ObservabilitySet) => {
    // By another tab, or by nobody.
    if ('all' in parts) return;
    try {
      storage.set(WRITTEN, String(random()));
    } catch {
      // No room for a few bytes more: they are told of the next write.
    }
  });
  storage.onChange(WRITTEN, tellAnythingMayHaveChanged);
}

function partOf(db: { readonly name: string }, table: string): string {
  return `idb://${db.name}/${table}/`;
}

function namedIn(written: IntervalTree): WrittenKeys {
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
  const written = parts[partOf(db, table)];
  if (!written) return false;
  if (from === undefined) return true;
  // Copied, because what arrives from another tab has lost its prototype.
  return rangesOverlap(new RangeSet(from, to), new RangeSet().add(written));
}
