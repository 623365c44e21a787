import { agreedAttachments } from '../../db/agreed-attachments.ts';
import { collectionWriter } from '../../db/collection-writer.ts';
import { readCapabilities } from '../../db/known-server.ts';
import { changeLane, laneOfChange, laneWithRow, readLane } from '../../db/lane-store.ts';
import { readCollection } from '../../db/meta-rows.ts';
import { readReferences } from '../../db/mirror-and-outbox.ts';
import { wasCutOff } from '../../db/storage-watch.ts';
import { type Tx, tablesOf } from '../../db/tables.ts';
import type { Answer, WireRecord } from '../../domain/answer.ts';
import { type AttachmentSet, attachmentsIn } from '../../domain/attachment.ts';
import type { RecordKind, ServerId, Wire } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { wireReferences } from '../../outbox/dependencies.ts';
import type { Verdict } from '../../outbox/lane-event.ts';
import { type Mutation, UNKNOWN_GENERATION } from '../../outbox/mutation.ts';
import { sendBytesAgain } from '../files/file-outcomes.ts';
import {
  applyEvent,
  assertOwner,
  CONTACT,
  NOTHING,
  NotOwnerError,
  type SyncContext,
  throttleOf,
  type WorkResult,
} from '../sync-context.ts';
import { classify } from './classify-answer.ts';
import { noteAcceptedValues, noteDeletion, noteRefusedValues } from './learn-from-answers.ts';

export interface CheckedOut {
  readonly mutation: Mutation;
  /** The state to return to if the request surely changed nothing. */
  readonly before: Mutation;
  readonly serverId: ServerId | null;
  /** The version that the change is based on; null without versions. */
  readonly ifMatch: number | null;
  /** Which attachments may go with a deletion; null for any. */
  readonly attachments: AttachmentSet | null;
  readonly wire: Wire;
}

const ALONE: ReadonlyMap<string, string> = new Map();

/**
 * Marks a mutation `sending` before its request. After a crash, the next start settles the attempt as ambiguous.
 * Returns null if there is nothing to send, such as after a conflict.
 */
export async function checkOut(context: SyncContext, before: Mutation): Promise<CheckedOut | null> {
  assertOwner(context);
  const { strict } = context.db;
  const attachments = before.attachmentSet ? (['attachments'] as const) : [];
  return strict.transaction('rw', tablesOf(strict, before.resource, ...attachments), (tx) =>
    checkOutIn(tx, context, { before, together: ALONE }),
  );
}

interface CheckOut {
  readonly before: Mutation;
  readonly together: ReadonlyMap<string, string>;
}

/** Checks out in the caller's transaction. `together`: keys of creates in the same request, by local id. */
export async function checkOutIn(
  tx: Tx,
  context: SyncContext,
  { before, together }: CheckOut,
): Promise<CheckedOut | null> {
  // The account may have signed out meanwhile.
  assertOwner(context);
  const [lane, features, collection] = await Promise.all([
    readLane(tx, before),
    readCapabilities(tx),
    readCollection(tx, before.resource),
  ]);
  const references = await readReferences(tx, lane.mutations);
  // Without a complete copy, any row may have existed before.
  const generation = collection.complete ? collection.generation : UNKNOWN_GENERATION;
  const event = { type: 'checkedOut', seen: before, features, generation, together } as const;
  const after = await changeLane(tx, context, { lane, event, references });
  const [mutation] = after.mutations;
  const [seen] = lane.mutations;
  if (!seen || mutation?.seq !== seen.seq || mutation.state !== 'sending' || after === lane) return null;
  const guarded = seen.kind !== 'create' && features.has('if-match');
  return {
    mutation,
    before: seen,
    serverId: lane.record?.serverId ?? null,
    ifMatch: guarded ? (seen.expectedVersion ?? lane.record?.version ?? null) : null,
    attachments:
      seen.kind === 'delete' && features.has('attachments') ? await agreedAttachments(tx, seen) : null,
    wire: encode(mutation, wireReferences(references, mutation, together) ?? {}),
  };
}

function encode({ resource, kind, fields, sentWithKey, idempotencyKey }: Mutation, references: Wire): Wire {
  const values = Object.fromEntries(Object.entries(fields).map(([field, change]) => [field, change.value]));
  const wire = specOf(resource).encode(values, kind === 'create' ? 'create' : 'update');
  const sent = Object.entries(references).filter(([field]) => field in fields);
  return { ...wire, ...Object.fromEntries(sent), ...(sentWithKey ? { client_uid: idempotencyKey } : {}) };
}

/** Returns false if an attempt was settled or given up, or if a new read must be merged first. */
export async function isStillCheckedOut(
  { db }: SyncContext,
  attempts: readonly Mutation[],
): Promise<boolean> {
  const now = await db.relaxed.outbox.bulkGet(attempts.map(({ seq }) => seq));
  return attempts.every(({ attemptId }, n) => {
    const current = now[n];
    return current?.state === 'sending' && current.attemptId === attemptId && !current.readFirst;
  });
}

export interface Settlement {
  readonly checkedOut: CheckedOut;
  readonly answer: Answer;
  readonly verdict: Verdict;
}

/** Treats an answer with another record's copy as ambiguous. */
export function settlementOf(checkedOut: CheckedOut, answer: Answer): Settlement {
  const { kind, sentWithKey } = checkedOut.mutation;
  const verdict = classify(kind, answer, sentWithKey);
  const isForeign = verdict.do === 'confirm' && isAnotherRecord(checkedOut, verdict.record);
  return { checkedOut, answer, verdict: isForeign ? { do: 'settle', fault: false } : verdict };
}

function isAnotherRecord({ serverId }: CheckedOut, record: WireRecord | null): boolean {
  return serverId !== null && record !== null && String(record.id) !== String(serverId);
}

export async function settle(context: SyncContext, given: Settlement): Promise<WorkResult> {
  const settlement = await unlessBytesAreMissing(context, given);
  const { checkedOut, answer, verdict } = settlement;
  const { mutation } = checkedOut;
  context.log.info('change answered', {
    kind: mutation.kind,
    resource: mutation.resource,
    status: answer.kind === 'response' ? answer.status : answer.kind,
    verdict: verdict.do,
  });
  if (verdict.do === 'confirm') await confirmAll(context, [settlement]);
  else await applyEvent(context, { ...eventOf(settlement), row: null });
  if (verdict.do === 'park' && answer.kind === 'response') {
    // Photos forbid no deletion: it asks about them.
    if (attachmentsIn(eventOf(settlement).body) === undefined)
      await noteDeletion(context, mutation, answer.status);
    await noteRefusedValues(context, mutation, answer);
  }
  return meaningOf(context, settlement);
}

/** A row whose bytes the server has lost waits for them again. */
async function unlessBytesAreMissing(context: SyncContext, settlement: Settlement): Promise<Settlement> {
  const { checkedOut, answer, verdict } = settlement;
  const isMissing = verdict.do === 'park' && (await sendBytesAgain(context, checkedOut.mutation, answer));
  return isMissing
    ? { ...settlement, verdict: { do: 'requeue', pause: null, fault: false, later: true } }
    : settlement;
}

function meaningOf(context: SyncContext, { answer, verdict }: Settlement): WorkResult {
  if (verdict.do === 'settle') {
    return { ...NOTHING, contact: !verdict.fault, fault: verdict.fault, pause: verdict.pause ?? null };
  }
  if (verdict.do !== 'requeue') return CONTACT;
  const { fault, pause } = verdict;
  return { ...NOTHING, fault, pause, throttleMs: throttleOf(context, pause, answer) };
}

/**
 * Uses the strict connection for a create: if the confirmation were lost and somebody edited the row, no probe would find
 * the row.
 */
export async function confirmAll(context: SyncContext, settlements: readonly Settlement[]): Promise<void> {
  const mutations = settlements.map(({ checkedOut }) => checkedOut.mutation);
  // One deletion of each kind is enough to learn from.
  const noted = new Set<RecordKind>();
  for (const { checkedOut, answer } of settlements) {
    const { kind, resource } = checkedOut.mutation;
    if (kind !== 'delete' || isNotFound(answer) || noted.has(resource)) continue;
    noted.add(resource);
    await noteDeletion(context, checkedOut.mutation, 'deleting');
  }
  assertOwner(context);
  const isStrict = mutations.some(({ kind }) => kind === 'create');
  const db = isStrict ? context.db.strict : context.db.relaxed;
  const tables = tablesOf(db, ...mutations.map(({ resource }) => resource));
  // Without what an answer confirmed, a plain server must be searched for the create.
  await context.db.pageDatabases.watch.repeating(() =>
    db.transaction('rw', tables, async (tx) => {
      // The account may have signed out meanwhile.
      assertOwner(context);
      for (const settlement of settlements) await confirmIn(context, tx, settlement);
    }),
  );
  try {
    await noteAcceptedValues(context, mutations);
  } catch (error) {
    // The same can be learned from the next accepted change.
    const isOver = wasCutOff(error) || error instanceof NotOwnerError;
    if (!isOver) context.log.error('could not learn the rules of the server', error);
  }
}

async function confirmIn(context: SyncContext, tx: Tx, settlement: Settlement): Promise<void> {
  const { verdict, checkedOut } = settlement;
  const { resource } = checkedOut.mutation;
  const record = verdict.do === 'confirm' ? verdict.record : null;
  const [lane, writer] = await Promise.all([
    laneOfChange(tx, checkedOut.mutation),
    record ? collectionWriter(tx, resource, context.clock.now()) : undefined,
  ]);
  const isKnown = !record || lane.record?.serverId === record.id;
  const found = isKnown ? undefined : await laneWithRow(tx, resource, record.id);
  const other = found?.localId === lane.localId ? undefined : found;
  const row = record && writer ? writer.rowOf(record, lane.record) : null;
  const event = { ...eventOf(settlement), row, other };
  const after = await changeLane(tx, context, { lane, event, writer });
  // If the row belongs to another create, nothing was stored.
  if (after.record !== lane.record) await writer?.save();
}

function eventOf({ checkedOut, answer, verdict }: Settlement) {
  const response = answer.kind === 'response' ? answer : null;
  return {
    type: 'answered',
    seen: checkedOut.mutation,
    before: checkedOut.before,
    verdict,
    status: response?.status ?? 0,
    body: response?.body.kind === 'json' ? response.body.value : null,
  } as const;
}

function isNotFound(answer: Answer): boolean {
  return answer.kind === 'response' && [404, 410].includes(answer.status);
}
