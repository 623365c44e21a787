import { drawAll } from '../domain/draw-all.ts';
import { SortedRuns } from '../domain/sorted-runs.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Order, OrderedList, ShownRecord } from './ordered-list.ts';

/** A table that is being read from one end of its keys to the other, range by range. */
export class TableLoad implements Links {
  readonly #runs: SortedRuns<ShownRecord>;
  readonly byId = new Map<string, ShownRecord>();
  readonly byServerId = new Map<string, ShownRecord>();

  constructor(order: Order) {
    this.#runs = new SortedRuns<ShownRecord>(order);
  }

  add(range: readonly MirrorRecord[]): void {
    const records = range.filter((record): record is ShownRecord => record.view !== null);
    for (const record of records) link(record, this);
    drawAll(this.#runs.add(records));
  }

  /** All of it, once every range is there. */
  list(): OrderedList {
    return { records: drawAll(this.#runs.all()), texts: null };
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
