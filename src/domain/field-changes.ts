import type { Fields, FieldValue } from './resource-spec.ts';

/** `base` is the replaced value, null on a create. */
export interface FieldChange {
  readonly base: FieldValue;
  readonly value: FieldValue;
}

export type FieldChanges = Readonly<Record<string, FieldChange>>;

/*
 * Which equality to use:
 *
 *   sameFields     each of b's fields is identical in a: did a copy change at all?
 *   sameValue      (of a spec) does a server, which trims and reformats, treat two values of a field as equal?
 *   sameInMeaning  each of b's fields means the same in a: did somebody change a record?
 *   isSameAttempt  are two views of a mutation the same attempt at the same change, in the same state?
 */

export function sameFields(a: Fields | null, b: Fields): boolean {
  return a !== null && Object.keys(b).every((field) => a[field] === b[field]);
}

export function changedFields(view: Fields, draft: Fields): FieldChanges {
  const changes: Record<string, FieldChange> = {};
  for (const [field, value] of Object.entries(draft)) {
    const base = view[field] ?? null;
    if (base !== value) changes[field] = { base, value };
  }
  return changes;
}

export function createdFields(draft: Fields): FieldChanges {
  return Object.fromEntries(Object.entries(draft).map(([field, value]) => [field, { base: null, value }]));
}

export function valuesOf(fields: FieldChanges): Fields {
  return Object.fromEntries(Object.entries(fields).map(([field, { value }]) => [field, value]));
}
