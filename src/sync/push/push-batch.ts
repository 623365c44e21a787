import { type BatchItem, batchResultsIn, sendBatch } from '../../api/sync-api.ts';
import { tablesOf } from '../../db/tables.ts';
import type { Answer } from '../../domain/answer.ts';
import { collectionName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../domain/resource-specs.ts';
import { classify } from '../../outbox/classify-answer.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { attemptTimeout } from '../../outbox/retry-policy.ts';
import { assertOwner, NOTHING, type SyncContext, type WorkResult } from '../sync-context.ts';
import { type ClaimedMutation, claimIn, isClaimed } from './claim.ts';
import { confirmAll, type Settlement, settle, settlementOf } from './settle.ts';

const METHODS = { create: 'POST', update: 'PATCH', delete: 'DELETE' } as const;

/** A batch may take the server longer than one change. */
const TIMEOUT_MS = attemptTimeout(true);

/** A person's own save waits for no more than so many in one transaction. */
const CONFIRMED_TOGETHER = 25;

const NO_ANSWER: Answer = { kind: 'noAnswer', cause: 'network' };

export interface BatchResult extends WorkResult {
  /** The server does not take batches after all: what was in this one is to be sent one by one. */
  readonly refused: boolean;
}

/**
 * Sends many mutations in one request and settles each by its own result. All are marked `sending` in one strict
 * transaction before it. Where the answer does not say what became of one, it is as ambiguous as if it had been
 * sent alone and got no answer.
 * @param answered called as soon as the server has confirmed them all: the next batch may go while these are stored
 */
export async function pushBatch(
  context: SyncContext,
  mutations: readonly Mutation[],
  answered: () => void,
): Promise<BatchResult> {
  const claimed = await claimAll(context, mutations);
  if (claimed.length === 0) return { ...NOTHING, refused: false };
  const answer = await sendBatch(context.send, claimed.map(itemOf), {
    timeoutMs: TIMEOUT_MS,
    signal: context.signal,
    mayRepeat: () =>
      isClaimed(
        context,
        claimed.map(({ mutation }) => mutation),
      ),
  });
  const results = batchResultsIn(answer);
  const refused = results === null && isAboutBatches(answer);
  const settled = claimed.map((one) => {
    const own = results ? (results.get(attemptOf(one)) ?? NO_ANSWER) : refused ? NO_ANSWER : answer;
    return isHeldBack(own) ? heldBack(one, own) : settlementOf(one, own);
  });
  const isConfirmed = ({ verdict }: Settlement): boolean => verdict.do === 'confirm';
  // Anything else may be a reason not to send more.
  if (settled.every(isConfirmed)) answered();
  const works: WorkResult[] = [];
  let confirmed: Settlement[] = [];
  for (const settlement of settled) {
    if (isConfirmed(settlement)) confirmed.push(settlement);
    else works.push(await settle(context, settlement));
    if (confirmed.length < CONFIRMED_TOGETHER) continue;
    await confirmAll(context, confirmed);
    confirmed = [];
  }
  if (confirmed.length > 0) await confirmAll(context, confirmed);
  const contact = results !== null || refused;
  return { ...summary(works), ...(contact ? { contact, fault: false } : {}), refused };
}

/** @returns those that are marked `sending` now, in order */
async function claimAll(context: SyncContext, mutations: readonly Mutation[]): Promise<ClaimedMutation[]> {
  assertOwner(context);
  const { strict } = context.db;
  const made = new Set(mutations.filter(({ kind }) => kind === 'create').map(({ localId }) => localId));
  return strict.transaction('rw', tablesOf(strict, ...RESOURCE_NAMES), async (tx) => {
    const together = new Map<string, string>();
    const claimed = new Map<number, ClaimedMutation>();
    const take = async (mutation: Mutation): Promise<void> => {
      const one = await claimIn(tx, context, { before: mutation, together });
      if (!one) return;
      claimed.set(mutation.seq, one);
      const { keyed, localId, uid } = one.mutation;
      if (keyed && uid !== null) together.set(localId, uid);
    };
    const waits = ({ deps }: Mutation): boolean => deps.some((id) => made.has(id));
    // What refers to none of the others need not wait for them.
    await Promise.all(mutations.filter((mutation) => !waits(mutation)).map(take));
    for (const mutation of mutations) if (waits(mutation)) await take(mutation);
    return mutations.flatMap(({ seq }) => claimed.get(seq) ?? []);
  });
}

function itemOf(claimed: ClaimedMutation): BatchItem {
  const { mutation, serverId, ifMatch, wire } = claimed;
  return {
    id: attemptOf(claimed),
    method: METHODS[mutation.kind],
    resource: collectionName(specOf(mutation.resource)),
    ...(serverId === null ? {} : { record: serverId }),
    ...(ifMatch === null ? {} : { if_match: ifMatch }),
    ...(mutation.kind === 'delete' ? {} : { body: wire }),
  };
}

function attemptOf({ mutation }: ClaimedMutation): string {
  return mutation.attemptId ?? mutation.id;
}

/** 424: what it refers to was not made in the same request. It was surely not carried out. */
function isHeldBack(answer: Answer): boolean {
  return answer.kind === 'response' && answer.status === 424;
}

function heldBack(claimed: ClaimedMutation, answer: Answer): Settlement {
  return { claimed, answer, verdict: { do: 'requeue', pause: null, fault: false, later: true } };
}

/** Whether an answer refuses the batch as such, which says nothing about any mutation in it. */
function isAboutBatches(answer: Answer): boolean {
  if (answer.kind !== 'response' || answer.body.kind === 'html') return false;
  if (answer.status === 404 || answer.status === 405) return true;
  return ['park', 'confirm', 'readRecord'].includes(classify('update', answer).do);
}

function summary(works: readonly WorkResult[]): WorkResult {
  return {
    contact: works.some(({ contact }) => contact),
    fault: works.some(({ fault }) => fault),
    pause: works.find(({ pause }) => pause !== null)?.pause ?? null,
    throttleMs: Math.max(0, ...works.map(({ throttleMs }) => throttleMs)),
  };
}
