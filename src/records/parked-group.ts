import { changeLane, laneOfMutation } from '../db/lane-store.ts';
import { tablesOf } from '../db/tables.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { type ParkedEntry, refusalKey } from '../outbox/refusal-groups.ts';
import { useLiveRead } from './live-read.ts';
import type { RecordServices } from './record-services.ts';
import { decide } from './save-transaction.ts';

/** So many are decided in one transaction. What a page that ends leaves undecided is still parked, and shown. */
const STEP = 100;

/**
 * Carries out one decision about changes that were refused alike. Leaves out those that are parked no longer, or for
 * another reason: another tab was faster. Returns how many were decided.
 */
export async function decideGroup(
  services: RecordServices,
  { key, changes }: ParkedEntry,
  what: 'retry' | 'discard',
): Promise<number> {
  const { strict } = services.db;
  let count = 0;
  for (let from = 0; from < changes.length; from += STEP) {
    const some = changes.slice(from, from + STEP);
    const decided = await decide(services, tablesOf(strict, ...RESOURCE_NAMES), async (tx) => {
      let done = 0;
      for (const { id: mutationId } of some) {
        const lane = await laneOfMutation(tx, mutationId);
        const change = lane?.mutations.find(({ id }) => id === mutationId);
        if (!lane || !change || refusalKey(change) !== key) continue;
        await changeLane(tx, services, { lane, event: { type: 'decided', mutationId, decision: { what } } });
        done += 1;
      }
      return done;
    });
    // The person was told that the device does not take it.
    if (decided === undefined) break;
    count += decided;
    if (what === 'retry' && decided > 0) services.onSaved();
  }
  return count;
}

/** Those of these changes that are still parked, in their order, live. Undefined until the device has answered. */
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
