import { asObject } from '../domain/answer.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { FieldChanges, Mutation, ServerRefusal } from './mutation.ts';

/** An update in two: what the server may take, and the texts that it refused. */
interface Parts {
  readonly rest: FieldChanges;
  readonly texts: FieldChanges;
}

/**
 * Parts an update of which the server refused nothing but long texts, so that a status does not wait for a note that is
 * too long. Null for anything else, and where the texts are all that it changes.
 */
export function partRefusedTexts(
  { kind, resource, fields }: Mutation,
  { reason, status, body }: ServerRefusal,
): Parts | null {
  if (kind !== 'update' || reason !== 'rejected' || ![400, 422].includes(status)) return null;
  const refused = Object.keys(asObject(body) ?? {});
  const { texts } = specOf(resource);
  if (refused.length === 0 || !refused.every((field) => texts.includes(field) && field in fields))
    return null;
  const entries = Object.entries(fields);
  const part = (isText: boolean): FieldChanges =>
    Object.fromEntries(entries.filter(([field]) => refused.includes(field) === isText));
  return refused.length === entries.length ? null : { rest: part(false), texts: part(true) };
}
