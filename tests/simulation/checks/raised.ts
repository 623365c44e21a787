import type { RecordKind } from '../../../src/domain/resource-spec.ts';
import type { MirrorRecord } from '../../../src/outbox/mirror-record.ts';
import { MARK_FIELD } from '../server/company.ts';
import type { Stores } from './stores.ts';

/** Returns the marks of records that the user is asked about as possible duplicates. */
export function raisedIn(stores: Stores): string[] {
  const unsure = stores.outbox
    .filter(({ refusal }) => refusal?.reason === 'mayExistTwice')
    .map(({ resource, localId }) => markOf(resource, stores.mirror(resource).get(localId)));
  const duplicates = stores.watches
    .filter((watch) => watch.possibleDuplicates.length > 0)
    .map(({ resource, localId, serverId }) => {
      const mirror = stores.mirror(resource);
      // The record may have left the device and come back from the server under another id.
      return markOf(resource, mirror.get(localId) ?? mirror.get(String(serverId)));
    });
  return [...unsure, ...duplicates].filter((mark) => typeof mark === 'string');
}

function markOf(resource: RecordKind, record: MirrorRecord | undefined): unknown {
  return (record?.view ?? record?.server)?.[MARK_FIELD[resource]];
}
