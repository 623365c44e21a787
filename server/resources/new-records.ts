import { type BatchItem, keyIn } from './batch-changes.ts';

/** Maximum number of new records in one statement, because others wait for it. */
const TOGETHER = 10;

/**
 * The changes of a batch from `at` on that can be executed in any order among themselves: new records with keys, none
 * of which refers to a later one.
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
