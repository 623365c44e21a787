import type { Fields, ServerId } from '../domain/resource-spec.ts';
import { fold, type SyncMark } from './fold.ts';
import type { Mutation } from './mutation.ts';
import { firstSeen, type Seen } from './seen.ts';

/**
 * A record's place in its list, oldest first: [time or number from the server, its id as tie-break].
 * A record that no server has seen sorts as the newest.
 */
export type Position = readonly [number, number | string];

/** One record as the device keeps it. */
export interface MirrorRecord {
  /** Never changes: a UUIDv7 for a record made here, the server id as text for one first seen there. */
  readonly localId: string;
  /** Absent until a server has confirmed the record. */
  readonly serverId?: ServerId;
  /** The last copy that the server confirmed. */
  readonly server: Fields | null;
  /** What screens show; null while a deletion waits. Made by `folded` alone. */
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
  /** The change of this device that the server confirmed last; absent where there was none. */
  readonly confirmed?: ConfirmedChange;
}

/** A change that the server has, for its undo. */
export interface ConfirmedChange {
  /** Id of the mutation. */
  readonly id: string;
  readonly kind: 'create' | 'update';
  /** True if no newer copy of the record has come since, other than in form. */
  readonly isLast: boolean;
}

/** Where a record that no server has seen stands: behind all others, in the order of acceptance. */
export function unsentPosition(seq: number): Position {
  return [Number.MAX_SAFE_INTEGER, seq];
}

/** A record made on this device, before its first mutation is folded into it. */
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

/** Whether a record was first seen on the server, rather than made on this device. */
export function isForeignRow(record: MirrorRecord): boolean {
  return record.serverId !== undefined && record.localId === String(record.serverId);
}

/** `record` with its view made anew. The only maker of `view` and `mark`. */
export function folded(record: MirrorRecord, mutations: readonly Mutation[]): MirrorRecord {
  return { ...record, ...fold(record.server, mutations) };
}
