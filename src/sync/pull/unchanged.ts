import type { LiveCollection } from '../../db/live-collection.ts';
import { localIdOf } from '../../domain/ids.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import type { WireRecord } from '../../domain/wire-record.ts';
import { sameFields, serverCopyOf } from '../../outbox/server-copy.ts';
import type { OwnWrites } from '../own-writes.ts';

interface Compared {
  readonly resource: ResourceName;
  readonly collection: LiveCollection;
  /** The collection's generation in the transaction that writes what differs. */
  readonly generation: number;
  readonly ownWrites: OwnWrites;
  readonly versionOf: (record: WireRecord) => number | undefined;
}

/**
 * A page's rows without those of which the tab's memory has this very state: nothing of them need be looked up. All of
 * them where the database may know more than memory does.
 */
export function withoutUnchanged(
  records: readonly WireRecord[],
  { resource, collection, generation, ownWrites, versionOf }: Compared,
): readonly WireRecord[] {
  const met = collection.generation;
  const unmet = met === null ? null : ownWrites.since(resource, met, generation);
  if (!unmet) return records;
  return records.filter((record) => {
    const known = collection.find(localIdOf(record.id));
    if (known?.serverId !== record.id || known.version !== versionOf(record)) return true;
    if (unmet.has(known.localId) || !collection.isRead(known.localId)) return true;
    return !sameFields(known.server, serverCopyOf(resource, record.wire, known.server));
  });
}
