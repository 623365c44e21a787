import { versionOf, type WireRecord } from '../api/resource-api.ts';
import type { MirrorRecord, Position, Tx } from '../db/app-database.ts';
import { readCapabilities } from '../db/capabilities.ts';
import { type CollectionRow, type OrderBy, readCollection, writeMeta } from '../db/meta.ts';
import type { Mutation } from '../domain/mutation.ts';
import type { Fields, ResourceName, Wire } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';

/** A server's record as the mirror keeps it. What the server left out stays as it was known before. */
export function serverCopyOf(resource: ResourceName, wire: WireRecord['wire'], known: Fields | null): Fields {
  const spec = specOf(resource);
  const copy: Record<string, Fields[string]> = { ...spec.decode(wire) };
  for (const field of spec.fields) {
    const before = known?.[field];
    if (!(field in wire) && before !== undefined) copy[field] = before;
  }
  return copy;
}

export function sameFields(a: Fields | null, b: Fields): boolean {
  return a !== null && Object.keys(b).every((field) => a[field] === b[field]);
}

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

/**
 * A moment that a server gives, in milliseconds since 1970; null where it gives none. Servers send an offset and
 * six digits of a second, or not: never compared as text.
 */
export function timeIn(wire: Wire, field: string): number | null {
  const text = wire[field];
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/**
 * Whether a deletion is of another state of its record than the one that the server has, where it counts them: it
 * is of what the person saw, and they look again.
 */
export function isUnseen({ kind, over }: Pick<Mutation, 'kind' | 'over'>, record: MirrorRecord): boolean {
  return kind === 'delete' && over !== null && record.version !== undefined && record.version !== over;
}
