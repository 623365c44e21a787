import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { DateForms } from '../domain/date-forms.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { useRecordServices } from '../records/records-context.ts';
import { useZone } from './use-now.ts';

/**
 * How the server writes the dates of a collection, live. A new object whenever a date would be read otherwise, also because
 * the device is in another time zone.
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
