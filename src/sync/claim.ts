import { mirrorTable, type Tx } from '../db/app-database.ts';
import { readCapabilities } from '../db/capabilities.ts';
import { readCollection } from '../db/meta.ts';
import { isSame, mutationsOf } from '../db/outbox.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Fields, ServerId, Wire } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { type FieldChanges, type Mutation, NOT_LOOKED, type ServerRefusal } from '../outbox/mutation.ts';
import { isUnseen } from '../outbox/server-copy.ts';
import { confirmIn } from './confirm.ts';
import { conflictOver, mergeWaiting } from './merge-waiting.ts';
import { moveIn, moveReadIn } from './move.ts';
import { referencesOf } from './references.ts';
import { assertOwner, type SyncContext } from './sync-context.ts';

/** A change that has waited longer than this goes only after a person has said so, in ms. */
const ASK_AFTER_MS = 14 * 24 * 60 * 60 * 1000;

/** Stands for 'no complete snapshot was held when this was sent'. */
export const UNKNOWN_GENERATION = -1;

/** A mutation marked `sending`, with everything that its request needs. */
export interface Claimed {
  readonly mutation: Mutation;
  /** As it was before the claim, so that a request that surely changed nothing leaves no trace. */
  readonly before: Mutation;
  /** Null on a create. */
  readonly serverId: ServerId | null;
  /** The state of the record that the change was made over; null where the server keeps no count of them. */
  readonly ifMatch: number | null;
  readonly wire: Wire;
}

/** Keys of creates that go out in the same request, by local id: what refers to them may go with them. */
export type Together = ReadonlyMap<string, string>;

const ALONE: Together = new Map();

/**
 * Compare-and-set from `queued` to `sending`. A crash right after it leaves a `sending` of a dead attempt:
 * settled as ambiguous at the next start, whether or not the request went out. Null when there is nothing to
 * send: another tab was faster, the server has the values already, both sides changed the same field, what it
 * refers to is gone since somebody looked, or another change of its record has come before it.
 */
export async function claim(context: SyncContext, before: Mutation): Promise<Claimed | null> {
  assertOwner(context);
  return context.commits.commit({
    strict: true,
    resources: [before.resource],
    apart: true,
    work: async (tx) => {
      // It may have waited for its turn.
      assertOwner(context);
      return claimIn(tx, context, before, ALONE);
    },
  });
}

/** `claim` in the caller's transaction, beside others that go out in the same request. */
export async function claimIn(
  tx: Tx,
  context: SyncContext,
  before: Mutation,
  together: Together,
): Promise<Claimed | null> {
  const now = context.clock.now();
  const { resource, localId } = before;
  const [open, record, features, collection] = await Promise.all([
    mutationsOf(tx, resource, localId),
    mirrorTable(tx, resource).get(localId),
    readCapabilities(tx),
    readCollection(tx, resource),
  ]);
  const [seen] = open;
  if (!seen || !isSame(seen, before) || !(await maySend(tx, seen, features, now))) return null;
  const serverId = record?.serverId ?? null;
  if (seen.kind !== 'create' && serverId === null) {
    await moveIn(tx, seen, 'refused', { refusal: refusal('deletedOnServer', now) });
    return null;
  }
  if (record?.server && isUnseen(seen, record)) {
    await moveIn(tx, seen, 'conflicted', { refusal: conflictOver([], null, record.server, now) });
    return null;
  }
  const references = await referencesOf(tx, seen, together);
  if (!references) return null;
  const fields = await fieldsToSend(tx, seen, record?.server ?? null, now);
  if (!fields) return null;
  const keyed = seen.kind === 'create' && seen.uid !== null && features.has('client-uid');
  const mutation = await moveReadIn(tx, { record, open }, seen, 'claimed', {
    fields,
    keyed,
    attemptId: uuidv7(now, context.random),
    attempts: seen.attempts + 1,
    firstSentAt: seen.firstSentAt ?? now,
    // Until a whole snapshot was held, nothing is known to have been there before.
    claimGeneration: collection.complete ? collection.generation : UNKNOWN_GENERATION,
    refusal: null,
    readFirst: false,
    ...(seen.madeOver ? { madeOver: null } : {}),
  });
  if (!mutation) return null;
  const guarded = seen.kind !== 'create' && features.has('if-match');
  const ifMatch = guarded ? (seen.over ?? record?.version ?? null) : null;
  return { mutation, before: seen, serverId, ifMatch, wire: encode(mutation, references) };
}

/** False for what a person is asked about first, and for a create whose key the server has forgotten. */
async function maySend(tx: Tx, seen: Mutation, features: ReadonlySet<string>, now: number): Promise<boolean> {
  if (isTooOld(seen, now)) {
    await moveIn(tx, seen, 'aged', { refusal: refusal('tooOld', now) });
    return false;
  }
  if (seen.keyed && seen.firstSentAt !== null && !features.has('client-uid')) {
    // From here on it is as any create without a key, or the claim after its probe would find the key lost again.
    await moveIn(tx, seen, 'keyLost', { nextAt: now, keyed: false, probe: NOT_LOOKED });
    return false;
  }
  return true;
}

/** What is still to be sent, over the server's copy; null where that is nothing, or nobody's to decide. */
async function fieldsToSend(
  tx: Tx,
  seen: Mutation,
  server: Fields | null,
  now: number,
): Promise<FieldChanges | null> {
  if (seen.kind !== 'update' || !server) return seen.fields;
  const before = seen.madeOver ?? null;
  const merged = await mergeWaiting(tx, seen, before, server);
  if (merged.conflicts.length > 0) {
    const refusal = conflictOver(merged.conflicts, before, server, now);
    await moveIn(tx, seen, 'conflicted', { refusal, madeOver: null });
    return null;
  }
  if (Object.keys(merged.fields).length > 0) return merged.fields;
  await confirmIn(tx, seen, null, now);
  return null;
}

/**
 * A change that has waited for so long may surprise everybody: a person is asked before it goes. Not a create
 * that may have been carried out; that is settled first.
 */
function isTooOld({ kind, firstSentAt, acceptedAt }: Mutation, now: number): boolean {
  return now - acceptedAt > ASK_AFTER_MS && (kind !== 'create' || firstSentAt === null);
}

function refusal(reason: ServerRefusal['reason'], at: number): ServerRefusal {
  return { reason, status: 0, body: null, at };
}

/** The request's body: the changed fields in the server's form, with server ids where local ids stood. */
function encode({ resource, kind, fields, keyed, uid }: Mutation, references: Wire): Wire {
  const values = Object.fromEntries(Object.entries(fields).map(([field, change]) => [field, change.value]));
  const wire = specOf(resource).encode(values, kind === 'create' ? 'create' : 'update');
  const sent = Object.entries(references).filter(([field]) => field in fields);
  return { ...wire, ...Object.fromEntries(sent), ...(keyed ? { client_uid: uid } : {}) };
}

/**
 * Whether these attempts still stand as they were claimed: none was settled, or taken for dead, by another tab, nor has
 * anything been read since that it would have to be merged with.
 */
export async function isClaimed({ db }: SyncContext, attempts: readonly Mutation[]): Promise<boolean> {
  const now = await db.relaxed.outbox.bulkGet(attempts.map(({ seq }) => seq));
  return attempts.every(({ attemptId }, n) => {
    const current = now[n];
    return current?.state === 'sending' && current.attemptId === attemptId && !current.readFirst;
  });
}
