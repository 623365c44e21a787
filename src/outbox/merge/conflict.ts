import type { FieldChanges } from '../../domain/field-changes.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import type { Side } from '../lane-event.ts';
import type { Mutation } from '../mutation.ts';
import { settledText } from './merge-fields.ts';

type InConflict = Pick<Mutation, 'resource' | 'kind' | 'fields' | 'refusal'>;

export function theirsIn({ refusal }: Pick<Mutation, 'refusal'>): Fields {
  const { fields = [], theirs = {} } = refusal?.conflict ?? {};
  return Object.fromEntries(fields.map((field) => [field, theirs[field] ?? null]));
}

/** Returns the fields that are lost if theirs stands: those in conflict, and those grouped with them. */
export function givenUp(change: InConflict): readonly string[] {
  const own = ownFields(change);
  return Object.keys(change.fields).filter((field) => !(field in own));
}

export function theirsOver(change: InConflict): Fields {
  const { theirs } = change.refusal?.conflict ?? {};
  if (!theirs) return {};
  const lost = givenUp(change).map((field) => [field, theirs[field] ?? null] as const);
  return { ...theirsIn(change), ...Object.fromEntries(lost) };
}

export function ownFields({ resource, kind, fields, refusal }: InConflict): FieldChanges {
  const conflict = refusal?.conflict?.fields ?? [];
  if (kind !== 'update' || conflict.length === 0) return {};
  const { mergeGroups } = specOf(resource);
  const lost = new Set([
    ...conflict,
    ...mergeGroups.filter((group) => group.some((field) => conflict.includes(field))).flat(),
  ]);
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !lost.has(field)));
}

/** Returns the texts in conflict, merged with the server's texts. The default choice is mine. */
export function settledTexts(
  { resource, fields, refusal }: Pick<Mutation, 'resource' | 'fields' | 'refusal'>,
  server: Fields,
  choices: Readonly<Record<string, Side>> | Side,
): FieldChanges {
  const choiceOf = (field: string): Side =>
    typeof choices === 'string' ? choices : (choices[field] ?? 'mine');
  const named = refusal?.conflict?.fields ?? [];
  const texts = Object.entries(fields).filter(
    ([field]) => named.includes(field) && specOf(resource).texts.includes(field),
  );
  return Object.fromEntries(
    texts.map(([field, change]) => {
      const theirs = server[field] ?? null;
      return [field, { base: theirs, value: settledText(change, theirs, choiceOf(field)) }];
    }),
  );
}

/** Returns the server's values that a decided change replaces. Leaves out texts that are merged without a decision. */
export function basesOf(
  server: Fields,
  { resource, fields, refusal }: Pick<Mutation, 'resource' | 'fields' | 'refusal'>,
): Fields {
  const { texts } = specOf(resource);
  const decided = refusal?.conflict?.fields ?? [];
  const isTaken = (field: string): boolean =>
    field in fields && (decided.includes(field) || !texts.includes(field));
  return Object.fromEntries(Object.entries(server).filter(([field]) => isTaken(field)));
}
