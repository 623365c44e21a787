import { changeLane, laneOfMutation } from '../db/lane-store.ts';
import { type Tx, tablesOf } from '../db/tables.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { changedFields } from '../outbox/changes.ts';
import type { Lane } from '../outbox/lane.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { type ParkedEntry, refusalKey } from '../outbox/refusal-groups.ts';
import { acceptIn } from './accept.ts';
import { useLiveRead } from './live-read.ts';
import type { RecordServices } from './record-services.ts';
import { decide } from './save-transaction.ts';

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
    const fields = changedFields(view, { ...view, [field]: value });
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
