import { changeLane, laneOfMutation, laneWithRow } from '../db/lane-store.ts';
import { type Tx, tablesOf } from '../db/tables.ts';
import type { ServerId } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { Lane } from '../outbox/lane.ts';
import type { Decision, Side } from '../outbox/lane-event.ts';
import type { ParkReason } from '../outbox/mutation.ts';
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
