import type { WireRecord } from '../domain/answer.ts';
import type { FieldChanges } from '../domain/field-changes.ts';
import type { Fields, RecordKind, ServerId, Wire } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { OwnChanges, Seen } from '../domain/seen.ts';
import type { Mutation } from './mutation.ts';
import { firstSeen, ownChanges, seenAfter } from './seen.ts';

/** A place in the list, oldest first: [the server's time or number, id]. Unsent records are the newest. */
export type Position = readonly [number, number | string];

export interface MirrorRecord {
  /** Never changes: a UUIDv7 if created on this device, else the server id as text. */
  readonly localId: string;
  readonly serverId?: ServerId;
  /** The last confirmed copy. */
  readonly server: Fields | null;
  /** The copy that screens show; null while a deletion is waiting. `fold` computes it. */
  readonly view: Fields | null;
  readonly mark: SyncMark;
  readonly position: Position;
  /** The collection's generation at the last write of `server`. */
  readonly serverGen: number;
  /** The collection's generation when a pull first saw the record. */
  readonly firstSeenGen: number;
  readonly seen: Seen;
  /** Absent if no change is waiting. */
  readonly own?: OwnChanges;
  /** The server's version, if it announces `if-match`. */
  readonly version?: number;
  /** This device's last confirmed change, for its undo. */
  readonly confirmed?: ConfirmedChange;
}

export interface ConfirmedChange {
  readonly id: string;
  readonly kind: 'create' | 'update';
  /** True until a newer copy differs in meaning. */
  readonly isLast: boolean;
}

export function unsentPosition(seq: number): Position {
  return [Number.MAX_SAFE_INTEGER, seq];
}

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

/**
 * Computes `view`, `mark` and `own`. Nothing else sets them, except in new records.
 * @param now device time in ms
 */
export function folded(record: MirrorRecord, mutations: readonly Mutation[], now: number): MirrorRecord {
  const { own: before, ...rest } = record;
  const own = ownChanges(mutations, before, now);
  return { ...rest, ...fold(record.server, mutations), ...(own && { own }) };
}

export type SyncMark = 'synced' | 'waiting' | 'attention';

export interface FoldedView {
  readonly view: Fields | null;
  readonly mark: SyncMark;
}

type Foldable = Pick<Mutation, 'kind' | 'fields' | 'state'>;

/**
 * Applies the open mutations to the server's copy. A record whose deletion is parked is visible again. An update that
 * came from an absorbed record does not make a deleted record visible.
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

/** Decodes a row. Fields that the server left out keep their known values. */
export function serverCopyOf(resource: RecordKind, wire: WireRecord['wire'], known: Fields | null): Fields {
  const spec = specOf(resource);
  const copy: Record<string, Fields[string]> = { ...spec.decode(wire) };
  for (const field of spec.fieldNames) {
    const before = known?.[field];
    if (!(field in wire) && before !== undefined) copy[field] = before;
  }
  return copy;
}

/** Returns true if the fields of `b` mean the same in `a`, even if written differently. */
export function sameInMeaning(resource: RecordKind, a: Fields | null, b: Fields): boolean {
  const { sameValue } = specOf(resource);
  return a !== null && Object.entries(b).every(([field, value]) => sameValue(field, a[field], value));
}

/** Returns true if the record changed since the person deleted it. */
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

export interface ServerRow {
  readonly id: ServerId;
  readonly wire: Wire;
  /** Undefined if the server has no versions. */
  readonly version: number | undefined;
  readonly generation: number;
  readonly position: Position;
  /** Device time in ms. */
  readonly readAt: number;
}

export function withServerCopy(
  resource: RecordKind,
  record: MirrorRecord,
  row: ServerRow,
  server: Fields,
): MirrorRecord {
  const { version: _, confirmed, ...known } = record;
  const { version, generation } = row;
  const isSame = known.server === server || sameInMeaning(resource, known.server, server);
  return {
    ...known,
    server,
    serverGen: generation,
    seen: seenAfter(record, { ...row, server, isSame }),
    ...(version === undefined ? {} : { version }),
    ...(confirmed && {
      confirmed: { ...confirmed, isLast: confirmed.isLast && isSame },
    }),
  };
}

export function newServerRecord(
  { resource, localId }: { readonly resource: RecordKind; readonly localId: string },
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
