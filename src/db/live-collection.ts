import type { Fields } from '../domain/resource-spec.ts';
import type { MirrorRecord, Position } from './app-database.ts';

/** A record that can be shown: one that is not deleted. */
export interface LiveRow {
  readonly record: MirrorRecord & { readonly view: Fields };
  /** What the search box looks in, lowered. */
  readonly text: string;
}

export interface LiveSnapshot {
  /** In list order. */
  readonly rows: readonly LiveRow[];
  /** False until the whole table has been read once. */
  readonly complete: boolean;
}

interface Options {
  /** 'first' lists the newest first, 'last' the oldest. */
  readonly placement: 'first' | 'last';
  readonly searchText: (view: Fields) => string;
}

/**
 * One resource in memory, in list order, for every list, search and picker of the tab to read. The reader
 * (live-reader.ts) fills and patches it; this half is pure. Snapshots are immutable: a new one for each
 * change, so that `useSyncExternalStore` can compare them by identity.
 */
export class LiveCollection {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  #rows: LiveRow[] = [];
  readonly #byId = new Map<string, LiveRow>();
  /** Only rows whose server id is not their local id. */
  readonly #byServerId = new Map<string, LiveRow>();
  #snapshot: LiveSnapshot = { rows: [], complete: false };

  constructor(options: Options) {
    this.#options = options;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): LiveSnapshot => this.#snapshot;

  /** The row that a reference means: by local id, or by a server id that a record made here got later. */
  find(id: string): LiveRow | undefined {
    return this.#byId.get(id) ?? this.#byServerId.get(id);
  }

  /** Takes what was read for these local ids; undefined where the table no longer has one. */
  apply(read: readonly (readonly [localId: string, record: MirrorRecord | undefined])[]): void {
    const stale = new Set<LiveRow>();
    const fresh: LiveRow[] = [];
    for (const [localId, record] of read) {
      const old = this.#byId.get(localId);
      if (old) this.#unlink(old, stale);
      if (!record?.view) continue;
      const row = this.#rowOf(record as LiveRow['record']);
      this.#byId.set(localId, row);
      const serverId = String(record.serverId ?? localId);
      if (serverId !== localId) this.#byServerId.set(serverId, row);
      fresh.push(row);
    }
    if (stale.size === 0 && fresh.length === 0) return;
    fresh.sort((a, b) => this.#compare(a, b));
    const kept = stale.size === 0 ? this.#rows : this.#rows.filter((row) => !stale.has(row));
    this.#rows = this.#merged(kept, fresh);
    this.#publish(this.#snapshot.complete);
  }

  /** Drops every row whose local id was not met while the whole table was read again. */
  retain(localIds: ReadonlySet<string>): void {
    const gone = [...this.#byId.keys()].filter((id) => !localIds.has(id));
    this.apply(gone.map((id) => [id, undefined]));
  }

  markComplete(): void {
    if (!this.#snapshot.complete) this.#publish(true);
  }

  #unlink(row: LiveRow, stale: Set<LiveRow>): void {
    stale.add(row);
    const { localId, serverId } = row.record;
    this.#byId.delete(localId);
    if (this.#byServerId.get(String(serverId)) === row) this.#byServerId.delete(String(serverId));
  }

  #rowOf(record: LiveRow['record']): LiveRow {
    return { record, text: this.#options.searchText(record.view).toLowerCase() };
  }

  #compare(a: LiveRow, b: LiveRow): number {
    const order = comparePositions(a.record, b.record);
    return this.#options.placement === 'first' ? -order : order;
  }

  #merged(kept: readonly LiveRow[], fresh: readonly LiveRow[]): LiveRow[] {
    if (fresh.length === 0) return kept as LiveRow[];
    const rows: LiveRow[] = [];
    let next = 0;
    for (const row of kept) {
      for (let add = fresh[next]; add && this.#compare(add, row) < 0; add = fresh[next]) {
        rows.push(add);
        next += 1;
      }
      rows.push(row);
    }
    return rows.concat(fresh.slice(next));
  }

  #publish(complete: boolean): void {
    this.#snapshot = { rows: this.#rows, complete };
    for (const listener of this.#listeners) listener();
  }
}

type Placed = Pick<MirrorRecord, 'position' | 'localId'>;

function comparePositions(a: Placed, b: Placed): number {
  return (
    a.position[0] - b.position[0] || compareTies(a.position, b.position) || (a.localId < b.localId ? -1 : 1)
  );
}

function compareTies([, a]: Position, [, b]: Position): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
