import { timeIn, versionOf, type WireRecord } from '../domain/answer.ts';
import type { RecordKind } from '../domain/resource-spec.ts';
import type { MirrorRecord, ServerRow } from '../outbox/mirror-record.ts';
import type { CollectionRow, OrderBy } from './collection-row.ts';
import { readCapabilities, watchDates } from './known-server.ts';
import { readCollection, writeMeta } from './meta-rows.ts';
import type { Tx } from './tables.ts';

/** `save` stores the generation and list positions in the same transaction as the rows. */
export interface CollectionWriter {
  readonly generation: number;
  readonly before: CollectionRow;
  /** Undefined if the server sends no versions. */
  readonly versionOf: (record: WireRecord) => number | undefined;
  rowOf(record: WireRecord, known: MirrorRecord | undefined): ServerRow;
  /** Applied by `save`. */
  later(change: (row: CollectionRow) => CollectionRow): void;
  save(change?: Partial<Omit<CollectionRow, 'key' | 'generation'>>): Promise<void>;
}

/** @param now device time in ms */
export async function collectionWriter(tx: Tx, resource: RecordKind, now: number): Promise<CollectionWriter> {
  const [row, features, dates] = await Promise.all([
    readCollection(tx, resource),
    readCapabilities(tx),
    watchDates(tx, resource),
  ]);
  const generation = row.generation + 1;
  const counts = features.has('if-match');
  const changes: ((row: CollectionRow) => CollectionRow)[] = [];
  let { orderBy, firstSeen } = row;
  const versionIn = (record: WireRecord): number | undefined => (counts ? versionOf(record) : undefined);
  const place = (record: WireRecord): MirrorRecord['position'] => {
    orderBy ??= chooseOrder(record);
    firstSeen += 1;
    return [orderValue(orderBy, record, firstSeen), record.id];
  };
  return {
    generation,
    before: row,
    versionOf: versionIn,
    rowOf: (record, known) => {
      dates.see(record.wire);
      return {
        ...record,
        version: versionIn(record),
        generation,
        readAt: now,
        position: known?.serverId === undefined ? place(record) : known.position,
      };
    },
    later: (change) => changes.push(change),
    save: async (change = {}) => {
      const stored = { ...row, orderBy, firstSeen, ...change, generation };
      await writeMeta(
        tx,
        changes.reduce<CollectionRow>((now, next) => next(now), stored),
      );
      await dates.save();
    },
  };
}

function chooseOrder(record: WireRecord): OrderBy {
  if (timeIn(record.wire, 'created_at') !== null) return 'created_at';
  return typeof record.id === 'number' ? 'serverId' : 'firstSeen';
}

function orderValue(orderBy: OrderBy, record: WireRecord, firstSeen: number): number {
  switch (orderBy) {
    case 'created_at':
      return timeIn(record.wire, 'created_at') ?? 0;
    case 'serverId':
      return Number(record.id) || 0;
    case 'firstSeen':
      return firstSeen;
    default:
      return orderBy satisfies never;
  }
}
