import { uuidv7 } from '../domain/ids.ts';
import { confirm } from './confirm.ts';
import { isSame } from './lane.ts';
import type { LaneDraft } from './lane-draft.ts';
import type { ClaimedEvent } from './lane-event.ts';
import { conflictOver, mergeWaiting, noteJoined } from './merge-waiting.ts';
import { type FieldChanges, type Mutation, NOT_PROBED, type ServerRefusal } from './mutation.ts';
import { wireReferences } from './references.ts';
import { isUnseen } from './server-copy.ts';

/** A change that has waited longer than this goes only after a person has said so, in ms. */
const ASK_AFTER_MS = 14 * 24 * 60 * 60 * 1000;

/** Stands for 'no complete snapshot was held when this was sent'. */
export const UNKNOWN_GENERATION = -1;

/**
 * From `queued` to `sending`, if the change is still as it was chosen. It stays where there is nothing to send: another
 * tab was faster, the server has the values already, both sides changed the same field, or what it refers to is gone.
 */
export function claimed(draft: LaneDraft, { seen, features, generation, together }: ClaimedEvent): void {
  const { env, record } = draft;
  const [head] = draft.open;
  if (!head || !isSame(head, seen) || !maySend(draft, head, features)) return;
  if (head.kind !== 'create' && record?.serverId === undefined) {
    draft.move(head, 'refused', { refusal: refusal('deletedOnServer', env.now) });
    return;
  }
  if (record?.server && isUnseen(head, record)) {
    const sides = { before: null, theirs: record.server };
    draft.move(head, 'conflicted', { refusal: conflictOver([], sides, env.now) });
    return;
  }
  const fields = wireReferences(env.references, head, together) && fieldsToSend(draft, head);
  if (!fields) return;
  draft.move(head, 'claimed', {
    fields,
    sentWithKey: head.kind === 'create' && head.idempotencyKey !== null && features.has('client-uid'),
    attemptId: uuidv7(env.now, env.random),
    attempts: head.attempts + 1,
    firstSentAt: head.firstSentAt ?? env.now,
    claimGeneration: generation,
    refusal: null,
    readFirst: false,
    ...(head.undo ? { undo: null } : {}),
    ...(head.mergeBase ? { mergeBase: null } : {}),
  });
}

/** False for what a person is asked about first, and for a create whose key the server has forgotten. */
function maySend(draft: LaneDraft, head: Mutation, features: ReadonlySet<string>): boolean {
  const { now } = draft.env;
  if (isTooOld(head, now)) {
    draft.move(head, 'aged', { refusal: refusal('tooOld', now) });
    return false;
  }
  if (head.sentWithKey && head.firstSentAt !== null && !features.has('client-uid')) {
    // From here on it is as any create without a key, or the claim after its probe would find the key lost again.
    draft.move(head, 'keyUnknown', { nextAt: now, sentWithKey: false, probe: NOT_PROBED });
    return false;
  }
  return true;
}

/**
 * A change that has waited for so long may surprise everybody: a person is asked before it goes. Not a create
 * that may have been carried out; that is settled first.
 */
function isTooOld({ kind, firstSentAt, acceptedAt }: Mutation, now: number): boolean {
  return now - acceptedAt > ASK_AFTER_MS && (kind !== 'create' || firstSentAt === null);
}

/** What is still to be sent, over the server's copy; null where that is nothing, or nobody's to decide. */
function fieldsToSend(draft: LaneDraft, head: Mutation): FieldChanges | null {
  const theirs = draft.record?.server;
  if (head.kind !== 'update' || !theirs) return head.fields;
  const { references, now } = draft.env;
  const sides = { before: head.mergeBase ?? null, theirs };
  const { fields, conflicts, joined } = mergeWaiting(references, head, sides);
  if (conflicts.length > 0) {
    draft.move(head, 'conflicted', { refusal: conflictOver(conflicts, sides, now), mergeBase: null });
    return null;
  }
  noteJoined(draft, head, { joined, theirs });
  if (Object.keys(fields).length > 0) return fields;
  confirm(draft, head, { row: null, by: 'read' });
  return null;
}

function refusal(reason: ServerRefusal['reason'], at: number): ServerRefusal {
  return { reason, status: 0, body: null, at };
}
