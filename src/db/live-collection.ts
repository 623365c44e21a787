import type { Fields } from '../domain/resource-spec.ts';
import type { MirrorRecord, Position } from './app-database.ts';

/** A record that can be shown: one that is not deleted. */
export type ShownRecord = MirrorRecord & { readonly view: Fields };

export interface LiveSnapshot {
  /** In list order. */
  readonly records: readonly ShownRecord[];
  /** What the search box looks in, lowered: of each record, in the same order. */
  readonly texts: readonly string[];
  /** False until the whole table has been read once. */
  readonly complete: boolean;
}

interface Options {
  /** 'first' lists the newest first, 'last' the oldest. */
  readonly placement: 'first' | 'last';
  readonly searchText: (view: Fields) => string;
}

/** Up to so many changes are put in one by one; more are sorted and merged, in one go over the whole list. */
const FEW = 16;

/**
 * One resource in memory, in list order, for every list, search and picker of the tab to read. The reader
 * (live-reader.ts) fills and patches it; this half is pure. Snapshots are immutable: a new one for each
 * change, so that `useSyncExternalStore` can compare them by identity.
 */
export class LiveCollection {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  readonly #byId = new Map<string, ShownRecord>();
  /** Only records whose server id is not their local id. */
  readonly #byServerId = new Map<string, ShownRecord>();
  #snapshot: LiveSnapshot = { records: [], texts: [], complete: false };

  constructor(options: Options) {
    this.#options = options;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): LiveSnapshot => this.#snapshot;

  /** The record that a reference means: by local id, or by a server id that a record made here got later. */
  find(id: string): ShownRecord | undefined {
    return this.#byId.get(id) ?? this.#byServerId.get(id);
  }

  /** Takes what was read for these local ids, each once; undefined where the table no longer has one. */
  apply(read: readonly (readonly [localId: string, record: MirrorRecord | undefined])[]): void {
    const stale = new Set<ShownRecord>();
    const fresh: ShownRecord[] = [];
    for (const [localId, found] of read) {
      const old = this.#byId.get(localId);
      if (old) this.#unlink(old, stale);
      if (!found?.view) continue;
      const record = found as ShownRecord;
      this.#byId.set(localId, record);
      const serverId = String(record.serverId ?? localId);
      if (serverId !== localId) this.#byServerId.set(serverId, record);
      fresh.push(record);
    }
    if (stale.size + fresh.length === 0) return;
    const next = stale.size + fresh.length > FEW ? this.#merged(stale, fresh) : this.#patched(stale, fresh);
    this.#publish({ ...next, complete: this.#snapshot.complete });
  }

  /** Drops every record whose local id was not met while the whole table was read again. */
  retain(localIds: ReadonlySet<string>): void {
    const gone = [...this.#byId.keys()].filter((id) => !localIds.has(id));
    this.apply(gone.map((id) => [id, undefined]));
  }

  markComplete(): void {
    if (!this.#snapshot.complete) this.#publish({ ...this.#snapshot, complete: true });
  }

  #unlink(record: ShownRecord, stale: Set<ShownRecord>): void {
    stale.add(record);
    const { localId, serverId } = record;
    this.#byId.delete(localId);
    if (this.#byServerId.get(String(serverId)) === record) this.#byServerId.delete(String(serverId));
  }

  #textOf(record: ShownRecord): string {
    return this.#options.searchText(record.view).toLowerCase();
  }

  #compare(a: ShownRecord, b: ShownRecord): number {
    const order = comparePositions(a, b);
    return this.#options.placement === 'first' ? -order : order;
  }

  /** Each change by itself: what it costs hardly grows with the list. */
  #patched(stale: ReadonlySet<ShownRecord>, fresh: readonly ShownRecord[]): Lists {
    const records = [...this.#snapshot.records];
    const texts = [...this.#snapshot.texts];
    for (const record of stale) {
      const at = this.#placeOf(record, records);
      records.splice(at, 1);
      texts.splice(at, 1);
    }
    for (const record of fresh) {
      const at = this.#placeOf(record, records);
      records.splice(at, 0, record);
      texts.splice(at, 0, this.#textOf(record));
    }
    return { records, texts };
  }

  /** Where a record stands in list order, or would. */
  #placeOf(record: ShownRecord, records: readonly ShownRecord[]): number {
    let from = 0;
    let to = records.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = records[middle];
      if (other && this.#compare(other, record) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #merged(stale: ReadonlySet<ShownRecord>, fresh: ShownRecord[]): Lists {
    fresh.sort((a, b) => this.#compare(a, b));
    const records: ShownRecord[] = [];
    const texts: string[] = [];
    let next = 0;
    const addUpTo = (record: ShownRecord | null): void => {
      for (let add = fresh[next]; add && (!record || this.#compare(add, record) < 0); add = fresh[next]) {
        records.push(add);
        texts.push(this.#textOf(add));
        next += 1;
      }
    };
    for (const [index, record] of this.#snapshot.records.entries()) {
      if (stale.has(record)) continue;
      addUpTo(record);
      records.push(record);
      texts.push(this.#snapshot.texts[index] ?? '');
    }
    addUpTo(null);
    return { records, texts };
  }

  #publish(snapshot: LiveSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}

type Lists = Pick<LiveSnapshot, 'records' | 'texts'>;

type Placed = Pick<MirrorRecord, 'position' | 'localId'>;

function comparePositions(a: Placed, b: Placed): number {
  return (
    a.position[0] - b.position[0] ||
    compareTies(a.position[1], b.position[1]) ||
    compareTies(a.localId, b.localId)
  );
}

/** Numbers before text. */
function compareTies(a: Position[1], b: Position[1]): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
