import { MUTATION_SCHEMA, type Mutation } from './mutation.ts';

/** A mutation as some version of the app stored it. */
export type StoredMutation = Readonly<Record<string, unknown>> & { readonly schema: number };

/** Turns a stored mutation into the next version, by the version it reads. Pure, and never changed again. */
export type Upcasters = Readonly<Record<number, (stored: StoredMutation) => StoredMutation>>;

/** None yet: the first version that was released is today's. */
const UPCASTERS: Upcasters = {};

/** Tells if a mutation is of today's version, or of one that leads to it. */
export function isReadable({ schema }: StoredMutation, upcasters = UPCASTERS): boolean {
  if (schema === MUTATION_SCHEMA) return true;
  return schema in upcasters && schema < MUTATION_SCHEMA;
}

/**
 * Returns a stored mutation in today's shape, one version at a time.
 * @throws when no upcaster reads its version
 */
export function upcastMutation(stored: StoredMutation, upcasters = UPCASTERS): Mutation {
  let row = stored;
  while (row.schema !== MUTATION_SCHEMA) {
    const upcast = upcasters[row.schema];
    if (!upcast) throw new Error(`A change of version ${stored.schema} cannot be read.`);
    row = upcast(row);
  }
  return row as unknown as Mutation;
}
