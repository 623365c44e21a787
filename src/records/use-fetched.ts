import { COLLECTION_KEYS } from '../db/meta/meta-rows.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { liveRead } from './live-read.ts';
import { useRecordServices } from './records-context.ts';

/** Whether this device has ever held all of a collection: `coming` is on its way, `no` cannot come as things are. */
export type Fetched = 'yes' | 'coming' | 'no';

const useFetchedOf = liveRead(async (relaxed): Promise<Partial<Record<ResourceName, Fetched>>> => {
  const [engine, ...rows] = await relaxed.meta.bulkGet(['engine', ...COLLECTION_KEYS]);
  const held = (engine?.reasons.length ?? 0) > 0;
  return Object.fromEntries(
    RESOURCE_NAMES.map((name, place) => {
      const { pulledAt = null, error = null } = rows[place] ?? {};
      return [name, pulledAt !== null ? 'yes' : held || error !== null ? 'no' : 'coming'];
    }),
  );
});

/**
 * How much of a collection is here, live: what was not fetched cannot be counted. `coming` until the device has
 * answered.
 */
export function useFetched(resource: ResourceName): Fetched {
  return useFetchedOf(useRecordServices().db)?.[resource] ?? 'coming';
}
