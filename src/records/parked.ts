import { changeLane, laneOfMutation, laneWithRow } from '../db/lane-store.ts';
import { type Tx, tablesOf } from '../db/tables.ts';
import { changedFields } from '../domain/field-changes.ts';
import type { ServerId } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../domain/resource-specs.ts';
import type { Lane } from '../outbox/lane.ts';
import type { Decision, Side } from '../outbox/lane-event.ts';
import type { Mutation, ParkReason } from '../outbox/mutation.ts';
import { type ParkedEntry, refusalKey } from '../outbox/refusal-groups.ts';
import { acceptIn } from './accept.ts';
import { useLiveRead } from './live-read.ts';
import type { RecordServices } from './record-services.ts';
import { decide } from './save-transaction.ts';

/**
 * Sends a parked change again as it is, under a new id. After a conflict that is a decision for mine: what the
 * server has now counts as known. False when it is parked no longer (another tab, or a dialog, was faster):
 * nothing was done then.
 */
export function retryParked(services: RecordServices, mutationId: string): Promise<boolean> {
  return sendParked(services, mutationId, { what: 'retry' });
}

/** Sends all changes again that are parked for the same reason. Returns how many. */
export async function retryAllParked(services: RecordServices, reason: ParkReason): Promise<number> {
  const parked = await services.db.relaxed.outbox.where('state').equals('parked').sortBy('seq');
  let count = 0;
  for (const { id, refusal } of parked) {
    if (refusal?.reason === reason && (await retryParked(services, id))) count += 1;
  }
  return count;
}

/**
 * Drops a parked change because a person said so. The record shows the server's copy again; a record that
 * was never on a server, or is there no longer, goes with it. False when it is parked no longer.
 */
export function discardParked(services: RecordServices, mutationId: string): Promise<boolean> {
  return decideParked(services, mutationId, { what: 'discard' });
}

/**
 * Settles a conflict for the server's side: what both changed is dropped, with the fields that only make sense
 * together with it, and noted in the journal; what only the person changed is sent. False when it is parked no
 * longer.
 */
export function takeTheirs(services: RecordServices, mutationId: string): Promise<boolean> {
  return sendParked(services, mutationId, { what: 'takeTheirs' });
}

/**
 * Settles a conflict field by field: mine, theirs, or of a text the lines of both. False when it is parked no longer, or
 * for anything but a conflict over an update.
 */
export function chooseSides(
  services: RecordServices,
  mutationId: string,
  choices: Readonly<Record<string, Side>>,
): Promise<boolean> {
  return sendParked(services, mutationId, { what: 'choose', choices });
}

/**
 * Makes a record anew whose change found it deleted on the server, with all that the person changed in it since;
 * a deletion that waits behind is void. It keeps its local id, and with it whatever refers to it here. False when
 * the change is parked no longer, when the device has nothing of the record to make it from, or while another change of
 * it is on its way.
 */
export function recreateParked(services: RecordServices, mutationId: string): Promise<boolean> {
  return sendParked(services, mutationId, { what: 'recreate' });
}

/**
 * Settles a possible duplicate: it is the row that the server knows by `serverId`. False when it is
 * parked no longer, or when this device has no such row, or that row is another record made here, or was deleted here.
 */
export function keepOne(services: RecordServices, mutationId: string, serverId: ServerId): Promise<boolean> {
  return decideParked(services, mutationId, async (tx, { resource }) => {
    const other = await laneWithRow(tx, resource, serverId);
    return other && { what: 'keepOne', other };
  });
}

/**
 * Has a create looked for again that is a possible duplicate: its probe begins anew, as if its answer had just been given
 * up on. It keeps its id, by which a late answer knows it. False when it is parked no longer, or for anything else.
 */
export function recheck(services: RecordServices, mutationId: string): Promise<boolean> {
  return decideParked(services, mutationId, { what: 'recheck' });
}

/** Carries out a decision by which something is sent. */
async function sendParked(
  services: RecordServices,
  mutationId: string,
  decision: Decision,
): Promise<boolean> {
  const done = await decideParked(services, mutationId, decision);
  if (done) services.onSaved();
  return done;
}

type Choice = Decision | ((tx: Tx, lane: Lane) => Promise<Decision | undefined>);

/** Carries out what a person decided about a parked change, and says whether anything came of it. */
async function decideParked(services: RecordServices, mutationId: string, choice: Choice): Promise<boolean> {
  const { strict } = services.db;
  const done = await decide(services, tablesOf(strict, ...RESOURCE_NAMES), async (tx) => {
    const lane = await laneOfMutation(tx, mutationId);
    const decision = lane && (typeof choice === 'function' ? await choice(tx, lane) : choice);
    if (!decision) return false;
    const event = { type: 'decided', mutationId, decision } as const;
    const after = await changeLane(tx, services, { lane, event });
    return after.mutations !== lane.mutations;
  });
  return done ?? false;
}

/** Changes that are decided in one transaction. A page that ends leaves the others parked, and shown. */
const STEP = 100;

/**
 * Carries out one decision about changes that were refused alike. Leaves out those that are parked no longer, or for
 * another reason: another tab was faster. Returns the number of changes that were decided.
 */
export function decideGroup(
  services: RecordServices,
  group: ParkedEntry,
  what: 'retry' | 'discard',
): Promise<number> {
  return inSteps(services, group, async (tx, lane, { id: mutationId }) => {
    await changeLane(tx, services, { lane, event: { type: 'decided', mutationId, decision: { what } } });
    return true;
  });
}

/**
 * Gives a field of all these records one value, and sends them again. Leaves out the same as `decideGroup`, and records
 * that have the value already. Returns the number of records that were changed.
 */
export function correctGroup(
  services: RecordServices,
  group: ParkedEntry,
  { field, value }: { readonly field: string; readonly value: string },
): Promise<number> {
  return inSteps(services, group, async (tx, { resource, localId, record }) => {
    const view = record?.view;
    if (!view) return false;
    const corrected = specOf(resource).saved({ ...view, [field]: value }, view);
    const fields = changedFields(view, corrected);
    if (Object.keys(fields).length === 0) return false;
    await acceptIn(tx, services, { resource, localId, kind: 'update', fields, watch: false });
    return true;
  });
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
    const settled = await decide(services, tablesOf(strict, ...RESOURCE_NAMES), async (tx) => {
      let done = 0;
      for (const { id: mutationId } of some) {
        const lane = await laneOfMutation(tx, mutationId);
        const change = lane?.mutations.find(({ id }) => id === mutationId);
        if (!lane || !change || refusalKey(change) !== key) continue;
        if (await settle(tx, lane, change)) done += 1;
      }
      return done;
    });
    // The person was told that the device does not take it.
    if (settled === undefined) break;
    count += settled;
    if (settled > 0) services.onSaved();
  }
  return count;
}

/** Returns the changes that are still parked, in their order, live. Undefined until the device has answered. */
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
