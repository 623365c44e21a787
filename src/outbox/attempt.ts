import { asObject } from '../domain/answer.ts';
import type { FieldChanges } from '../domain/field-changes.ts';
import { isForeignRow, uuidv7 } from '../domain/ids.ts';
import { specOf } from '../domain/resource-specs.ts';
import { backoff } from '../domain/waits.ts';
import { confirm } from './confirm.ts';
import { dependenciesOf, wireReferences } from './dependencies.ts';
import { isSameAttempt, type LaneDraft } from './lane.ts';
import type { AnsweredEvent, CheckedOutEvent } from './lane-event.ts';
import { watchOver } from './match-create.ts';
import { askAbout, mergeWithCopy } from './merge/merge.ts';
import { isVersionStale, type ServerRow } from './mirror-record.ts';
import {
  appRefusal,
  isWatched,
  type Mutation,
  type MutationChange,
  NOT_PROBED,
  type ServerRefusal,
  setbacksOf,
  UNPLACED,
  UNSENT,
} from './mutation.ts';
import { CLEAN_CHECKS, mayRenumber, recheckLater, renumbered, serverGivesUp } from './retry-policy.ts';

/** In ms. An older change is sent only with a person's consent. */
const ASK_AFTER_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * Merges the record's first change with the server's copy and marks it as being sent. Stops if another tab was faster,
 * nothing is left to send, a person must decide, or a referenced record has no server id.
 */
export function checkedOut(
  draft: LaneDraft,
  { seen, features, generation, together }: CheckedOutEvent,
): void {
  const { env, record } = draft;
  const [head] = draft.open;
  if (!head || !isSameAttempt(head, seen) || !maySend(draft, head, features)) return;
  if (head.kind !== 'create' && record?.serverId === undefined) {
    draft.move(head, 'refused', { refusal: appRefusal('deletedOnServer', env.now) });
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
    draft.move(head, 'aged', { refusal: appRefusal('tooOld', now) });
    return false;
  }
  if (!features.has('client-uid') && mayHaveRow(head, now)) {
    // If `sentWithKey` stayed true, the next attempt would end here again.
    draft.move(head, 'keyUnknown', { nextAt: now, sentWithKey: false, probe: NOT_PROBED });
    return false;
  }
  return true;
}

/** In ms. After this time, another device with the file may have made the row since the search. */
const SEARCH_HOLDS_MS = 60 * 60 * 1000;

/** Returns true if a server without keys may have a row of the create, and no recent search has ruled it out. */
function mayHaveRow({ kind, sentWithKey, firstSentAt, inFile, probe }: Mutation, now: number): boolean {
  if (sentWithKey && firstSentAt !== null) return true;
  if (kind !== 'create' || !inFile) return false;
  const { cleanChecks, lastCheckAt } = { ...NOT_PROBED, ...probe };
  return cleanChecks < CLEAN_CHECKS || Math.abs(now - lastCheckAt) > SEARCH_HOLDS_MS;
}

/** A create that may have been carried out is never too old: its row must be looked for first. */
function isTooOld({ kind, firstSentAt, acceptedAt }: Mutation, now: number): boolean {
  return now - acceptedAt > ASK_AFTER_MS && (kind !== 'create' || firstSentAt === null);
}

/** Returns null if nothing is left to send, or if a person must decide. */
function fieldsToSend(draft: LaneDraft, head: Mutation): FieldChanges | null {
  const theirs = draft.record?.server;
  if (head.kind !== 'update' || !theirs) return head.fields;
  const fields = mergeWithCopy(draft, head, { before: head.mergeBase ?? null, theirs });
  if (fields === null || Object.keys(fields).length > 0) return fields;
  confirm(draft, head, { row: null, isFresh: false });
  return null;
}

/** After a 404, 409, 410 or 412, the record is read and the change is sent again. The third such answer parks it. */
const READ_AGAIN_MAX = 3;

export function answered(draft: LaneDraft, event: AnsweredEvent): void {
  const { seen, before, verdict } = event;
  const { now, random } = draft.env;
  const setbacks = setbacksOf(seen, now);
  switch (verdict.do) {
    case 'confirm':
      return confirmed(draft, event);
    case 'settle':
      return mayHaveArrived(draft, seen);
    case 'requeue': {
      const { firstSentAt, sentWithKey } = before;
      // Another request may end the pause, so this change needs its own wait.
      const isPutOff = verdict.pause === 'serverProblem' || verdict.later === true;
      draft.move(seen, 'notApplied', {
        firstSentAt,
        sentWithKey,
        ...(before.undo ? { undo: before.undo } : {}),
        ...againFromFile(draft.find(seen.id) ?? seen),
        ...(isPutOff ? { nextAt: now + backoff(seen.attempts - 1, random) } : { attempts: before.attempts }),
      });
      return;
    }
    case 'readRecord': {
      const rereads = setbacks.rereads + 1;
      if (rereads >= READ_AGAIN_MAX) return refuse(draft, event, 'rejected');
      return mayHaveArrived(draft, seen, { setbacks: { ...setbacks, rereads } });
    }
    case 'serverError': {
      const counted = { ...setbacks, serverErrors: setbacks.serverErrors + 1 };
      if (serverGivesUp(counted.serverErrors, counted.since, now)) {
        return refuse(draft, event, 'serverErrors');
      }
      return mayHaveArrived(draft, seen, { setbacks: counted });
    }
    case 'park':
      return refuse(draft, event, verdict.reason);
  }
}

/** Another device may have sent the file's change during the attempt, so it is read or searched for again. */
function againFromFile({ kind, inFile }: Mutation): Pick<MutationChange, 'probe' | 'readFirst'> {
  if (!inFile) return {};
  return kind === 'create' ? { probe: null } : { readFirst: true };
}

/**
 * A late answer to an earlier attempt still confirms a create: its row exists. For an update or a deletion, the record
 * is read instead.
 */
function confirmed(draft: LaneDraft, event: AnsweredEvent): void {
  const { seen, row, other, status } = event;
  const isCreate = seen.kind === 'create';
  // A create may have a new id by now, because a person sent it again.
  const open =
    draft.find(seen.id) ?? (isCreate ? draft.open.find(({ kind }) => kind === 'create') : undefined);
  if (open && isCreate && isOfDeletedRow(open, seen)) return;
  if (open && isCreate && other?.record && !open.sentWithKey && !isForeignRow(other.record)) {
    // The row belongs to another, equal create of this device. So this create is still unanswered.
    if (isCurrent(open, seen)) draft.move(open, 'ambiguous', recheckLater(open, draft.env.now));
  } else if (open && (isCreate || isNews(draft, open, seen))) {
    confirm(draft, open, { row, isFresh: isFreshAnswer(open, event), other });
    // Pulls may have skipped this row after somebody changed it, and the feed may have passed its deletion.
    if (isCreate && row && !isCurrent(open, seen)) draft.note({ note: 'readWhole', besideFeed: true });
  } else if (isCreate && row) handleLateAnswer(draft, seen, row);
  if (isNotFound(status)) draft.note({ note: 'readWhole', besideFeed: true });
}

function isCurrent(open: Mutation, { attemptId }: Mutation): boolean {
  return open.state === 'sending' && open.attemptId === attemptId;
}

/** Returns true if a later 410 showed that this attempt's row was deleted. A new key means a new row. */
function isOfDeletedRow(open: Mutation, seen: Mutation): boolean {
  return seen.sentWithKey && (isOfGoneRow(open) || open.idempotencyKey !== seen.idempotencyKey);
}

function isOfGoneRow({ state, refusal }: Mutation): boolean {
  return state === 'parked' && refusal?.reason === 'deletedOnServer';
}

/** Returns false if somebody may have changed the row: a repeated create with a key returns the row as it is now. */
function isFreshAnswer(open: Mutation, { seen, before }: AnsweredEvent): boolean {
  const isFirstAttempt = isCurrent(open, seen) && before.firstSentAt === null && !open.inFile;
  return !open.sentWithKey || (isFirstAttempt && !open.firstSentFields);
}

function isNotFound(status: number): boolean {
  return status === 404 || status === 410;
}

/**
 * Returns true if the answer is to the current attempt. If an update is no longer in flight, its record must also not
 * have been read since the attempt began, or be known to be deleted: otherwise only another read shows which is newer.
 */
function isNews({ record }: LaneDraft, open: Mutation, { attemptId }: Mutation): boolean {
  if (open.attemptId !== attemptId || isOfGoneRow(open)) return false;
  if (open.state === 'sending' || open.kind === 'delete') return true;
  return record !== undefined && record.serverGen <= open.claimGeneration;
}

function handleLateAnswer(draft: LaneDraft, create: Mutation, row: ServerRow): void {
  const { serverId, server } = draft.record ?? {};
  if (serverId === undefined || String(serverId) === String(row.id)) return;
  const watch = watchOver(draft.env, create, { serverId, copy: server ?? {} });
  draft.note({ note: 'secondRow', watch, serverId: row.id });
}

interface Setback {
  readonly refusal?: ServerRefusal;
  readonly setbacks?: Mutation['setbacks'];
}

function mayHaveArrived(
  draft: LaneDraft,
  seen: Mutation,
  { refusal, setbacks = seen.setbacks }: Setback = {},
): void {
  const { now, random } = draft.env;
  if (seen.kind === 'create' && !seen.sentWithKey) {
    draft.move(seen, 'ambiguous', { ...recheckLater(seen, now), refusal: refusal ?? null, setbacks });
  } else {
    draft.move(seen, 'ambiguous', { nextAt: now + backoff(seen.attempts - 1, random), setbacks });
  }
}

/**
 * Parks a refused change. A create without a key is not parked yet if its row may exist: after an unknown outcome,
 * repeated server errors, or a taken number. Then the row is looked for first. Browsers and proxies repeat POSTs, so
 * 'already exists' may answer the repeat of a POST that succeeded.
 */
function refuse(
  draft: LaneDraft,
  { seen, status, body }: AnsweredEvent,
  reason: ServerRefusal['reason'],
): void {
  const refusal: ServerRefusal = { reason, status, body, at: draft.env.now };
  const again = seen.sentWithKey ? renumbered(draft.env, seen, refusal) : null;
  if (again) {
    draft.move(seen, 'notApplied', again);
    return;
  }
  if (sendsRestAlone(draft, seen, refusal)) return;
  const wasMade = seen.probe !== null || reason === 'serverErrors';
  const mayBeOurs = wasMade || mayRenumber(seen, refusal);
  if (seen.kind === 'create' && !seen.sentWithKey && mayBeOurs) mayHaveArrived(draft, seen, { refusal });
  else draft.park(seen, refusal);
}

/**
 * Sends an update without its refused texts, and parks those. Does nothing while a dialog is waiting, or if the record
 * has a later change, which may be to the same text.
 */
function sendsRestAlone(draft: LaneDraft, seen: Mutation, refusal: ServerRefusal): boolean {
  const { now, random } = draft.env;
  const parts = isWatched(seen, now) ? null : partRefusedTexts(seen, refusal);
  if (!parts || draft.open.at(-1)?.id !== seen.id) return false;
  const { undo: _, ...whole } = seen;
  if (!draft.move(seen, 'notApplied', { fields: parts.rest, undo: null, nextAt: now })) return false;
  const id = uuidv7(now, random);
  const deps = dependenciesOf(draft.resource, { kind: 'update', fields: parts.texts }, draft.record);
  const texts = { ...whole, ...UNSENT, seq: UNPLACED, id, fields: parts.texts, deps } as Mutation;
  draft.append(texts);
  draft.park(texts, refusal);
  return true;
}

interface Parts {
  readonly rest: FieldChanges;
  readonly texts: FieldChanges;
}

/**
 * Splits an update if only its long texts were refused: a status must not wait for a long note. Returns null for other
 * refusals, or if the update has no other fields.
 */
export function partRefusedTexts(
  { kind, resource, fields }: Mutation,
  { reason, status, body }: ServerRefusal,
): Parts | null {
  if (kind !== 'update' || reason !== 'rejected' || ![400, 422].includes(status)) return null;
  const refused = Object.keys(asObject(body) ?? {});
  const { texts } = specOf(resource);
  if (refused.length === 0 || !refused.every((field) => texts.includes(field) && field in fields))
    return null;
  const entries = Object.entries(fields);
  const part = (isText: boolean): FieldChanges =>
    Object.fromEntries(entries.filter(([field]) => refused.includes(field) === isText));
  return refused.length === entries.length ? null : { rest: part(false), texts: part(true) };
}
