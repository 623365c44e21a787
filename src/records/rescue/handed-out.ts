import { changeLane, readLane } from '../../db/lane-store.ts';
import { readCollection } from '../../db/meta-rows.ts';
import { type Tx, tablesOf } from '../../db/tables.ts';
import { delay } from '../../domain/ports.ts';
import { RECORD_KINDS } from '../../domain/resource-specs.ts';
import { UNKNOWN_GENERATION } from '../../outbox/mutation.ts';
import type { RecordServices } from '../record-services.ts';
import { NotSavedError, saveTransaction } from '../save-transaction.ts';
import type { HandedOutLane } from './late-notes.ts';

/** Records per transaction. */
const STEP = 100;

/**
 * Notes that another device may send these changes, so that this one sends them as after a lost answer. Returns false if
 * the device could not store that for all of them.
 */
export async function noteHandedOut(
  services: RecordServices,
  lanes: readonly HandedOutLane[],
): Promise<boolean> {
  try {
    for (let from = 0; from < lanes.length; from += STEP)
      await note(services, lanes.slice(from, from + STEP));
    return true;
  } catch (error) {
    services.log.error('a device could not note that its changes are in a file', error);
    return false;
  }
}

/** One record that cannot be read does not keep the others from being noted. */
async function note(services: RecordServices, lanes: readonly HandedOutLane[]): Promise<void> {
  try {
    await saveTransaction(services, tablesOf(services.db.strict, ...RECORD_KINDS), async (tx) => {
      for (const lane of lanes) await noteLane(tx, services, lane);
    });
  } catch (error) {
    if (error instanceof NotSavedError || lanes.length === 1) throw error;
    const each = await Promise.allSettled(lanes.map((lane) => note(services, [lane])));
    for (const one of each) if (one.status === 'rejected') throw one.reason;
  }
}

async function noteLane(
  tx: Tx,
  services: RecordServices,
  { resource, localId, ids }: HandedOutLane,
): Promise<void> {
  const { complete, generation } = await readCollection(tx, resource);
  const lane = await readLane(tx, { resource, localId });
  // An edit may have given the create another id since the file was made.
  const creates = lane.mutations.filter(({ kind }) => kind === 'create').map(({ id }) => id);
  // Without a complete copy, any row may have existed before.
  const event = {
    type: 'handedOut',
    ids: new Set([...ids, ...creates]),
    generation: complete ? generation : UNKNOWN_GENERATION,
  } as const;
  await changeLane(tx, services, { lane, event });
}

/** In ms. A device makes room once it has noticed that it is full. */
const RETRY_MS = 30_000;

/** Tries again until the device has room, also after a restart. */
export function noteLater(services: RecordServices, lanes: readonly HandedOutLane[]): void {
  services.lateNotes.keep(lanes);
  void keepNoting(services);
}

/** Ends when all is noted, or when the page leaves the account. */
export async function keepNoting(services: RecordServices): Promise<void> {
  const { clock, db } = services;
  do await delay(clock, RETRY_MS);
  while (db.strict.isOpen() && !(await noteLate(services)));
}

/** Returns false if something is left to be noted. */
export async function noteLate(services: RecordServices): Promise<boolean> {
  const { lanes } = services.lateNotes;
  if (lanes.length > 0 && !(await noteHandedOut(services, lanes))) return false;
  services.lateNotes.drop(lanes);
  return services.lateNotes.lanes.length === 0;
}
