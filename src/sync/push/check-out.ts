import { readCapabilities } from '../../db/known-server.ts';
import { changeLane, readLane } from '../../db/lane-store.ts';
import { readCollection } from '../../db/meta-rows.ts';
import { readReferences } from '../../db/read-references.ts';
import { type Tx, tablesOf } from '../../db/tables.ts';
import type { ServerId, Wire } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { wireReferences } from '../../outbox/dependencies.ts';
import { type Mutation, UNKNOWN_GENERATION } from '../../outbox/mutation.ts';
import { assertOwner, type SyncContext } from '../sync-context.ts';

/** A mutation marked `sending`, with what its request needs. */
export interface CheckedOut {
  readonly mutation: Mutation;
  /** The mutation before its check-out, to which it returns if the request surely changed nothing. */
  readonly before: Mutation;
  readonly serverId: ServerId | null;
  /** The version that the change is based on; null if the server keeps none. */
  readonly ifMatch: number | null;
  readonly wire: Wire;
}

const ALONE: ReadonlyMap<string, string> = new Map();

/**
 * Marks a mutation `sending` by compare-and-set, before its request. A crash after this leaves an attempt that the
 * next start settles as ambiguous.
 * Returns null if there is nothing to send: another tab was faster, the server already has the values, a conflict was
 * found, or a reference is gone.
 */
export async function checkOut(context: SyncContext, before: Mutation): Promise<CheckedOut | null> {
  assertOwner(context);
  const { strict } = context.db;
  return strict.transaction('rw', tablesOf(strict, before.resource), (tx) =>
    checkOutIn(tx, context, { before, together: ALONE }),
  );
}

interface CheckOut {
  readonly before: Mutation;
  readonly together: ReadonlyMap<string, string>;
}

/** Does the same in the caller's transaction, together with others that share the request. */
export async function checkOutIn(
  tx: Tx,
  context: SyncContext,
  { before, together }: CheckOut,
): Promise<CheckedOut | null> {
  // The transaction may have waited.
  assertOwner(context);
  const [lane, features, collection] = await Promise.all([
    readLane(tx, before),
    readCapabilities(tx),
    readCollection(tx, before.resource),
  ]);
  const references = await readReferences(tx, lane.mutations);
  // Without a complete copy, any row may have existed before.
  const generation = collection.complete ? collection.generation : UNKNOWN_GENERATION;
  const event = { type: 'checkedOut', seen: before, features, generation, together } as const;
  const after = await changeLane(tx, context, { lane, event, references });
  const [mutation] = after.mutations;
  const [seen] = lane.mutations;
  if (!seen || mutation?.seq !== seen.seq || mutation.state !== 'sending' || after === lane) return null;
  const guarded = seen.kind !== 'create' && features.has('if-match');
  return {
    mutation,
    before: seen,
    serverId: lane.record?.serverId ?? null,
    ifMatch: guarded ? (seen.expectedVersion ?? lane.record?.version ?? null) : null,
    wire: encode(mutation, wireReferences(references, mutation, together) ?? {}),
  };
}

/** Returns the request's body: changed fields in the server's form, with server ids. */
function encode({ resource, kind, fields, sentWithKey, idempotencyKey }: Mutation, references: Wire): Wire {
  const values = Object.fromEntries(Object.entries(fields).map(([field, change]) => [field, change.value]));
  const wire = specOf(resource).encode(values, kind === 'create' ? 'create' : 'update');
  const sent = Object.entries(references).filter(([field]) => field in fields);
  return { ...wire, ...Object.fromEntries(sent), ...(sentWithKey ? { client_uid: idempotencyKey } : {}) };
}

/**
 * Returns false if another tab settled one of these attempts or gave it up, or if a read meanwhile must be merged
 * first.
 */
export async function isStillCheckedOut(
  { db }: SyncContext,
  attempts: readonly Mutation[],
): Promise<boolean> {
  const now = await db.relaxed.outbox.bulkGet(attempts.map(({ seq }) => seq));
  return attempts.every(({ attemptId }, n) => {
    const current = now[n];
    return current?.state === 'sending' && current.attemptId === attemptId && !current.readFirst;
  });
}
