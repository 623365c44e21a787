import { type BatchItem, keyIn } from './batch-changes.ts';

/** So many new records go into one statement at most: others wait for as long as it takes. */
const TOGETHER = 10;

/**
 * The changes of a batch, from one on, that can be made in any order among themselves as if in their own: new records
 * with keys, none of which refers to one that comes later.
 */
export function newRecordsAt(items: readonly BatchItem[], at: number): readonly BatchItem[] {
  const named = new Set<string>();
  const found: BatchItem[] = [];
  for (const item of items.slice(at, at + TOGETHER)) {
    const uid = item.method === 'POST' ? keyIn(item.body) : undefined;
    if (uid === undefined || named.has(uid.toLowerCase())) break;
    found.push(item);
    for (const value of Object.values(Object(item.body))) {
      const other = keyIn(value);
      if (other !== undefined) named.add(other.toLowerCase());
    }
  }
  return found;
}
