import { type BatchItem, batchResultsIn, sendBatch } from '../../api/sync-api.ts';
import { wasCutOff } from '../../db/storage-watch.ts';
import { tablesOf } from '../../db/tables.ts';
import { type Answer, SLOW_TIMEOUT_MS } from '../../domain/answer.ts';
import { collectionName } from '../../domain/resource-spec.ts';
import { RECORD_KINDS, specOf } from '../../domain/resource-specs.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { assertOwner, NOTHING, NotOwnerError, type SyncContext, type WorkResult } from '../sync-context.ts';
import { classify } from './classify-answer.ts';
import {
  type CheckedOut,
  checkOutIn,
  confirmAll,
  isStillCheckedOut,
  type Settlement,
  settle,
  settlementOf,
} from './push-transactions.ts';

const METHODS = { create: 'POST', update: 'PATCH', delete: 'DELETE' } as const;

const NO_ANSWER: Answer = { kind: 'noAnswer', cause: 'network' };

/** A person's save waits for at most this many confirmations. */
const CONFIRMED_TOGETHER = 50;

/**
 * Sends mutations in one request and settles each by its own result. A mutation without a result is ambiguous.
 * @param onRefused called if the server refuses batches
 */
export async function pushBatch(
  context: SyncContext,
  mutations: readonly Mutation[],
  onRefused: () => void,
): Promise<WorkResult> {
  const checkOuts = await togetherOrEach(mutations, (some) => checkOutAll(context, some));
  const checkedOut = checkOuts.done.flat();
  if (checkedOut.length === 0 && checkOuts.failure) throw checkOuts.failure.error;
  if (checkedOut.length === 0) return NOTHING;
  const answer = await sendBatch(context.send, checkedOut.map(itemOf), {
    timeoutMs: SLOW_TIMEOUT_MS,
    signal: context.signal,
    mayRepeat: () =>
      isStillCheckedOut(
        context,
        checkedOut.map(({ mutation }) => mutation),
      ),
  });
  const results = batchResultsIn(answer);
  const refused = results === null && isAboutBatches(answer);
  if (refused) onRefused();
  const settled = checkedOut.map((one) => {
    const own = results ? (results.get(attemptOf(one)) ?? NO_ANSWER) : refused ? NO_ANSWER : answer;
    return failedWithReference(own) ? sendLater(one, own) : settlementOf(one, own);
  });
  const isConfirmed = ({ verdict }: Settlement): boolean => verdict.do === 'confirm';
  let { failure } = checkOuts;
  for (const some of inParts(settled.filter(isConfirmed), CONFIRMED_TOGETHER)) {
    const confirms = await togetherOrEach(some, (these) => confirmAll(context, these));
    failure ??= confirms.failure;
  }
  const others = await each(
    settled.filter((one) => !isConfirmed(one)),
    (settlement) => settle(context, settlement),
  );
  failure ??= others.failure;
  if (failure) throw failure.error;
  const contact = results !== null || refused;
  return { ...summary(others.done), ...(contact ? { contact, fault: false } : {}) };
}

function inParts<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  );
}

interface Done<T> {
  readonly done: readonly T[];
  readonly failure: { readonly error: unknown } | null;
}

/** Tries each by itself if all together fail, so that one change does not hold up the others. */
async function togetherOrEach<Item, T>(
  items: readonly Item[],
  work: (some: readonly Item[]) => Promise<T>,
): Promise<Done<T>> {
  if (items.length === 0) return { done: [], failure: null };
  try {
    return { done: [await work(items)], failure: null };
  } catch (error) {
    if (items.length === 1) return { done: [], failure: { error } };
  }
  return each(items, (item) => work([item]));
}

async function each<Item, T>(items: readonly Item[], work: (item: Item) => Promise<T>): Promise<Done<T>> {
  const done: T[] = [];
  let failure: Done<T>['failure'] = null;
  for (const item of items) {
    try {
      done.push(await work(item));
    } catch (error) {
      failure ??= { error };
      // A later poll handles the rest, as it would after a crash.
      if (wasCutOff(error) || error instanceof NotOwnerError) break;
    }
  }
  return { done, failure };
}

async function checkOutAll(context: SyncContext, mutations: readonly Mutation[]): Promise<CheckedOut[]> {
  assertOwner(context);
  const { strict } = context.db;
  const made = new Set(mutations.filter(({ kind }) => kind === 'create').map(({ localId }) => localId));
  return strict.transaction('rw', tablesOf(strict, ...RECORD_KINDS), async (tx) => {
    const together = new Map<string, string>();
    const checkedOut = new Map<number, CheckedOut>();
    const take = async (mutation: Mutation): Promise<void> => {
      const one = await checkOutIn(tx, context, { before: mutation, together });
      if (!one) return;
      checkedOut.set(mutation.seq, one);
      const { sentWithKey, localId, idempotencyKey } = one.mutation;
      if (sentWithKey && idempotencyKey !== null) together.set(localId, idempotencyKey);
    };
    const waits = ({ deps }: Mutation): boolean => deps.some((id) => made.has(id));
    await Promise.all(mutations.filter((mutation) => !waits(mutation)).map(take));
    for (const mutation of mutations) if (waits(mutation)) await take(mutation);
    return mutations.flatMap(({ seq }) => checkedOut.get(seq) ?? []);
  });
}

function itemOf(checkedOut: CheckedOut): BatchItem {
  const { mutation, serverId, ifMatch, attachments, wire } = checkedOut;
  return {
    id: attemptOf(checkedOut),
    method: METHODS[mutation.kind],
    resource: collectionName(specOf(mutation.resource)),
    ...(serverId === null ? {} : { record: serverId }),
    ...(ifMatch === null ? {} : { if_match: ifMatch }),
    ...(attachments === null ? {} : { attachments: attachments.count }),
    ...(attachments?.hash ? { attachments_hash: attachments.hash } : {}),
    ...(mutation.kind === 'delete' ? {} : { body: wire }),
  };
}

function attemptOf({ mutation }: CheckedOut): string {
  return mutation.attemptId ?? mutation.id;
}

/** 424: a record that the change refers to was not created, so the change was surely not carried out. */
function failedWithReference(answer: Answer): boolean {
  return answer.kind === 'response' && answer.status === 424;
}

function sendLater(checkedOut: CheckedOut, answer: Answer): Settlement {
  return { checkedOut, answer, verdict: { do: 'requeue', pause: null, fault: false, later: true } };
}

/** Returns true if the batch itself is refused, which says nothing about its mutations. */
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
