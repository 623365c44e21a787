import { timeIn, type WireRecord } from '../domain/answer.ts';
import type { FieldChanges } from '../domain/field-changes.ts';
import type { Fields, ResourceName, ServerId, Wire } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { Mutation } from './mutation.ts';

/** A place in the list, oldest first: [time or number from the server, id]. A record that no server has is the newest. */
export type Position = readonly [number, number | string];

/** A record as the device keeps it. */
export interface MirrorRecord {
  /** Never changes: a UUIDv7 for a record made here, the server id as text for one first seen there. */
  readonly localId: string;
  /** Absent until a server has confirmed the record. */
  readonly serverId?: ServerId;
  /** The last copy that the server confirmed. */
  readonly server: Fields | null;
  /** The record that screens show; null while a deletion waits. Made by `folded` alone. */
  readonly view: Fields | null;
  readonly mark: SyncMark;
  readonly position: Position;
  /** Generation of the collection at the last write of `server`. */
  readonly serverGen: number;
  /** Generation of the collection when a pull first saw the record. */
  readonly firstSeenGen: number;
  readonly seen: Seen;
  /** The server's number for this state of the record, where it announces `if-match`. */
  readonly version?: number;
  /** This device's last confirmed change. */
  readonly confirmed?: ConfirmedChange;
}

/** A confirmed change, for its undo. */
export interface ConfirmedChange {
  /** Id of the mutation. */
  readonly id: string;
  readonly kind: 'create' | 'update';
  /** True until a newer copy differs in more than form. */
  readonly isLast: boolean;
}

export function unsentPosition(seq: number): Position {
  return [Number.MAX_SAFE_INTEGER, seq];
}

/** Returns a record made on this device, before its first mutation is folded into it. */
export function newLocalRecord(localId: string, { seq, now }: { seq: number; now: number }): MirrorRecord {
  return {
    localId,
    server: null,
    view: null,
    mark: 'synced',
    position: unsentPosition(seq),
    serverGen: 0,
    firstSeenGen: 0,
    seen: firstSeen(now),
  };
}

/** Tells if a record was first seen on the server, rather than made on this device. */
export function isForeignRow(record: MirrorRecord): boolean {
  return record.serverId !== undefined && record.localId === String(record.serverId);
}

/** Computes the view again. Nothing else makes `view` and `mark`. */
export function folded(record: MirrorRecord, mutations: readonly Mutation[]): MirrorRecord {
  return { ...record, ...fold(record.server, mutations) };
}

/** The mark beside a record: none, waiting to sync, or needs attention. */
export type SyncMark = 'synced' | 'waiting' | 'attention';

export interface FoldedView {
  /** The record as a person should see it; null when it is deleted or does not exist. */
  readonly view: Fields | null;
  readonly mark: SyncMark;
}

type Foldable = Pick<Mutation, 'kind' | 'fields' | 'state'>;

/**
 * Returns the record as a person sees it: the server's copy with each open mutation applied. A parked deletion shows the
 * record again. An update behind a deletion, of a row that turned out to be the same record, does not.
 */
export function fold(server: Fields | null, mutations: readonly Foldable[]): FoldedView {
  let view = server;
  let mark: SyncMark = 'synced';
  let deleted = false;
  for (const mutation of mutations) {
    if (mutation.state === 'parked') mark = 'attention';
    else if (mark === 'synced') mark = 'waiting';
    if (mutation.kind === 'delete') deleted ||= mutation.state !== 'parked';
    else if (mutation.kind === 'create') deleted = false;
    view = deleted ? null : applied(view, mutation.fields);
  }
  return { view, mark };
}

function applied(view: Fields | null, changes: FieldChanges): Fields | null {
  const changed = Object.entries(changes);
  if (changed.length === 0) return view;
  return { ...view, ...Object.fromEntries(changed.map(([field, { value }]) => [field, value])) };
}

/** Times of a record in ms since 1970. Never sent. */
export interface Seen {
  /** As the server gives it; null until it has. */
  readonly created_at: number | null;
  /** At the last copy that was taken in. */
  readonly updated_at: number | null;
  /** By this device's clock. */
  readonly first_seen: number;
}

export function firstSeen(now: number): Seen {
  return { created_at: null, updated_at: null, first_seen: now };
}

/** Returns when a record was made: by the server, else when it was first seen here. */
export function madeAt({ created_at: made, first_seen: first }: Seen): number {
  return made ?? first;
}

/** Takes in a row. Times that it leaves out stay. */
export function seenWith(seen: Seen, wire: Wire): Seen {
  return {
    ...seen,
    created_at: timeIn(wire, 'created_at') ?? seen.created_at,
    updated_at: timeIn(wire, 'updated_at') ?? seen.updated_at,
  };
}

/** Returns a row as the mirror keeps it. Fields that the server left out keep their known values. */
export function serverCopyOf(resource: ResourceName, wire: WireRecord['wire'], known: Fields | null): Fields {
  const spec = specOf(resource);
  const copy: Record<string, Fields[string]> = { ...spec.decode(wire) };
  for (const field of spec.fieldNames) {
    const before = known?.[field];
    if (!(field in wire) && before !== undefined) copy[field] = before;
  }
  return copy;
}

/** Tells if each field of `b` means the same in `a`, whatever its form. */
export function sameInMeaning(resource: ResourceName, a: Fields | null, b: Fields): boolean {
  const { sameValue } = specOf(resource);
  return a !== null && Object.entries(b).every(([field, value]) => sameValue(field, a[field], value));
}

/** Tells if the server has another version than the person saw when they deleted the record. */
export function isVersionStale(
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

/** A server's row of a record, with the numbers of the write that stores it. */
export interface ServerRow {
  readonly id: ServerId;
  readonly wire: Wire;
  /** Undefined if the server counts no versions. */
  readonly version: number | undefined;
  /** Generation of the collection at this write. */
  readonly generation: number;
  /** The record's place in its list. */
  readonly position: Position;
  /** Device time in ms at this write. */
  readonly readAt: number;
}

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
