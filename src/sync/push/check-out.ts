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

export interface CheckedOut {
  readonly mutation: Mutation;
  /** The state to return to if the request surely changed nothing. */
  readonly before: Mutation;
  readonly serverId: ServerId | null;
  /** The version that the change is based on; null without versions. */
  readonly ifMatch: number | null;
  readonly wire: Wire;
}

const ALONE: ReadonlyMap<string, string> = new Map();

/**
 * Marks a mutation `sending` before its request. After a crash, the next start settles the attempt as ambiguous.
 * Returns null if there is nothing to send, such as after a conflict.
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

/** Checks out in the caller's transaction. `together`: keys of creates in the same request, by local id. */
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

function encode({ resource, kind, fields, sentWithKey, idempotencyKey }: Mutation, references: Wire): Wire {
  const values = Object.fromEntries(Object.entries(fields).map(([field, change]) => [field, change.value]));
  const wire = specOf(resource).encode(values, kind === 'create' ? 'create' : 'update');
  const sent = Object.entries(references).filter(([field]) => field in fields);
  return { ...wire, ...Object.fromEntries(sent), ...(sentWithKey ? { client_uid: idempotencyKey } : {}) };
}

/** Returns false if an attempt was settled or given up, or if a new read must be merged first. */
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
