import { mirrorTable, tablesOf } from '../db/app-database.ts';
import { readCollection } from '../db/meta.ts';
import { changeMutation } from '../db/outbox.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Mutation, ServerRefusal } from '../domain/mutation.ts';
import type { ServerId, Wire } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { confirmIn } from './confirm.ts';
import { conflictOver, mergeWaiting } from './merge-waiting.ts';
import { moveIn } from './move.ts';
import { serverIdsOf } from './references.ts';
import { assertOwner, type SyncContext } from './sync-context.ts';

/** Stands for 'no complete snapshot was held when this was sent'. */
export const UNKNOWN_GENERATION = -1;

/** A mutation marked `sending`, with everything that its request needs. */
export interface Claimed {
  readonly mutation: Mutation;
  /** As it was before the claim, so that a request that surely changed nothing leaves no trace. */
  readonly before: Mutation;
  /** Null on a create. */
  readonly serverId: ServerId | null;
  readonly wire: Wire;
}

/**
 * Compare-and-set from `queued` to `sending`. A crash right after it leaves a `sending` of a dead attempt:
 * settled as ambiguous at the next start, whether or not the request went out. Null when there is nothing to
 * send: another tab was faster, the server has the values already, both sides changed the same field, or what
 * it refers to is gone since somebody looked.
 */
export async function claim(context: SyncContext, before: Mutation): Promise<Claimed | null> {
  assertOwner(context);
  const { strict } = context.db;
  const now = context.clock.now();
  return strict.transaction('rw', tablesOf(strict, before.resource), async (tx) => {
    const seen = await changeMutation(tx, before, {});
    if (!seen) return null;
    const record = await mirrorTable(tx, seen.resource).get(seen.localId);
    const serverId = record?.serverId ?? null;
    if (seen.kind !== 'create' && serverId === null) {
      await moveIn(tx, seen, 'refused', { refusal: refusal('deletedOnServer', now) });
      return null;
    }
    const references = await serverIdsOf(tx, seen);
    if (!references) return null;
    let fields = seen.fields;
    if (seen.kind === 'update' && record?.server) {
      const merged = await mergeWaiting(tx, seen, null, record.server);
      if (merged.conflicts.length > 0) {
        const refusal = conflictOver(merged.conflicts, null, record.server, now);
        await moveIn(tx, seen, 'conflicted', { refusal });
        return null;
      }
      fields = merged.fields;
      if (Object.keys(fields).length === 0) {
        await confirmIn(tx, seen, null, now);
        return null;
      }
    }
    const collection = await readCollection(tx, seen.resource);
    const mutation = await moveIn(tx, seen, 'claimed', {
      fields,
      attemptId: uuidv7(now, context.random),
      attempts: seen.attempts + 1,
      firstSentAt: seen.firstSentAt ?? now,
      // Until a whole snapshot was held, nothing is known to have been there before.
      claimGeneration: collection.complete ? collection.generation : UNKNOWN_GENERATION,
      refusal: null,
    });
    return mutation && { mutation, before: seen, serverId, wire: encode(mutation, references) };
  });
}

function refusal(reason: ServerRefusal['reason'], at: number): ServerRefusal {
  return { reason, status: 0, body: null, at };
}

/** The request's body: the changed fields in the server's form, with server ids where local ids stood. */
function encode({ resource, kind, fields }: Mutation, references: Wire): Wire {
  const values = Object.fromEntries(Object.entries(fields).map(([field, change]) => [field, change.value]));
  const wire = specOf(resource).encode(values, kind === 'create' ? 'create' : 'update');
  const sent = Object.entries(references).filter(([field]) => field in fields);
  return { ...wire, ...Object.fromEntries(sent) };
}
