import type { MirrorRecord } from '../outbox/mirror-record.ts';
import { EMPTY_LIST, merged, type Order, type OrderedList, type ShownRecord } from './ordered-list.ts';

/**
 * A table that is being read from one end of its keys to the other, range by range. Each range is sorted by itself, and
 * two that have become about as long are merged, so that no step takes long and all of them together hardly longer
 * than one sort.
 */
export class TableLoad implements Links {
  readonly #order: Order;
  /** Each more than twice as long as the next. */
  readonly #runs: OrderedList[] = [];
  readonly byId = new Map<string, ShownRecord>();
  readonly byServerId = new Map<string, ShownRecord>();

  constructor(order: Order) {
    this.#order = order;
  }

  add(range: readonly MirrorRecord[]): void {
    const records = range.filter((record): record is ShownRecord => record.view !== null);
    for (const record of records) link(record, this);
    records.sort(this.#order);
    this.#runs.push({ records, texts: null });
    while (this.#lengthOf(-1) * 2 >= this.#lengthOf(-2) && this.#runs.length > 1) this.#mergeLast();
  }

  /** All of it, once every range is there. */
  list(): OrderedList {
    while (this.#runs.length > 1) this.#mergeLast();
    return this.#runs[0] ?? EMPTY_LIST;
  }

  #lengthOf(at: number): number {
    return this.#runs.at(at)?.records.length ?? 0;
  }

  #mergeLast(): void {
    const [b, a] = [this.#runs.pop(), this.#runs.pop()];
    if (a && b) this.#runs.push(merged(a, b, this.#order));
  }
}

/** Records by their ids. */
export interface Links {
  readonly byId: Map<string, ShownRecord>;
  /** Only records whose server id is not their local id. */
  readonly byServerId: Map<string, ShownRecord>;
}

/** The record that an id means: a local id, or a server id that a record made here got later. */
export function findIn({ byId, byServerId }: Links, id: string): ShownRecord | undefined {
  return byId.get(id) ?? byServerId.get(id);
}

/** Has a record be found by both of its ids. */
export function link(record: ShownRecord, { byId, byServerId }: Links): void {
  const { localId } = record;
  byId.set(localId, record);
  const serverId = String(record.serverId ?? localId);
  if (serverId !== localId) byServerId.set(serverId, record);
}

export function unlink(record: ShownRecord, { byId, byServerId }: Links): void {
  byId.delete(record.localId);
  const serverId = String(record.serverId);
  if (byServerId.get(serverId) === record) byServerId.delete(serverId);
}
