import type { LiveSnapshot, ShownRecord } from '../db/live-collection.ts';

/** Values that a field may have, by field; a field without an entry may have any. */
export type RecordFilters = Readonly<Record<string, readonly string[]>>;

/** What contains the text, in any case, and has one of the filters' values in each of their fields; in list order. */
export function matching(
  { records, texts }: LiveSnapshot,
  search: string,
  filters: RecordFilters,
): readonly ShownRecord[] {
  const wanted = search.trim().toLowerCase();
  const conditions = Object.entries(filters);
  if (wanted === '' && conditions.length === 0) return records;
  const found: ShownRecord[] = [];
  for (let index = 0; index < records.length; index += 1) {
    const record = records[index];
    if (!record || !texts[index]?.includes(wanted)) continue;
    if (conditions.every(([field, values]) => values.includes(String(record.view[field]))))
      found.push(record);
  }
  return found;
}
