import { resourceApi } from '../../api/resource-api.ts';
import { collectionWriter } from '../../db/collection-writer.ts';
import { changeLane, readLane } from '../../db/lane-store.ts';
import { tablesOf } from '../../db/tables.ts';
import type { WireRecord } from '../../domain/wire-record.ts';
import { classifyRecordRead } from '../../outbox/classify-answer.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { backoff } from '../../outbox/retry-policy.ts';
import { failedGet } from '../failed-get.ts';
import { happen } from '../lane-work.ts';
import { assertOwner, CONTACT, type SyncContext, type WorkResult } from '../sync-context.ts';

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
  const read = classifyRecordRead(answer);
  const result =
    read.found === 'record' && String(read.record.id) !== String(known.serverId) ? NOTHING_FOUND : read;
  switch (result.found) {
    case 'record':
      return mergeRead(context, { seen, found: result.record, startGeneration: known.serverGen });
    case 'gone':
      await happen(context, { type: 'rowGone', seen });
      return done(CONTACT);
    case 'nothing': {
      const failed = failedGet(context, answer);
      // That the server asks everybody for patience says nothing of this change: it is due when that is over.
      if (failed.pause !== 'throttled') {
        const nextAt = context.clock.now() + backoff(seen.attempts, context.random);
        await happen(context, { type: 'putOff', seen, nextAt, attempts: seen.attempts + 1 });
      }
      return done(failed);
    }
    default:
      return result satisfies never;
  }
}

interface ReadBefore {
  readonly seen: Mutation;
  readonly found: WireRecord;
  /** Generation of the record's copy when it was asked for. */
  readonly startGeneration: number;
}

/** @param startGeneration of the record's copy when the read began */
async function mergeRead(
  context: SyncContext,
  { seen, found, startGeneration }: ReadBefore,
): Promise<ReadOutcome> {
  assertOwner(context);
  const { relaxed } = context.db;
  return relaxed.transaction('rw', tablesOf(relaxed, seen.resource), async (tx) => {
    const [lane, writer] = await Promise.all([
      readLane(tx, seen),
      collectionWriter(tx, seen.resource, context.clock.now()),
    ]);
    const row = writer.rowOf(found, lane.record);
    const event = { type: 'recordRead', seen, row, startGeneration } as const;
    const after = await changeLane(tx, context, { lane, event, writer });
    if (after === lane) return done(CONTACT);
    await writer.save();
    const mutation = after.mutations.find(({ id }) => id === seen.id);
    return mutation?.state === 'queued' ? { next: 'send', mutation } : done(CONTACT);
  });
}
