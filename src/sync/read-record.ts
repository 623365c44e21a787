import { resourceApi } from '../api/resource-api.ts';
import { mirrorTable, tablesOf } from '../db/app-database.ts';
import { collectionWriter } from '../db/collection-writer.ts';
import { refold } from '../db/mirror.ts';
import { changeMutation, findMutation } from '../db/outbox.ts';
import { type WireRecord } from '../domain/wire-record.ts';
import { classifyReading } from '../outbox/classify-answer.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { backoff } from '../outbox/retry-policy.ts';
import { isUnseen, serverCopyOf } from '../outbox/server-copy.ts';
import { confirmIn } from './confirm.ts';
import { failedGet } from './failed-get.ts';
import { conflictOver, keepMadeOver, mergeWaiting } from './merge-waiting.ts';
import { move, moveIn, park } from './move.ts';
import { assertOwner, CONTACT, type SyncContext, type WorkResult } from './sync-context.ts';

export type ReadOutcome =
  /** The record was read and the change is still to be sent. */
  | { readonly next: 'send'; readonly mutation: Mutation }
  /** Settled, parked or put off; there is nothing to send now. */
  | { readonly next: 'done'; readonly result: WorkResult };

/** Another record's copy says nothing about ours. */
const NOTHING_FOUND = { found: 'nothing' } as const;

const done = (result: WorkResult): ReadOutcome => ({ next: 'done', result });

/**
 * Reads an update's or deletion's record before it is sent: an answer that got lost is recognised by what the
 * server holds, and what somebody else changed meanwhile is merged, not overwritten.
 */
export async function readAndMerge(context: SyncContext, seen: Mutation): Promise<ReadOutcome> {
  const known = await context.db.relaxed[seen.resource].get(seen.localId);
  if (known?.serverId === undefined) return { next: 'send', mutation: seen };
  const answer = await resourceApi(context.send, seen.resource).read(known.serverId, context.signal);
  const read = classifyReading(answer);
  const reading =
    read.found === 'record' && String(read.record.id) !== String(known.serverId) ? NOTHING_FOUND : read;
  switch (reading.found) {
    case 'record':
      return mergeRead(context, seen, reading.record, known.serverGen);
    case 'gone':
      return done(await settleGone(context, seen));
    case 'nothing': {
      const failed = failedGet(context, answer);
      // That the server asks everybody for patience says nothing of this change: it is due when that is over.
      if (failed.pause !== 'throttled') {
        await move(context, seen, 'notApplied', {
          attempts: seen.attempts + 1,
          nextAt: context.clock.now() + backoff(seen.attempts, context.random),
        });
      }
      return done(failed);
    }
    default:
      return reading satisfies never;
  }
}

/** The record is gone. That is what a deletion wanted; an update waits for a person. */
async function settleGone(context: SyncContext, seen: Mutation): Promise<WorkResult> {
  if (seen.kind === 'delete') {
    assertOwner(context);
    const { relaxed } = context.db;
    await relaxed.transaction('rw', tablesOf(relaxed, seen.resource), async (tx) => {
      const current = await changeMutation(tx, seen, {});
      if (current) await confirmIn(tx, current, null, context.clock.now());
    });
  } else {
    await park(context, seen, {
      reason: 'deletedOnServer',
      status: 404,
      body: null,
      at: context.clock.now(),
    });
  }
  return CONTACT;
}

/** @param startGeneration of the record's copy when the reading began */
async function mergeRead(
  context: SyncContext,
  seen: Mutation,
  found: WireRecord,
  startGeneration: number,
): Promise<ReadOutcome> {
  assertOwner(context);
  const { relaxed } = context.db;
  const at = context.clock.now();
  return relaxed.transaction('rw', tablesOf(relaxed, seen.resource), async (tx) => {
    const record = await mirrorTable(tx, seen.resource).get(seen.localId);
    // A newer copy came while this one was on its way: what was read is read again.
    if (!record || record.serverGen !== startGeneration) return done(CONTACT);
    // Changed meanwhile by a person or another tab: what was read must not become what that is merged with.
    const now = await findMutation(tx, seen.id);
    if (now?.state !== seen.state || now.attemptId !== seen.attemptId) return done(CONTACT);
    const theirs = serverCopyOf(seen.resource, found.wire, record.server);
    const before = seen.madeOver ?? record.server;
    const { fields, conflicts } = await mergeWaiting(tx, seen, before, theirs);
    const writer = await collectionWriter(tx, seen.resource);
    const read = writer.updated(record, found, theirs);
    await writer.save();
    await keepMadeOver(tx, seen.resource, record, theirs, { change: seen, fields });
    if (conflicts.length > 0 || isUnseen(seen, read)) {
      await refold(tx, seen.resource, read);
      const refusal = conflictOver(conflicts, before, theirs, at);
      await moveIn(tx, seen, 'conflicted', { refusal, madeOver: null });
      return done(CONTACT);
    }
    const current = await changeMutation(tx, seen, { fields, readFirst: false, madeOver: null });
    // What the server has already is no change of this device's any more.
    await refold(tx, seen.resource, read);
    if (!current) return done(CONTACT);
    if (seen.kind === 'update' && Object.keys(fields).length === 0) {
      await confirmIn(tx, current, found, at);
      return done(CONTACT);
    }
    return { next: 'send', mutation: current };
  });
}
