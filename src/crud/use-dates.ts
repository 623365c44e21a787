import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { DateForms } from '../domain/plain-date.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { useRecordServices } from '../records/record-services.ts';
import { useZone } from './use-now.ts';

/**
 * Returns the server's way to write the dates of a collection, live. It is a new object whenever a date would read
 * differently, also in another time zone.
 */
export function useDates(resource: ResourceName): DateForms {
  const collection = useRecordServices().collections[resource];
  const forms = useSyncExternalStore(
    collection.subscribe,
    useCallback(() => collection.getSnapshot().dates, [collection]),
  );
  const zone = useZone();
  return useMemo(() => ({ ...forms, zone }), [forms, zone]);
}
