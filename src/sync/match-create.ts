import type { Tx } from '../db/app-database.ts';
import { withServerReferences } from '../db/references.ts';
import { sameValue } from '../domain/canonical.ts';
import { type FieldChanges, generatedFields, type Mutation } from '../domain/mutation.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { isNumberTaken } from './renumber.ts';

/** A create of ours as it would look on a server. */
export interface SentCreate {
  readonly mutation: Mutation;
  /**
   * What tells it from every other record: a number that the app made up for it, else all that was sent. That
   * the server refused the number as taken proves no more than that some row has it: then all of it as well.
   */
  readonly marks: FieldChanges;
  /** Fields that only make sense together, of which a server may have made some anew. */
  readonly groups: readonly (readonly string[])[];
}

/** What to know a create by that may or may not have arrived. */
export async function sentCreate(tx: Tx, mutation: Mutation): Promise<SentCreate> {
  const { resource, fields } = mutation;
  const values = Object.fromEntries(Object.entries(fields).map(([field, { value }]) => [field, value]));
  const sent = specOf(resource).encode(values, 'create');
  const generated = generatedFields(mutation);
  const taken = mutation.refusal !== null && isNumberTaken(mutation, mutation.refusal);
  const numbers = taken ? [] : generated;
  const marks = Object.entries(await withServerReferences(tx, resource, fields)).filter(([field]) =>
    numbers.length > 0 ? numbers.includes(field) : field in sent,
  );
  const groups = generated.length > 0 ? [] : specOf(resource).mergeGroups;
  return { mutation, marks: Object.fromEntries(marks), groups };
}

/** Whether a row on the server looks like the create, or nearly. */
export function looksLikeCreate(row: Fields, create: SentCreate): boolean {
  return isExactly(row, create) || isNearly(row, create);
}

/** Whether a row on the server is equal in everything that tells the create from other records. */
export function isExactly(row: Fields, { marks }: Pick<SentCreate, 'marks'>): boolean {
  return differing(row, marks).length === 0;
}

/** Whether only fields of one group differ, and not all of them: a total that the server worked out anew. */
function isNearly(row: Fields, { marks, groups }: SentCreate): boolean {
  const others = differing(row, marks);
  return groups.some(
    (group) =>
      others.every((field) => group.includes(field)) &&
      group.some((field) => field in marks && !others.includes(field)),
  );
}

function differing(row: Fields, marks: FieldChanges): string[] {
  return Object.keys(marks).filter((field) => !sameValue(field, row[field], marks[field]?.value));
}
