import type { Tx } from '../db/app-database.ts';
import { withServerReferences } from '../db/references.ts';
import { sameValue } from '../domain/canonical.ts';
import { type FieldChanges, generatedFields, type Mutation } from '../domain/mutation.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';

/** A create of ours as it would look on a server. */
export interface SentCreate {
  readonly mutation: Mutation;
  /** What tells it from every other record: a number that the app made up for it, else all that was sent. */
  readonly marks: FieldChanges;
}

/** What to know a create by that may or may not have arrived. */
export async function sentCreate(tx: Tx, mutation: Mutation): Promise<SentCreate> {
  const { resource, fields } = mutation;
  const values = Object.fromEntries(Object.entries(fields).map(([field, { value }]) => [field, value]));
  const sent = specOf(resource).encode(values, 'create');
  const numbers = generatedFields(mutation);
  const marks = Object.entries(await withServerReferences(tx, resource, fields)).filter(([field]) =>
    numbers.length > 0 ? numbers.includes(field) : field in sent,
  );
  return { mutation, marks: Object.fromEntries(marks) };
}

/** Whether a row on the server looks like the create. */
export function looksLikeCreate(row: Fields, { marks }: SentCreate): boolean {
  return Object.entries(marks).every(([field, change]) => sameValue(field, row[field], change.value));
}
