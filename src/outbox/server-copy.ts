import type { Fields, ResourceName, ServerId, Wire } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { WireRecord } from '../domain/wire-record.ts';
import type { MirrorRecord, Position } from './mirror-record.ts';
import type { Mutation } from './mutation.ts';
import { firstSeen, seenWith } from './seen.ts';

/** A server's record as the mirror keeps it. What the server left out stays as it was known before. */
export function serverCopyOf(resource: ResourceName, wire: WireRecord['wire'], known: Fields | null): Fields {
  const spec = specOf(resource);
  const copy: Record<string, Fields[string]> = { ...spec.decode(wire) };
  for (const field of spec.fieldNames) {
    const before = known?.[field];
    if (!(field in wire) && before !== undefined) copy[field] = before;
  }
  return copy;
}

export function sameFields(a: Fields | null, b: Fields): boolean {
  return a !== null && Object.keys(b).every((field) => a[field] === b[field]);
}

/** Tells if the fields of a copy mean the same as in another one, whatever their form. */
export function sameInMeaning(resource: ResourceName, a: Fields | null, b: Fields): boolean {
  const { sameValue } = specOf(resource);
  return a !== null && Object.entries(b).every(([field, value]) => sameValue(field, a[field], value));
}

/**
 * Whether a deletion is of another state of its record than the one that the server has, where it counts them: it
 * is of what the person saw, and they look again.
 */
export function isUnseen(
  { kind, expectedVersion }: Pick<Mutation, 'kind' | 'expectedVersion'>,
  record: MirrorRecord,
): boolean {
  return (
    kind === 'delete' &&
    expectedVersion !== null &&
    record.version !== undefined &&
    record.version !== expectedVersion
  );
}

/** A server's row of a record, with the numbers of the write that takes it in. */
export interface ServerRow {
  readonly id: ServerId;
  readonly wire: Wire;
  /** The number of the record's state; undefined where the server has not said what it means. */
  readonly version: number | undefined;
  /** Generation of the collection at this write. */
  readonly generation: number;
  /** The record's place in its list. */
  readonly position: Position;
  /** Device time in ms at this write. */
  readonly readAt: number;
}

/** A record with the server's new copy of it. */
export function withServerCopy(
  resource: ResourceName,
  record: MirrorRecord,
  row: ServerRow,
  server: Fields,
): MirrorRecord {
  const { version: _, confirmed, ...known } = record;
  const { version, generation } = row;
  return {
    ...known,
    server,
    serverGen: generation,
    seen: seenWith(known.seen, row.wire),
    ...(version === undefined ? {} : { version }),
    ...(confirmed && {
      confirmed: { ...confirmed, isLast: confirmed.isLast && sameInMeaning(resource, known.server, server) },
    }),
  };
}

/** A record that is first seen on the server. */
export function newServerRecord(
  { resource, localId }: { readonly resource: ResourceName; readonly localId: string },
  row: ServerRow,
  server: Fields,
): MirrorRecord {
  const { generation } = row;
  const blank: MirrorRecord = {
    localId,
    serverId: row.id,
    server,
    view: server,
    mark: 'synced',
    position: row.position,
    serverGen: generation,
    firstSeenGen: generation,
    seen: firstSeen(row.readAt),
  };
  return withServerCopy(resource, blank, row, server);
}
