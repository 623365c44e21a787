import { sameValue } from '../domain/canonical.ts';
import type { Fields } from '../domain/resource-spec.ts';
import type { FieldChanges } from './mutation.ts';

export interface MergeResult {
  /** What is still to be sent: fields that the server already has are dropped. */
  readonly fields: FieldChanges;
  /** Fields that both sides changed, to different values: nobody's may be overwritten unasked. */
  readonly conflicts: readonly string[];
}

interface Sides {
  /** My changes, each with the value it replaced. */
  readonly mine: FieldChanges;
  /** The server copy that was known before; null where none was, then only my own fields are compared. */
  readonly before: Fields | null;
  /** The server copy as it is now. */
  readonly theirs: Fields;
  /** Fields that only make sense together; any other field is its own group. */
  readonly groups: readonly (readonly string[])[];
}

/**
 * Three-way merge by group: theirs as the base was → mine is kept; theirs as mine → the field is dropped,
 * which settles lost answers as well; both changed to different values → conflict. My city and somebody else's postal code
 * are a conflict too: the mixture would be nobody's address.
 */
export function merge({ mine, before, theirs, groups }: Sides): MergeResult {
  const fields: Record<string, FieldChanges[string]> = {};
  const conflicts: string[] = [];
  for (const [field, change] of Object.entries(mine)) {
    const remote = theirs[field] ?? null;
    if (remote === change.value) continue;
    const asBase = remote === change.base;
    if (!asBase && sameValue(field, remote, change.value)) continue;
    fields[field] = change;
    if (!asBase && !sameValue(field, remote, change.base)) conflicts.push(field);
  }
  for (const group of groups) {
    const kept = group.filter((field) => field in fields);
    const neighbours = group.filter((field) => !(field in mine));
    const moved = neighbours.some(
      (field) => before !== null && !sameValue(field, before[field], theirs[field]),
    );
    if (moved) conflicts.push(...kept.filter((field) => !conflicts.includes(field)));
  }
  return { fields, conflicts };
}
