import { useMemo } from 'react';
import { allMutations } from '../db/outbox.ts';
import { tablesOf } from '../db/tables.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { fieldsTo, refersTo } from '../outbox/dependencies.ts';
import { refersOnServer, waitingDependants } from './dependants.ts';
import { useLiveRead } from './live-read.ts';
import { useRecordServices } from './records-context.ts';
import type { RecordRow } from './use-records.ts';

/** What refers to a record. */
export interface Referring {
  /** How many records of each kind do; kinds without any are left out. */
  readonly counts: ReadonlyMap<ResourceName, number>;
  /** Whether the server knows one of them: it refuses to delete the record, or deletes them too. */
  readonly onServer: boolean;
}

/** What refers to a record, as the device knows it when the question comes up. */
export function useDependants(
  resource: ResourceName,
  { localId, serverId }: Pick<RecordRow<unknown>, 'localId' | 'serverId'>,
): Referring {
  const { collections } = useRecordServices();
  return useMemo(() => {
    const counts = new Map<ResourceName, number>();
    let onServer = false;
    for (const name of RESOURCE_NAMES) {
      const fields = fieldsTo(name, resource);
      const { records } = collections[name].getSnapshot();
      const referring = records.filter(({ view }) =>
        fields.some((field) => view[field] === localId || view[field] === String(serverId)),
      );
      if (referring.length > 0) counts.set(name, referring.length);
      onServer ||= referring.some((record) => refersOnServer(record, fields, { localId, serverId }));
    }
    return { counts, onServer };
  }, [collections, resource, localId, serverId]);
}

/** What the server was seen to do with what refers to a record that is deleted; `unknown` where it was not. */
export type Habit = 'refuses' | 'deletes' | 'unknown';

/** What is to be expected of the server by what it did before, live. */
export function useHabit(resource: ResourceName, { counts }: Referring): Habit {
  const row = useLiveRead(async (relaxed) => await relaxed.meta.get(`deletions:${resource}`), [resource]);
  if (row?.refused) return 'refuses';
  const { gone = [] } = row ?? {};
  return [...counts.keys()].every((name) => gone.includes(name)) ? 'deletes' : 'unknown';
}

/** Counts the records that refer to this one by a change that waits to be sent. Undefined at first. */
export function useWaitingDependants(resource: ResourceName, localId: string): number | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', tablesOf(relaxed, ...RESOURCE_NAMES), async (tx) => {
        return (await waitingDependants(tx, resource, localId)).length;
      }),
    [resource, localId],
  );
}

/** Counts the other records that refer to these by a change that waits to be sent. Undefined at first. */
export function useWaitingReferrers(resource: ResourceName, localIds: readonly string[]): number | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', relaxed.outbox, async (tx) => {
        const ids = new Set(localIds);
        const referring = (await allMutations(tx)).filter((mutation) =>
          refersTo(mutation, resource).some((id) => ids.has(id)),
        );
        return new Set(referring.map((mutation) => `${mutation.resource}/${mutation.localId}`)).size;
      }),
    [resource, localIds.join(' ')],
  );
}
