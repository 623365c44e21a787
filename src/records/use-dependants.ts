import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { tablesOf } from '../db/app-database.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../domain/resource-specs.ts';
import { waitingDependants } from './dependants.ts';
import { useRecordServices } from './records-context.ts';
import type { RecordRow } from './use-records.ts';

/** How many records of each kind refer to a record, as the device knows it when the question comes up. */
export function useReferringCounts(
  resource: ResourceName,
  { localId, serverId }: Pick<RecordRow<unknown>, 'localId' | 'serverId'>,
): ReadonlyMap<ResourceName, number> {
  const { collections } = useRecordServices();
  return useMemo(() => {
    const counts = new Map<ResourceName, number>();
    for (const name of RESOURCE_NAMES) {
      const fields = specOf(name)
        .references.filter(({ to }) => to === resource)
        .map(({ field }) => field);
      const { rows } = collections[name].getSnapshot();
      const referring = rows.filter(({ record: { view } }) =>
        fields.some((field) => view[field] === localId || view[field] === String(serverId)),
      );
      if (referring.length > 0) counts.set(name, referring.length);
    }
    return counts;
  }, [collections, resource, localId, serverId]);
}

/** How many of those are changes that wait to be sent and would go with the record. Undefined at first. */
export function useWaitingDependants(resource: ResourceName, localId: string): number | undefined {
  const { relaxed } = useRecordServices().db;
  return useLiveQuery(
    () =>
      relaxed.transaction('r', tablesOf(relaxed, ...RESOURCE_NAMES), async (tx) => {
        return (await waitingDependants(tx, resource, localId)).length;
      }),
    [relaxed, resource, localId],
  );
}
