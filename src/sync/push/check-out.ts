import { readCapabilities } from '../../db/known-server.ts';
import { changeLane, readLane } from '../../db/lane-store.ts';
import { readCollection } from '../../db/meta-rows.ts';
import { readReferences } from '../../db/read-references.ts';
import { type Tx, tablesOf } from '../../db/tables.ts';
import type { ServerId, Wire } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { UNKNOWN_GENERATION } from '../../outbox/claimed.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { type Together, wireReferences } from '../../outbox/references.ts';
import { assertOwner, type SyncContext } from '../sync-context.ts';

/** A mutation marked `sending`, with everything that its request needs. */
export interface CheckedOut {
  readonly mutation: Mutation;
  /** As it was before the claim, so that a request that surely changed nothing leaves no trace. */
  readonly before: Mutation;
  /** Null on a create. */
  readonly serverId: ServerId | null;
  /** The state of the record that the change was made over; null where the server keeps no count of them. */
  readonly ifMatch: number | null;
  readonly wire: Wire;
}

const ALONE: Together = new Map();

/**
 * Compare-and-set from `queued` to `sending`. A crash right after it leaves a `sending` of a dead attempt:
 * settled as ambiguous at the next start, whether or not the request went out. Null when there is nothing to
 * send: another tab was faster, the server has the values already, both sides changed the same field, what it
 * refers to is gone since somebody checked, or another change of its record has come before it.
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
  /** Creates of the same request. */
  readonly together: Together;
}

/** `claim` in the caller's transaction, beside others that go out in the same request. */
export async function checkOutIn(
  tx: Tx,
  context: SyncContext,
  { before, together }: CheckOut,
): Promise<CheckedOut | null> {
  // The transaction may have waited for its turn.
  assertOwner(context);
  const [lane, features, collection] = await Promise.all([
    readLane(tx, before),
    readCapabilities(tx),
    readCollection(tx, before.resource),
  ]);
  const references = await readReferences(tx, lane.mutations);
  // Until a whole snapshot was held, nothing is known to have been there before.
  const generation = collection.complete ? collection.generation : UNKNOWN_GENERATION;
  const event = { type: 'claimed', seen: before, features, generation, together } as const;
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

/** The request's body: the changed fields in the server's form, with server ids where local ids stood. */
function encode({ resource, kind, fields, sentWithKey, idempotencyKey }: Mutation, references: Wire): Wire {
  const values = Object.fromEntries(Object.entries(fields).map(([field, change]) => [field, change.value]));
  const wire = specOf(resource).encode(values, kind === 'create' ? 'create' : 'update');
  const sent = Object.entries(references).filter(([field]) => field in fields);
  return { ...wire, ...Object.fromEntries(sent), ...(sentWithKey ? { client_uid: idempotencyKey } : {}) };
}

/**
 * Whether these attempts still stand as they were checkedOut: none was settled, or taken for dead, by another tab, nor has
 * anything been read since that it would have to be merged with.
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
