import { type DateForms, NO_DATE_FORMS } from '../domain/date-forms.ts';
import { plainText } from '../domain/plain-text.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { createStore, type Store } from '../domain/store.ts';
import type { MirrorRecord, Position } from '../outbox/mirror-record.ts';

/** A record that can be shown: one that is not deleted. */
export type ShownRecord = MirrorRecord & { readonly view: Fields };

/** A list as it was at one time. */
export interface LiveSnapshot {
  /** In list order. */
  readonly records: readonly ShownRecord[];
  /** The search text of each record, in the same order. Built for all of them when first read. */
  readonly texts: readonly string[];
  /** False until the whole table has been read once. */
  readonly complete: boolean;
  /** The server's way to write dates. */
  readonly dates: DateForms;
}

/** Texts built in one step. */
const STEP = 500;

interface Options {
  /** 'first' lists the newest first, 'last' the oldest. */
  readonly placement: 'first' | 'last';
  readonly searchText: (view: Fields) => string;
}

/** What the table has under a local id; undefined where it no longer has anything. */
type Read = readonly [localId: string, record: MirrorRecord | undefined];

/** Up to so many changes are put in one by one; with more, the whole list is sorted once. */
const FEW = 16;

/**
 * One resource in memory, in list order, for every list, search and picker of the tab to read. The reader
 * (live-reader.ts) fills and patches it; this half is pure. Snapshots are immutable: a new one for each
 * change, so that `useSyncExternalStore` can compare them by identity.
 */
export class LiveCollection {
  readonly #order: Order;
  readonly #textOf: (record: ShownRecord) => string;
  readonly #store: Store<Snapshot>;
  readonly subscribe: Store<LiveSnapshot>['subscribe'];
  readonly getSnapshot: () => LiveSnapshot;
  #links = noLinks();
  #dates = NO_DATE_FORMS;
  /** The table as far as it has been read again, with what was read by itself meanwhile. */
  #loading: Links | undefined;

  constructor({ placement, searchText }: Options) {
    this.#order = orderOf(placement);
    this.#textOf = ({ view }) => plainText(searchText(view));
    this.#store = createStore(this.#snapshotOf([], null, false));
    this.subscribe = this.#store.subscribe;
    this.getSnapshot = this.#store.getSnapshot;
  }

  /** Whether something on the screen shows it. */
  get isWatched(): boolean {
    return this.#store.isWatched();
  }

  get #snapshot(): Snapshot {
    return this.#store.getSnapshot();
  }

  /** The record that a reference means: by local id, or by a server id that a record made here got later. */
  find(id: string): ShownRecord | undefined {
    return findIn(this.#links, id) ?? (this.#loading && findIn(this.#loading, id));
  }

  /** Whether the search texts have been built. From then on they follow what changes. */
  get isSearchReady(): boolean {
    return this.#snapshot.builtTexts !== null;
  }

  /** Builds the search texts, some at a time: the first search would else wait for all of them. */
  *prepareSearch(): Generator<void, void> {
    for (let built: Snapshot | null = null; built !== this.#snapshot; ) {
      built = this.#snapshot;
      yield* built.buildTexts();
    }
  }

  /** Takes what was read for these local ids, each once. */
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
    const changes = stale.size + fresh.length;
    if (changes > 0)
      this.#store.set(changes > FEW ? this.#sorted(stale, fresh) : this.#patched(stale, fresh));
  }

  /** Takes what is known of how the server writes dates. */
  setDates({ moment, days }: DateForms): void {
    if (this.#dates.moment === moment && this.#dates.days === days) return;
    this.#dates = { moment, days };
    const { records, builtTexts, complete } = this.#snapshot;
    this.#store.set(this.#snapshotOf(records, builtTexts, complete));
  }

  /** The whole table will be read. Until `finish` the list stays as it is, but for what is applied. */
  begin(): void {
    this.#loading = noLinks();
  }

  /** The next range of the table, read later than what was applied so far. What it has can be found at once. */
  addRange(range: readonly MirrorRecord[]): void {
    if (this.#loading) for (const record of range) put(this.#loading, record.localId, record);
    this.#store.set(this.#snapshot);
  }

  /** The list is what the ranges had, and what was applied since. */
  finish(): void {
    if (!this.#loading) return;
    this.#links = this.#loading;
    this.#loading = undefined;
    this.#store.set(this.#snapshotOf([...this.#links.byId.values()].sort(this.#order), null, true));
  }

  /** Each change by itself: what it costs hardly grows with the list. */
  #patched(stale: ReadonlySet<ShownRecord>, fresh: readonly ShownRecord[]): Snapshot {
    const { builtTexts, complete } = this.#snapshot;
    const records = [...this.#snapshot.records];
    const texts = builtTexts && [...builtTexts];
    for (const record of stale) {
      const at = placeIn(records, record, this.#order);
      records.splice(at, 1);
      texts?.splice(at, 1);
    }
    for (const record of fresh) {
      const at = placeIn(records, record, this.#order);
      records.splice(at, 0, record);
      texts?.splice(at, 0, this.#textOf(record));
    }
    return this.#snapshotOf(records, texts, complete);
  }

  /** A sort of what is in order already, with new records behind it, takes little more than one look at each. */
  #sorted(stale: ReadonlySet<ShownRecord>, fresh: readonly ShownRecord[]): Snapshot {
    const { records, builtTexts, complete } = this.#snapshot;
    const kept = records.map((record, n) => ({ record, text: builtTexts?.[n] ?? '' }));
    const added = fresh.map((record) => ({ record, text: builtTexts ? this.#textOf(record) : '' }));
    const all = [...kept.filter(({ record }) => !stale.has(record)), ...added];
    all.sort((a, b) => this.#order(a.record, b.record));
    const texts = builtTexts && all.map(({ text }) => text);
    return this.#snapshotOf(
      all.map(({ record }) => record),
      texts,
      complete,
    );
  }

  #snapshotOf(records: readonly ShownRecord[], texts: readonly string[] | null, complete: boolean): Snapshot {
    return new Snapshot({ records, texts, complete, dates: this.#dates, textOf: this.#textOf });
  }
}

interface SnapshotParts extends Pick<LiveSnapshot, 'records' | 'complete' | 'dates'> {
  /** Null until somebody wants them. */
  readonly texts: readonly string[] | null;
  readonly textOf: (record: ShownRecord) => string;
}

/** Builds its search texts only when they are wanted: most lists are never searched. */
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

  /** Builds the search texts, some at a time. */
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

/** Records by their ids. */
interface Links {
  readonly byId: Map<string, ShownRecord>;
  /** Only records whose server id is not their local id. */
  readonly byServerId: Map<string, ShownRecord>;
}

function noLinks(): Links {
  return { byId: new Map(), byServerId: new Map() };
}

/** The record that an id means: a local id, or a server id that a record made here got later. */
function findIn({ byId, byServerId }: Links, id: string): ShownRecord | undefined {
  return byId.get(id) ?? byServerId.get(id);
}

/** Has a record be found by both of its ids, and the one that was there before no more. */
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

/** Which of two records comes first in the list; 0 for a record and itself alone. */
type Order = (a: Placed, b: Placed) => number;

type Placed = Pick<MirrorRecord, 'position' | 'localId'>;

/** 'first' lists the newest first, 'last' the oldest. */
function orderOf(placement: 'first' | 'last'): Order {
  return placement === 'first' ? (a, b) => comparePositions(b, a) : comparePositions;
}

/** Where a record stands in the list, or would. */
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

/** Numbers before text. */
function compareTies(a: Position[1], b: Position[1]): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
