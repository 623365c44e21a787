import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { versionOf, type WireRecord } from '../domain/wire-record.ts';
import type { MirrorRecord, Position } from '../outbox/mirror-record.ts';
import { timeIn } from '../outbox/server-copy.ts';
import type { Tx } from './app-database.ts';
import { readCapabilities } from './capabilities.ts';
import { type CollectionRow, type OrderBy, readCollection, writeMeta } from './meta.ts';

/**
 * Hands out the numbers that a write of server truth needs: the collection's next generation, and places in
 * its list. `save` stores them in the same transaction.
 */
export interface CollectionWriter {
  readonly generation: number;
  /** The collection's row before this write. */
  readonly before: CollectionRow;
  place(record: WireRecord): Position;
  /** The number of a record's state; undefined where the server has not said what it means. */
  readonly versionOf: (record: WireRecord) => number | undefined;
  /** `row` with the server's new copy of it, as of this write. */
  updated(row: MirrorRecord, record: WireRecord, server: Fields): MirrorRecord;
  /** Stores the collection's row, with `change` on top. */
  save(change?: Partial<Omit<CollectionRow, 'key' | 'generation'>>): Promise<void>;
}

export async function collectionWriter(tx: Tx, resource: ResourceName): Promise<CollectionWriter> {
  const [row, features] = await Promise.all([readCollection(tx, resource), readCapabilities(tx)]);
  const generation = row.generation + 1;
  const counts = features.has('if-match');
  let { orderBy, firstSeen } = row;
  const versionIn = (record: WireRecord): number | undefined => (counts ? versionOf(record) : undefined);
  return {
    generation,
    before: row,
    versionOf: versionIn,
    updated: (before, record, server) => {
      const { version: _, ...known } = before;
      const version = versionIn(record);
      return { ...known, server, serverGen: generation, ...(version === undefined ? {} : { version }) };
    },
    place: (record) => {
      orderBy ??= chooseOrder(record);
      firstSeen += 1;
      return [orderValue(orderBy, record, firstSeen), record.id];
    },
    save: (change = {}) => writeMeta(tx, { ...row, orderBy, firstSeen, ...change, generation }),
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
