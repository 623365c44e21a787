import { sameValue as sameText } from '../../domain/field.ts';
import type { FieldChange, FieldChanges } from '../../domain/field-changes.ts';
import type { Fields, FieldValue, RecordKind } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { type References, withServerReferences } from '../dependencies.ts';
import type { Side } from '../lane-event.ts';
import { mergeTexts, settleTexts } from './merge-text.ts';

export interface MergeResult {
  /** Fields still to be sent: those that the server does not have yet. */
  readonly fields: FieldChanges;
  readonly conflicts: readonly string[];
  /** My texts that were merged with theirs. */
  readonly joined: FieldChanges;
}

interface FieldSides {
  readonly resource: RecordKind;
  readonly mine: FieldChanges;
  /** The copy that my change was based on. If null, only my fields are compared. */
  readonly before: Fields | null;
  readonly theirs: Fields;
}

/** Compares references by record: either side may use the local or the server id. */
export function mergeChange(
  references: References,
  { resource, fields: mine }: { readonly resource: RecordKind; readonly fields: FieldChanges },
  { before, theirs }: { readonly before: Fields | null; readonly theirs: Fields },
): MergeResult {
  const named = withServerReferences(references, resource, mine);
  const merged = mergeFields({ resource, mine: named, before, theirs });
  const ownIds = Object.entries(merged.fields).map(([field, change]) => [
    field,
    change === named[field] ? mine[field] : change,
  ]);
  return { ...merged, fields: Object.fromEntries(ownIds) };
}

/**
 * Merges three ways, field by field:
 *
 *   base     mine     theirs   result
 *   A        B        A        mine is sent
 *   A        B        B        dropped: the server has it, also after a lost answer
 *   A        B        C        conflict
 *
 * Grouped fields conflict together: my city with somebody else's postal code is nobody's address. Texts are merged. If
 * both sides advanced a status, the further one stands.
 */
export function mergeFields({ resource, mine, before, theirs }: FieldSides): MergeResult {
  const { mergeGroups, texts, progress = [], sameValue } = specOf(resource);
  const fields: Record<string, FieldChange> = {};
  const conflicts: string[] = [];
  const joined: Record<string, FieldChange> = {};
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

/** Returns the side with the further status; null unless both sides advanced. */
function furtherSide(
  progress: readonly string[],
  { base, value }: FieldChange,
  theirs: FieldValue,
): 'mine' | 'theirs' | null {
  const place = (status: FieldValue): number => progress.indexOf(String(status));
  const [was, ours, others] = [place(base), place(value), place(theirs)];
  if (was < 0 || ours <= was || others <= was) return null;
  return ours > others ? 'mine' : 'theirs';
}

/** Returns null if a person has to decide. */
export function mergedText({ base, value }: FieldChange, theirs: FieldValue): string | null {
  return mergeTexts({ base: textOf(base), mine: textOf(value), theirs: textOf(theirs) });
}

/** A person's choice decides about facts or lines that both sides changed. */
export function settledText({ base, value }: FieldChange, theirs: FieldValue, choice: Side): string {
  return settleTexts({ base: textOf(base), mine: textOf(value), theirs: textOf(theirs) }, choice);
}

function textOf(value: FieldValue): string {
  return value === null ? '' : String(value);
}

/**
 * Replaces the bases of later changes. If the earlier change was confirmed, the new bases are the server's values; if
 * it was discarded, they are its own bases.
 * @param texts fields that are merged with the new base. After a clash, the old base stays, so a person is asked later.
 */
export function rebased(later: FieldChanges, bases: Fields, texts: readonly string[] = []): FieldChanges {
  return Object.fromEntries(
    Object.entries(later).map(([field, change]) => {
      const base = bases[field];
      if (base === undefined) return [field, change];
      const isText = texts.includes(field) && !sameText('longText', base, change.base);
      const value = isText ? mergedText(change, base) : change.value;
      return [field, isText && value === null ? change : { base, value }];
    }),
  );
}
