import { type DateForms, NO_DATE_FORMS } from '../domain/plain-date.ts';
import { createStore, type Store } from '../domain/ports.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { plainText } from '../domain/search-text.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';

export type ShownRecord = MirrorRecord & { readonly view: Fields };

export interface LiveSnapshot {
  /** In list order. */
  readonly records: readonly ShownRecord[];
  /** Search texts in the same order, built when first read. */
  readonly texts: readonly string[];
  /** True once the whole table has been read. */
  readonly complete: boolean;
  readonly dates: DateForms;
}

const STEP = 500;

interface Options {
  /** 'first' puts the newest record first. */
  readonly placement: 'first' | 'last';
  readonly searchText: (view: Fields) => string;
}

type Read = readonly [localId: string, record: MirrorRecord | undefined];

/**
 * Holds one table in list order for the whole tab. Pure: `live-reader.ts` fills it. `useSyncExternalStore` needs a new
 * snapshot for each change.
 */
export class LiveCollection {
  readonly #order: Order;
  readonly #textOf: (record: ShownRecord) => string;
  readonly #store: Store<Snapshot>;
  readonly subscribe: Store<LiveSnapshot>['subscribe'];
  readonly getSnapshot: () => LiveSnapshot;
  #links = noLinks();
  #dates = NO_DATE_FORMS;
  /** Rows read so far by the current reload, with later changes. */
  #loading: Links | undefined;

  constructor({ placement, searchText }: Options) {
    this.#order = orderOf(placement);
    this.#textOf = ({ view }) => plainText(searchText(view));
    this.#store = createStore(this.#snapshotOf([], null, false));
    this.subscribe = this.#store.subscribe;
    this.getSnapshot = this.#store.getSnapshot;
  }

  get isWatched(): boolean {
    return this.#store.isWatched();
  }

  get #snapshot(): Snapshot {
    return this.#store.getSnapshot();
  }

  /** Also finds a record by a server id that it got later. */
  find(id: string): ShownRecord | undefined {
    return findIn(this.#links, id) ?? (this.#loading && findIn(this.#loading, id));
  }

  get isSearchReady(): boolean {
    return this.#snapshot.builtTexts !== null;
  }

  /** Builds the search texts in steps, so that the first search need not wait. */
  *prepareSearch(): Generator<void, void> {
    for (let built: Snapshot | null = null; built !== this.#snapshot; ) {
      built = this.#snapshot;
      yield* built.buildTexts();
    }
  }

  apply(read: readonly Read[]): void {
    const stale = new Set<ShownRecord>();
    const fresh: ShownRecord[] = [];
    for (const [localId, found] of read) {
      const old = this.#links.byId.get(localId);
      if (old) stale.add(old);
      if (isShown(found)) fresh.push(found);
      put(this.#links, localId, found);
      if (this.#loading) put(this.#loading, localId, found);
    }
    if (stale.size + fresh.length > 0) this.#store.set(this.#merged(stale, fresh));
  }

  setDates({ moment, days }: DateForms): void {
    if (this.#dates.moment === moment && this.#dates.days === days) return;
    this.#dates = { moment, days };
    const { records, builtTexts, complete } = this.#snapshot;
    this.#store.set(this.#snapshotOf(records, builtTexts, complete));
  }

  /** The list stays as it is until `finish`. */
  begin(): void {
    this.#loading = noLinks();
  }

  /** `range` must be newer than all applied rows. */
  addRange(range: readonly MirrorRecord[]): void {
    if (this.#loading) for (const record of range) put(this.#loading, record.localId, record);
    this.#store.set(this.#snapshot);
  }

  finish(): void {
    if (!this.#loading) return;
    this.#links = this.#loading;
    this.#loading = undefined;
    this.#store.set(this.#snapshotOf([...this.#links.byId.values()].sort(this.#order), null, true));
  }

  #merged(stale: ReadonlySet<ShownRecord>, fresh: ShownRecord[]): Snapshot {
    const { records: before, builtTexts, complete } = this.#snapshot;
    const records: ShownRecord[] = [];
    const texts: string[] | null = builtTexts && [];
    let kept = 0;
    const keepUntil = (end: number): void => {
      for (const record of before.slice(kept, end)) {
        if (!stale.has(record)) {
          records.push(record);
          texts?.push(builtTexts?.[kept] ?? '');
        }
        kept += 1;
      }
    };
    for (const record of fresh.sort(this.#order)) {
      keepUntil(placeIn(before, record, this.#order));
      records.push(record);
      texts?.push(this.#textOf(record));
    }
    keepUntil(before.length);
    return this.#snapshotOf(records, texts, complete);
  }

  #snapshotOf(records: readonly ShownRecord[], texts: readonly string[] | null, complete: boolean): Snapshot {
    return new Snapshot({ records, texts, complete, dates: this.#dates, textOf: this.#textOf });
  }
}

interface SnapshotParts extends Pick<LiveSnapshot, 'records' | 'complete' | 'dates'> {
  readonly texts: readonly string[] | null;
  readonly textOf: (record: ShownRecord) => string;
}

/** Most lists are never searched, so texts are built when needed. */
class Snapshot implements LiveSnapshot {
  readonly records: readonly ShownRecord[];
  readonly complete: boolean;
  readonly dates: DateForms;
  readonly #textOf: (record: ShownRecord) => string;
  #texts: readonly string[] | null;

  constructor({ records, texts, complete, dates, textOf }: SnapshotParts) {
    this.records = records;
    this.complete = complete;
    this.dates = dates;
    this.#textOf = textOf;
    this.#texts = texts;
  }

  get texts(): readonly string[] {
    this.#texts ??= this.records.map(this.#textOf);
    return this.#texts;
  }

  get builtTexts(): readonly string[] | null {
    return this.#texts;
  }

  *buildTexts(): Generator<void, void> {
    const texts: string[] = [];
    while (!this.#texts && texts.length < this.records.length) {
      for (const record of this.records.slice(texts.length, texts.length + STEP))
        texts.push(this.#textOf(record));
      yield;
    }
    this.#texts ??= texts;
  }
}

interface Links {
  readonly byId: Map<string, ShownRecord>;
  /** Only records whose server id is not their local id. */
  readonly byServerId: Map<string, ShownRecord>;
}

function noLinks(): Links {
  return { byId: new Map(), byServerId: new Map() };
}

function findIn({ byId, byServerId }: Links, id: string): ShownRecord | undefined {
  return byId.get(id) ?? byServerId.get(id);
}

function put({ byId, byServerId }: Links, localId: string, found: MirrorRecord | undefined): void {
  const old = byId.get(localId);
  const oldServerId = String(old?.serverId);
  if (old && byServerId.get(oldServerId) === old) byServerId.delete(oldServerId);
  if (!isShown(found)) {
    byId.delete(localId);
    return;
  }
  byId.set(localId, found);
  const serverId = String(found.serverId ?? localId);
  if (serverId !== localId) byServerId.set(serverId, found);
}

function isShown(record: MirrorRecord | undefined): record is ShownRecord {
  return record !== undefined && record.view !== null;
}

type Order = (a: Placed, b: Placed) => number;

type Placed = Pick<MirrorRecord, 'position' | 'localId'>;

function orderOf(placement: 'first' | 'last'): Order {
  return placement === 'first' ? (a, b) => comparePositions(b, a) : comparePositions;
}

function placeIn(records: readonly Placed[], record: Placed, order: Order): number {
  let from = 0;
  let to = records.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = records[middle];
    if (other && order(other, record) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function comparePositions(a: Placed, b: Placed): number {
  return (
    a.position[0] - b.position[0] ||
    compareTies(a.position[1], b.position[1]) ||
    compareTies(a.localId, b.localId)
  );
}

/** Sorts numbers before text. */
function compareTies(a: MirrorRecord['position'][1], b: MirrorRecord['position'][1]): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
