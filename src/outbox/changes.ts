import { sameValue } from '../domain/field.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { mergedText } from './merge.ts';
import { type FieldChange, type FieldChanges, type Mutation, neverSent, surelyRefused } from './mutation.ts';

/** The fields in which `draft` differs from `view`, each with the value it replaces. */
export function changedFields(view: Fields, draft: Fields): FieldChanges {
  const changes: Record<string, FieldChange> = {};
  for (const [field, value] of Object.entries(draft)) {
    const base = view[field] ?? null;
    if (base !== value) changes[field] = { base, value };
  }
  return changes;
}

/** Every field of a new record as a change from nothing. */
export function createdFields(draft: Fields): FieldChanges {
  return Object.fromEntries(Object.entries(draft).map(([field, value]) => [field, { base: null, value }]));
}

/** What a change wants its fields to hold. */
export function valuesOf(fields: FieldChanges): Fields {
  return Object.fromEntries(Object.entries(fields).map(([field, { value }]) => [field, value]));
}

/** What is remembered of a create that has been sent when it is changed; nothing for any other mutation. */
export function sentAs({
  kind,
  attemptId,
  fields,
  firstSentFields,
}: Pick<Mutation, 'kind' | 'attemptId' | 'fields' | 'firstSentFields'>): Pick<Mutation, 'firstSentFields'> {
  if (firstSentFields) return { firstSentFields };
  if (kind !== 'create' || attemptId === null) return {};
  return { firstSentFields: valuesOf(fields) };
}

type Earlier = Pick<
  Mutation,
  'kind' | 'fields' | 'state' | 'firstSentAt' | 'watched' | 'refusal' | 'sentWithKey' | 'probe'
>;
type Later = Pick<Mutation, 'kind' | 'fields' | 'watched'>;

/** What becomes of a record's last open mutation when a further one is accepted. */
export type Coalesced =
  /** The earlier one stays as it is, the later one is queued behind it. */
  | { readonly do: 'append' }
  /** One mutation takes the earlier one's place. */
  | { readonly do: 'replace'; readonly kind: Mutation['kind']; readonly fields: FieldChanges }
  /** Both are gone: the server never needs to hear of either. */
  | { readonly do: 'annihilate' };

/**
 * Merges a new mutation into the last open one of the same record. Only what was never sent, or was
 * surely refused, may change: anything else may already be on the server. A deletion that waits for a person
 * may as well: the record is read before what takes its place is sent. A mutation that a dialog watches is merged with
 * no other.
 */
export function coalesce(earlier: Earlier, later: Later): Coalesced {
  const setAside = surelyRefused(earlier) || (earlier.kind === 'delete' && earlier.state === 'parked');
  const free = (neverSent(earlier) && !earlier.watched) || setAside;
  if (!free || (later.watched && !setAside)) return { do: 'append' };
  if (earlier.kind === 'delete') {
    // What the person does with the record now takes the deletion's place.
    return setAside ? { do: 'replace', kind: later.kind, fields: later.fields } : { do: 'append' };
  }
  if (later.kind === 'delete') {
    return earlier.kind === 'create' ? { do: 'annihilate' } : { do: 'replace', kind: 'delete', fields: {} };
  }
  const fields = union(earlier, later.fields);
  if (earlier.kind === 'update' && Object.keys(fields).length === 0) return { do: 'annihilate' };
  return { do: 'replace', kind: earlier.kind, fields };
}

function union(earlier: Earlier, later: FieldChanges): FieldChanges {
  const fields: Record<string, FieldChange> = { ...earlier.fields };
  for (const [field, change] of Object.entries(later)) {
    const first = fields[field];
    const base = first ? first.base : change.base;
    if (earlier.kind === 'update' && base === change.value) delete fields[field];
    else fields[field] = { base, value: change.value };
  }
  return fields;
}

/**
 * A later mutation's changes after an earlier one of the same record left the outbox: for every field that
 * both touch, the value it replaces is now `bases[field]` (the server's answer after a confirmation, the
 * earlier base after a discard).
 * @param texts fields whose lines are merged with the new base; where they clash the old base stays, and a person is asked
 */
export function rebased(later: FieldChanges, bases: Fields, texts: readonly string[] = []): FieldChanges {
  return Object.fromEntries(
    Object.entries(later).map(([field, change]) => {
      const base = bases[field];
      if (base === undefined) return [field, change];
      const isText = texts.includes(field) && !sameValue('longText', base, change.base);
      const value = isText ? mergedText(change, base) : change.value;
      return [field, isText && value === null ? change : { base, value }];
    }),
  );
}

/** What the server has in the fields of a conflict that a person decided, and in all others but texts: those are merged. */
export function basesOf(
  server: Fields,
  { fields, refusal }: Pick<Mutation, 'fields' | 'refusal'>,
  texts: readonly string[],
): Fields {
  const decided = refusal?.conflict?.fields ?? [];
  const isTaken = (field: string): boolean =>
    field in fields && (decided.includes(field) || !texts.includes(field));
  return Object.fromEntries(Object.entries(server).filter(([field]) => isTaken(field)));
}

/**
 * Tells if a change has a text that is merged by facts and lines. A server that does not guard its records is asked for it
 * right before: what somebody else adds in between would be overwritten.
 */
export function changesText({ resource, fields }: Pick<Mutation, 'resource' | 'fields'>): boolean {
  return specOf(resource).texts.some((field) => field in fields);
}
