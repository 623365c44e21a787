import type { Fields } from '../domain/resource-spec.ts';
import { blankFields, specOf } from '../domain/resource-specs.ts';
import { generatedFields, type Mutation } from './mutation.ts';

type Change = Pick<Mutation, 'resource' | 'kind' | 'fields' | 'generated' | 'firstSentFields'>;

/**
 * What a server made of fields that a person typed, where it is another value, in more than form. Not of what the app made
 * up or worked out, nor of what a blank record comes with, nor of a field that is as an earlier attempt was sent: the answer
 * may be that one's.
 * @param change what was asked for
 * @param sent the whole record as it was sent, with references as a server copy has them
 */
export function overruled(change: Change, sent: Fields, server: Fields): Fields {
  const { resource, kind, fields, firstSentFields = {} } = change;
  const spec = specOf(resource);
  const untyped = [
    ...generatedFields(change),
    ...(spec.workedOut?.(sent) ?? []),
    ...(kind === 'create' ? blankFields(resource, sent) : []),
  ];
  const others = Object.keys(fields).filter(
    (field) =>
      !untyped.includes(field) &&
      !spec.sameValue(field, server[field], sent[field]) &&
      !(field in firstSentFields && spec.sameValue(field, server[field], firstSentFields[field])),
  );
  return Object.fromEntries(others.map((field) => [field, server[field] ?? null]));
}
