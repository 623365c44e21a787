import { timeOfUuid } from '../domain/ids.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { MUTATION_SCHEMA, type Mutation } from './mutation.ts';

/** A mutation as some version of the app stored it. */
export type StoredMutation = Readonly<Record<string, unknown>> & { readonly schema: number };

/** By the version it reads: what turns a stored mutation into the next version. Pure, and never changed again. */
const UPCASTERS: Readonly<Record<number, (stored: StoredMutation) => StoredMutation>> = { 1: fromFirst };

/**
 * A stored mutation in today's shape, whichever version of the app stored it.
 * @throws when it was stored by a version that is newer than this one
 */
export function upcastMutation(stored: StoredMutation): Mutation {
  let row = stored;
  while (row.schema < MUTATION_SCHEMA) {
    const upcast = UPCASTERS[row.schema];
    if (!upcast) break;
    row = upcast(row);
  }
  if (row.schema !== MUTATION_SCHEMA) throw new Error(`A change of version ${stored.schema} cannot be read.`);
  return row as unknown as Mutation;
}

/** Version 1 had no keys for creates, and a conflict kept the server's copy as the body of a refusal. */
function fromFirst(stored: StoredMutation): StoredMutation {
  const { id, localId, kind, refusal } = stored as unknown as Pick<Mutation, 'id' | 'localId' | 'kind'> & {
    readonly refusal: { readonly reason: string; readonly body: unknown } | null;
  };
  const fields = Object.keys(stored['fields'] as Mutation['fields']);
  const conflict =
    refusal?.reason === 'conflict'
      ? { ...refusal, body: null, conflict: { fields, before: null, theirs: (refusal.body ?? {}) as Fields } }
      : refusal;
  return {
    ...stored,
    schema: 2,
    uid: kind === 'create' ? localId : null,
    keyed: false,
    over: null,
    acceptedAt: timeOfUuid(id),
    refusal: conflict,
  };
}
