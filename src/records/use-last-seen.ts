import { findRecord } from '../db/mirror.ts';
import { mutationsOf } from '../db/outbox.ts';
import { tablesOf } from '../db/tables.ts';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { valuesOf } from '../outbox/changes.ts';
import { useLiveRead } from './live-read.ts';

/**
 * A record as a person last saw it, be it hidden by a deletion that waits; live. Undefined until the device has
 * answered, null where it knows nothing of it.
 */
export function useLastSeen(resource: ResourceName, localId: string): Fields | null | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', tablesOf(relaxed, resource), async (tx) => {
        const record = await findRecord(tx, resource, localId);
        if (record?.view) return record.view;
        const changes = await mutationsOf(tx, resource, record?.localId ?? localId);
        const values = changes.map(({ fields }) => valuesOf(fields));
        const seen: Fields = Object.assign({}, record?.server, ...values);
        return Object.keys(seen).length > 0 ? seen : null;
      }),
    [resource, localId],
  );
}
