import type { Fields } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { Mutation } from './mutation.ts';

type InConflict = Pick<Mutation, 'resource' | 'kind' | 'fields' | 'refusal'>;

/** What the server held in the fields of a conflict. */
export function theirsIn({ refusal }: Pick<Mutation, 'refusal'>): Fields {
  const { fields = [], theirs = {} } = refusal?.conflict ?? {};
  return Object.fromEntries(fields.map((field) => [field, theirs[field] ?? null]));
}

/**
 * Names of the fields of a change in conflict that a decision for the server's side gives up: those in conflict,
 * and those that only make sense together with them.
 */
export function givenUp(change: InConflict): readonly string[] {
  const own = ownFields(change);
  return Object.keys(change.fields).filter((field) => !(field in own));
}

/** What the server held in the fields that were given up, for the journal. */
export function theirsOver(change: InConflict): Fields {
  const { theirs } = change.refusal?.conflict ?? {};
  if (!theirs) return {};
  const lost = givenUp(change).map((field) => [field, theirs[field] ?? null] as const);
  return { ...theirsIn(change), ...Object.fromEntries(lost) };
}

/** What a change in conflict carries beside the fields in conflict and those that go with them. */
export function ownFields({ resource, kind, fields, refusal }: InConflict): Mutation['fields'] {
  const conflict = refusal?.conflict?.fields ?? [];
  if (kind !== 'update' || conflict.length === 0) return {};
  const { mergeGroups } = specOf(resource);
  const lost = new Set([
    ...conflict,
    ...mergeGroups.filter((group) => group.some((field) => conflict.includes(field))).flat(),
  ]);
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !lost.has(field)));
}
