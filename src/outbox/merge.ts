import type { Fields, FieldValue, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { Choice } from './merge-facts.ts';
import { mergeTexts, settleTexts } from './merge-text.ts';
import type { FieldChanges } from './mutation.ts';

export interface MergeResult {
  /** What is still to be sent: fields that the server already has are dropped. */
  readonly fields: FieldChanges;
  /** Fields that both sides changed, to different values: nobody's may be overwritten unasked. */
  readonly conflicts: readonly string[];
  /** Texts that both sides changed, and that were put together: with mine, still over its own base. */
  readonly joined: FieldChanges;
}

interface Sides {
  readonly resource: ResourceName;
  /** My changes, each with the value it replaced. */
  readonly mine: FieldChanges;
  /** The server copy that was known before; null where none was, then only my own fields are compared. */
  readonly before: Fields | null;
  /** The server copy as it is now. */
  readonly theirs: Fields;
}

/**
 * Three-way merge by group: theirs as the base was → mine is kept; theirs as mine → the field is dropped,
 * which settles lost answers as well; both changed to different values → conflict. My city and somebody else's postal code
 * are a conflict too: the mixture would be nobody's address. Texts are merged by facts and lines, and of a status that both
 * moved on the further one stands.
 */
export function merge({ resource, mine, before, theirs }: Sides): MergeResult {
  const { mergeGroups, texts, progress = [], sameValue } = specOf(resource);
  const fields: Record<string, FieldChanges[string]> = {};
  const conflicts: string[] = [];
  const joined: Record<string, FieldChanges[string]> = {};
  for (const [field, change] of Object.entries(mine)) {
    const remote = theirs[field] ?? null;
    if (remote === change.value) continue;
    const asBase = remote === change.base;
    if (!asBase && sameValue(field, remote, change.value)) continue;
    const isChanged = !asBase && !sameValue(field, remote, change.base);
    const further = isChanged && field === 'status' ? furtherSide(progress, change, remote) : null;
    if (further === 'theirs') continue;
    const together = isChanged && texts.includes(field) ? mergedText(change, remote) : null;
    if (together === null) {
      fields[field] = further === 'mine' ? { base: remote, value: change.value } : change;
      if (isChanged && further === null) conflicts.push(field);
      continue;
    }
    joined[field] = change;
    if (!sameValue(field, together, remote)) fields[field] = { base: remote, value: together };
  }
  for (const group of mergeGroups) {
    const kept = group.filter((field) => field in fields);
    const neighbours = group.filter((field) => !(field in mine));
    const moved = neighbours.some(
      (field) => before !== null && !sameValue(field, before[field], theirs[field]),
    );
    if (moved) conflicts.push(...kept.filter((field) => !conflicts.includes(field)));
  }
  return { fields, conflicts, joined };
}

/** Returns the side that moved the work further on; null unless both did. */
function furtherSide(
  progress: readonly string[],
  { base, value }: FieldChanges[string],
  theirs: FieldValue,
): 'mine' | 'theirs' | null {
  const place = (status: FieldValue): number => progress.indexOf(String(status));
  const [was, ours, others] = [place(base), place(value), place(theirs)];
  if (was < 0 || ours <= was || others <= was) return null;
  return ours > others ? 'mine' : 'theirs';
}

/** My change of a text over what the server has now; null where a person has to decide. */
export function mergedText({ base, value }: FieldChanges[string], theirs: FieldValue): string | null {
  return mergeTexts({ base: textOf(base), mine: textOf(value), theirs: textOf(theirs) });
}

/** My change of a text over what the server has now, with a person's choice where both changed one fact or line. */
export function settledText(
  { base, value }: FieldChanges[string],
  theirs: FieldValue,
  choice: Choice,
): string {
  return settleTexts({ base: textOf(base), mine: textOf(value), theirs: textOf(theirs) }, choice);
}

function textOf(value: FieldValue): string {
  return value === null ? '' : String(value);
}
