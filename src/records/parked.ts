import { changeLane, laneOfMutation, laneWithRow } from '../db/lane-store.ts';
import { type Tx, tablesOf } from '../db/tables.ts';
import { changedFields } from '../domain/field-changes.ts';
import type { ServerId } from '../domain/resource-spec.ts';
import { RECORD_KINDS, specOf } from '../domain/resource-specs.ts';
import type { Lane } from '../outbox/lane.ts';
import type { Decision } from '../outbox/lane-event.ts';
import type { Mutation, ServerRefusal } from '../outbox/mutation.ts';
import { acceptIn } from './accept.ts';
import { useLiveRead } from './live-read.ts';
import type { RecordServices } from './record-services.ts';
import { type ParkedEntry, refusalKey } from './refusal-groups.ts';
import { decide } from './save-transaction.ts';
import { documentsHolding } from './signed-holds.ts';

export type ParkedDecision =
  | Exclude<Decision, { readonly what: 'keepOne' }>
  | { readonly what: 'keepOne'; readonly serverId: ServerId };

/** Decisions after which the change is sent again. */
const SENDING: readonly ParkedDecision['what'][] = ['retry', 'takeTheirs', 'choose', 'recreate'];

/**
 * Returns false if nothing changed: another tab was faster, the decision does not fit, the record or row is missing, or a
 * signed document holds what would be discarded.
 */
export async function decideParked(
  services: RecordServices,
  mutationId: string,
  decision: ParkedDecision,
): Promise<boolean> {
  const { strict } = services.db;
  const isDone = await decide(services, tablesOf(strict, ...RECORD_KINDS), async (tx) => {
    const lane = await laneOfMutation(tx, mutationId);
    const found = lane && (await withRow(tx, lane, decision));
    if (!found || (decision.what === 'discard' && (await isHeld(tx, lane, mutationId)))) return false;
    const event = { type: 'decided', mutationId, decision: found } as const;
    const after = await changeLane(tx, services, { lane, event });
    return after.mutations !== lane.mutations;
  });
  if (isDone && SENDING.includes(decision.what)) services.onSaved();
  return isDone ?? false;
}

async function isHeld(tx: Tx, { mutations }: Lane, mutationId: string): Promise<boolean> {
  const change = mutations.find(({ id }) => id === mutationId);
  return change !== undefined && (await documentsHolding(tx, change)).length > 0;
}

async function withRow(tx: Tx, { resource }: Lane, decision: ParkedDecision): Promise<Decision | undefined> {
  if (decision.what !== 'keepOne') return decision;
  const other = await laneWithRow(tx, resource, decision.serverId);
  return other && { what: 'keepOne', other };
}

export async function retryAllParked(
  services: RecordServices,
  reason: ServerRefusal['reason'],
): Promise<number> {
  const parked = await services.db.relaxed.outbox.where('state').equals('parked').sortBy('seq');
  let count = 0;
  for (const { id, refusal } of parked) {
    if (refusal?.reason === reason && (await decideParked(services, id, { what: 'retry' }))) count += 1;
  }
  return count;
}

/** Changes per transaction. If the page dies, the remaining changes stay parked. */
const STEP = 100;

type GroupDecision =
  | { readonly what: 'retry' | 'discard' }
  /** Sets the field of all records to this value and sends them. Skips records that have it already. */
  | { readonly what: 'correct'; readonly field: string; readonly value: string };

/**
 * Skips changes that are no longer parked for the group's reason, and those that signed documents keep from being
 * discarded. Returns how many were decided.
 */
export function decideGroup(
  services: RecordServices,
  group: ParkedEntry,
  decision: GroupDecision,
): Promise<number> {
  if (decision.what === 'correct')
    return inSteps(services, group, (tx, lane) => correct(tx, services, lane, decision));
  const { what } = decision;
  return inSteps(services, group, async (tx, lane, { id: mutationId }) => {
    if (what === 'discard' && (await isHeld(tx, lane, mutationId))) return false;
    await changeLane(tx, services, { lane, event: { type: 'decided', mutationId, decision: { what } } });
    return true;
  });
}

async function correct(
  tx: Tx,
  services: RecordServices,
  { resource, localId, record }: Lane,
  { field, value }: { readonly field: string; readonly value: string },
): Promise<boolean> {
  const view = record?.view;
  if (!view) return false;
  const corrected = specOf(resource).saved({ ...view, [field]: value }, view);
  const fields = changedFields(view, corrected);
  if (Object.keys(fields).length === 0) return false;
  await acceptIn(tx, services, { resource, localId, kind: 'update', fields, watch: false });
  return true;
}

async function inSteps(
  services: RecordServices,
  { key, changes }: ParkedEntry,
  settle: (tx: Tx, lane: Lane, change: Mutation) => Promise<boolean>,
): Promise<number> {
  const { strict } = services.db;
  let count = 0;
  for (let from = 0; from < changes.length; from += STEP) {
    const some = changes.slice(from, from + STEP);
    const settled = await decide(services, tablesOf(strict, ...RECORD_KINDS), async (tx) => {
      let done = 0;
      for (const { id: mutationId } of some) {
        const lane = await laneOfMutation(tx, mutationId);
        const change = lane?.mutations.find(({ id }) => id === mutationId);
        if (!lane || !change || refusalKey(change) !== key) continue;
        if (await settle(tx, lane, change)) done += 1;
      }
      return done;
    });
    // `decide` has already reported the failure.
    if (settled === undefined) break;
    count += settled;
    if (settled > 0) services.onSaved();
  }
  return count;
}

export function useStillParked(changes: readonly Mutation[]): readonly Mutation[] | undefined {
  const ids = changes.map(({ id }) => id);
  return useLiveRead(
    async (relaxed) => {
      const found = await relaxed.outbox.where('id').anyOf(ids).toArray();
      const parked = new Map(found.filter(({ state }) => state === 'parked').map((one) => [one.id, one]));
      return ids.flatMap((id) => parked.get(id) ?? []);
    },
    [ids.join(' ')],
  );
}
