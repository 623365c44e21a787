import { mirrorTable, type Tx } from '../db/app-database.ts';
import { wantWholeReadingBesideFeed } from '../db/meta.ts';
import { findByServerId } from '../db/mirror.ts';
import { findMutation, mutationsOf } from '../db/outbox.ts';
import type { Answer } from '../domain/answer.ts';
import type { WireRecord } from '../domain/wire-record.ts';
import { classify } from '../outbox/classify-answer.ts';
import { isForeignRow, type MirrorRecord } from '../outbox/mirror-record.ts';
import { type Mutation, NOT_LOOKED, type ParkReason, type ServerRefusal } from '../outbox/mutation.ts';
import { mayRenumber, renumbered } from '../outbox/renumber.ts';
import { backoff, serverGivesUp, settleMs } from '../outbox/retry-policy.ts';
import type { Claimed } from './claim.ts';
import { confirmIn } from './confirm.ts';
import { confirmCreate } from './confirm-create.ts';
import { noteDeletion } from './deletions-seen.ts';
import { throttleOf } from './failed-get.ts';
import { move, moveIn, park } from './move.ts';
import { assertOwner, CONTACT, NOTHING, type SyncContext, type WorkResult } from './sync-context.ts';
import { meetLateAnswer } from './twins.ts';

/** How often a record is read and a change sent again after 404, 409 or 412, before a person is asked. */
const READ_AGAIN_MAX = 3;

/** Carries out what an answer means for a claimed mutation, and says what it means for the engine. */
export async function settle(context: SyncContext, claimed: Claimed, answer: Answer): Promise<WorkResult> {
  const { mutation } = claimed;
  const verdict = classify(mutation.kind, answer, mutation.keyed);
  const setbacks = mutation.setbacks ?? { serverErrors: 0, since: context.clock.now(), rereads: 0 };
  context.log.info('change answered', {
    kind: mutation.kind,
    resource: mutation.resource,
    status: answer.kind === 'response' ? answer.status : answer.kind,
    verdict: verdict.do,
  });
  switch (verdict.do) {
    case 'confirm': {
      const confirmation = confirmationIn(claimed, answer);
      if (confirmation) await confirmAll(context, [confirmation]);
      else await becomeAmbiguous(context, mutation, null);
      return CONTACT;
    }
    case 'settle':
      await becomeAmbiguous(context, mutation, null);
      return { ...NOTHING, contact: !verdict.fault, fault: verdict.fault, pause: verdict.pause ?? null };
    case 'requeue':
      // Where it is this one request that the server has no ear for, readings go well all the while.
      await (verdict.pause === 'serverProblem' ? requeueLater : requeue)(context, claimed);
      return {
        ...NOTHING,
        fault: verdict.fault,
        pause: verdict.pause,
        throttleMs: throttleOf(context, verdict.pause, answer),
      };
    case 'readRecord':
      if (setbacks.rereads + 1 >= READ_AGAIN_MAX) await refuse(context, mutation, answer, 'rejected');
      else await becomeAmbiguous(context, mutation, null, { ...setbacks, rereads: setbacks.rereads + 1 });
      return CONTACT;
    case 'serverError': {
      const counted = { ...setbacks, serverErrors: setbacks.serverErrors + 1 };
      if (serverGivesUp(counted.serverErrors, counted.since, context.clock.now())) {
        await refuse(context, mutation, answer, 'serverErrors');
      } else await becomeAmbiguous(context, mutation, null, counted);
      return CONTACT;
    }
    case 'park':
      await refuse(context, mutation, answer, verdict.reason);
      if (answer.kind === 'response') await noteDeletion(context, mutation, answer.status);
      return CONTACT;
    default:
      return verdict satisfies never;
  }
}

/** A mutation that the server has carried out, and the record that it answered. */
export interface Confirmation {
  readonly mutation: Mutation;
  /** Null where the answer brought none. */
  readonly record: WireRecord | null;
  /** It was a deletion, and the server has no such record. */
  readonly notFound: boolean;
}

/** What an answer confirms; null where it does not, or where its record is another one. */
export function confirmationIn(claimed: Claimed, answer: Answer): Confirmation | null {
  const { mutation } = claimed;
  const verdict = classify(mutation.kind, answer, mutation.keyed);
  // Another record's copy says nothing about ours.
  if (verdict.do !== 'confirm' || isForeign(claimed, verdict.record)) return null;
  return { mutation, record: verdict.record, notFound: isNotFound(answer) };
}

/**
 * Stores 2xx answers, in one transaction. A late one, of an attempt that was given up, is evidence and is taken as well:
 * a create is known by its row, whichever attempt made it; an update or a deletion is read again before it is sent again,
 * so that a later attempt of it needs no old answer. A create is confirmed strictly: lost confirmation and a
 * remote edit together would hide it from its probe.
 */
export async function confirmAll(
  context: SyncContext,
  confirmations: readonly Confirmation[],
): Promise<void> {
  const deletions = confirmations.filter(({ mutation, notFound }) => mutation.kind === 'delete' && !notFound);
  // Nothing else waits here: what is sent next is claimed in the transaction that stores this.
  for (const { mutation } of deletions) await noteDeletion(context, mutation, 'deleting');
  assertOwner(context);
  const resources = confirmations.map(({ mutation }) => mutation.resource);
  const isStrict = confirmations.some(({ mutation }) => mutation.kind === 'create');
  await context.commits.commit({
    strict: isStrict,
    resources,
    apart: false,
    work: async (tx) => {
      assertOwner(context);
      for (const confirmation of confirmations) await confirmOne(context, tx, confirmation);
    },
  });
}

async function confirmOne(
  context: SyncContext,
  tx: Tx,
  { mutation: seen, record, notFound }: Confirmation,
): Promise<void> {
  const now = context.clock.now();
  const isCreate = seen.kind === 'create';
  const [lane, row] = await Promise.all([
    mutationsOf(tx, seen.resource, seen.localId),
    isCreate && record ? findByServerId(tx, seen.resource, record.id) : undefined,
  ]);
  const same = lane.find(({ id }) => id === seen.id) ?? (await findMutation(tx, seen.id));
  // Or a create that a person has sent again since, under a new id.
  const open = same ?? (isCreate ? lane.find(({ kind }) => kind === 'create') : undefined);
  const known = open && lane.includes(open) ? lane : undefined;
  if (open && row && isAnothers(open, row)) {
    // Of two equal creates the other one has taken the row: whose it was is all the same, but this one has none.
    const isCurrent = open.state === 'sending' && open.attemptId === seen.attemptId;
    if (isCurrent) await moveIn(tx, open, 'ambiguous', lookLater(open, now));
  } else if (!open || !(isCreate || (await isNews(tx, open, seen)))) {
    if (isCreate && record) await meetLateAnswer(tx, seen, record, now);
  } else if (isCreate && record) {
    await confirmCreate(context, tx, open, record, 'answer', known);
    // Its row may have been read and kept out while it was looked for, and others may have changed it since it was made.
    if (!open.keyed && open.state !== 'sending') await wantWholeReadingBesideFeed(tx, seen.resource);
  } else await confirmIn(tx, open, record, now, 'answer', known);
  if (notFound) await wantWholeReadingBesideFeed(tx, seen.resource);
}

function isNotFound(answer: Answer): boolean {
  return answer.kind === 'response' && [404, 410].includes(answer.status);
}

/**
 * Whether the answer to an update or a deletion is of the attempt that stands, and no copy of the record has come since
 * it was given up: which of the two is the newer one only reading the record tells.
 */
async function isNews(tx: Tx, open: Mutation, { attemptId }: Mutation): Promise<boolean> {
  if (open.attemptId !== attemptId) return false;
  if (open.state === 'sending' || open.kind === 'delete') return true;
  const record = await mirrorTable(tx, open.resource).get(open.localId);
  return record !== undefined && record.serverGen <= open.claimGeneration;
}

/** Whether another create of ours has been found to be the row. One that bears a key is told by it. */
function isAnothers(open: Mutation, row: MirrorRecord): boolean {
  return !open.keyed && row.localId !== open.localId && !isForeignRow(row);
}

/** A plain create that may have been carried out is looked for, but not before a slow commit has landed. */
function lookLater({ probe }: Mutation, now: number): Pick<Mutation, 'nextAt' | 'probe'> {
  return { nextAt: now + settleMs(probe !== null), probe: NOT_LOOKED };
}

async function becomeAmbiguous(
  context: SyncContext,
  mutation: Mutation,
  refusal: ServerRefusal | null,
  setbacks: Mutation['setbacks'] = mutation.setbacks,
): Promise<void> {
  const now = context.clock.now();
  if (mutation.kind === 'create' && !mutation.keyed) {
    await move(context, mutation, 'ambiguous', { ...lookLater(mutation, now), refusal, setbacks });
  } else {
    const nextAt = now + backoff(mutation.attempts - 1, context.random);
    await move(context, mutation, 'ambiguous', { nextAt, setbacks });
  }
}

function isForeign(claimed: Claimed, record: WireRecord | null): boolean {
  return claimed.serverId !== null && record !== null && String(record.id) !== String(claimed.serverId);
}

/** A request that surely changed nothing leaves the mutation as it was before, and as free to be merged. */
async function requeue(context: SyncContext, { mutation, before }: Claimed): Promise<void> {
  const { firstSentAt, attempts, keyed } = before;
  await move(context, mutation, 'notApplied', { firstSentAt, attempts, keyed });
}

/** Puts off what was surely not carried out, for a cause that may last. */
export async function requeueLater(context: SyncContext, { mutation, before }: Claimed): Promise<void> {
  const nextAt = context.clock.now() + backoff(mutation.attempts - 1, context.random);
  await move(context, mutation, 'notApplied', {
    firstSentAt: before.firstSentAt,
    keyed: before.keyed,
    nextAt,
  });
}

/**
 * Parks what the server refused. A refused create that was once unknown is looked for first: 'already
 * exists' is what a server answers to the second copy of our own row. So is one that fails inside the server once
 * more, after the commit perhaps, and one with a number of ours that is taken: a browser or a proxy may repeat a
 * POST on its own. One that carried its key needs no looking for: the server would have answered with the row.
 */
async function refuse(
  context: SyncContext,
  mutation: Mutation,
  answer: Answer,
  reason: ParkReason,
): Promise<void> {
  const response = answer.kind === 'response' ? answer : null;
  const refusal: ServerRefusal = {
    reason,
    status: response?.status ?? 0,
    body: response?.body.kind === 'json' ? response.body.value : null,
    at: context.clock.now(),
  };
  const again = mutation.keyed
    ? renumbered({ now: context.clock.now(), random: context.random }, mutation, refusal)
    : null;
  if (again) {
    await move(context, mutation, 'notApplied', again);
    return;
  }
  const wasMade = mutation.probe !== null || reason === 'serverErrors';
  const mayBeOurs = wasMade || mayRenumber(mutation, refusal);
  if (mutation.kind === 'create' && !mutation.keyed && mayBeOurs)
    await becomeAmbiguous(context, mutation, refusal);
  else await park(context, mutation, refusal);
}
