import type { FieldChanges } from '../domain/field-changes.ts';
import { uuidv7 } from '../domain/ids.ts';
import { confirm } from './confirm.ts';
import { wireReferences } from './dependencies.ts';
import { isSameAttempt } from './lane.ts';
import type { LaneDraft } from './lane-draft.ts';
import type { CheckedOutEvent } from './lane-event.ts';
import { askAbout, mergeWithCopy } from './merge/merge.ts';
import { isVersionStale } from './mirror-record.ts';
import { type Mutation, NOT_PROBED, type ServerRefusal } from './mutation.ts';

/** In ms. An older change is sent only with a person's consent. */
const ASK_AFTER_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * Merges the record's first change with the server's copy and marks it as being sent. Stops if another tab was faster,
 * nothing is left to send, a person decides, or a reference is gone.
 */
export function checkedOut(
  draft: LaneDraft,
  { seen, features, generation, together }: CheckedOutEvent,
): void {
  const { env, record } = draft;
  const [head] = draft.open;
  if (!head || !isSameAttempt(head, seen) || !maySend(draft, head, features)) return;
  if (head.kind !== 'create' && record?.serverId === undefined) {
    draft.move(head, 'refused', { refusal: refusal('deletedOnServer', env.now) });
    return;
  }
  if (record?.server && isVersionStale(head, record))
    return askAbout(draft, head, { fields: [], before: null, theirs: record.server });
  const fields = wireReferences(env.references, head, together) && fieldsToSend(draft, head);
  if (!fields) return;
  draft.move(head, 'checkedOut', {
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

function maySend(draft: LaneDraft, head: Mutation, features: ReadonlySet<string>): boolean {
  const { now } = draft.env;
  if (isTooOld(head, now)) {
    draft.move(head, 'aged', { refusal: refusal('tooOld', now) });
    return false;
  }
  if (head.sentWithKey && head.firstSentAt !== null && !features.has('client-uid')) {
    // With `sentWithKey`, the next attempt would end here again.
    draft.move(head, 'keyUnknown', { nextAt: now, sentWithKey: false, probe: NOT_PROBED });
    return false;
  }
  return true;
}

/** A create that may have been carried out is settled first, however old. */
function isTooOld({ kind, firstSentAt, acceptedAt }: Mutation, now: number): boolean {
  return now - acceptedAt > ASK_AFTER_MS && (kind !== 'create' || firstSentAt === null);
}

/** Returns null if nothing is left to send, or if a person decides. */
function fieldsToSend(draft: LaneDraft, head: Mutation): FieldChanges | null {
  const theirs = draft.record?.server;
  if (head.kind !== 'update' || !theirs) return head.fields;
  const fields = mergeWithCopy(draft, head, { before: head.mergeBase ?? null, theirs });
  if (fields === null || Object.keys(fields).length > 0) return fields;
  confirm(draft, head, { row: null, isFresh: false });
  return null;
}

function refusal(reason: ServerRefusal['reason'], at: number): ServerRefusal {
  return { reason, status: 0, body: null, at };
}
