import { resourceApi } from '../../api/resource-api.ts';
import { readCapabilities } from '../../db/known-server.ts';
import { mirrorTable } from '../../db/tables.ts';
import type { Answer } from '../../domain/answer.ts';
import { changesText } from '../../outbox/changes.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { attemptTimeout } from '../../outbox/retry-policy.ts';
import { NOTHING, type SyncContext, type WorkResult } from '../sync-context.ts';
import { type ClaimedMutation, claim, isClaimed } from './claim.ts';
import { readAndMerge } from './read-record.ts';
import { settle, settlementOf } from './settle.ts';

/**
 * Sends one mutation: reads the record first where its state is in doubt, marks the mutation `sending` in a
 * strict transaction before the request, and settles whatever comes back. No transaction is open while the
 * request is under way.
 * @param stale the collection was last read too long ago to send an update unseen
 */
export async function pushMutation(
  context: SyncContext,
  queued: Mutation,
  { stale }: { readonly stale: boolean },
): Promise<WorkResult> {
  let mutation = queued;
  const unseen =
    (stale || changesText(mutation)) && mutation.kind === 'update' && !(await isGuarded(context, mutation));
  if (mutation.kind !== 'create' && (mutation.readFirst || unseen)) {
    const read = await readAndMerge(context, mutation);
    if (read.next === 'done') return read.result;
    mutation = read.mutation;
  }
  const claimed = await claim(context, mutation);
  if (!claimed) return NOTHING;
  const slow = queued.readFirst || queued.probe !== null || (queued.sentWithKey && queued.attempts > 0);
  const answer = await send(context, claimed, slow);
  return settle(context, settlementOf(claimed, answer));
}

/** Whether the server itself refuses the change where the record is in another state than the one known here. */
async function isGuarded({ db }: SyncContext, { resource, localId }: Mutation): Promise<boolean> {
  const { relaxed } = db;
  return relaxed.transaction('r', relaxed[resource], relaxed.meta, async (tx) => {
    const record = await mirrorTable(tx, resource).get(localId);
    return record?.version !== undefined && (await readCapabilities(tx)).has('if-match');
  });
}

/** @param slow an answer got lost before: the server may need more time */
async function send(context: SyncContext, claimed: ClaimedMutation, slow: boolean): Promise<Answer> {
  const { mutation, serverId, wire } = claimed;
  const api = resourceApi(context.send, mutation.resource);
  const options = {
    timeoutMs: attemptTimeout(slow),
    signal: context.signal,
    mayRepeat: () => isClaimed(context, [mutation]),
    ...(claimed.ifMatch === null ? {} : { ifMatch: claimed.ifMatch }),
  };
  if (mutation.kind === 'create') return api.create(wire, options);
  if (serverId === null) return { kind: 'notSent' };
  return mutation.kind === 'update' ? api.update(serverId, wire, options) : api.remove(serverId, options);
}
