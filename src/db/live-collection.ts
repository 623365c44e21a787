import { type DateForms, NO_DATE_FORMS } from '../domain/date-forms.ts';
import { plainText } from '../domain/plain-text.ts';
import type { Fields } from '../domain/resource-spec.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import { ListSnapshot, type LiveSnapshot } from './list-snapshot.ts';
import type { ShownRecord } from './ordered-list.ts';
import { EMPTY_LIST, merged, type Order, type OrderedList, orderOf, placeIn } from './ordered-list.ts';
import { findIn, type Links, link, TableLoad, unlink } from './table-load.ts';

export type { LiveSnapshot, ShownRecord };

interface Options {
  /** 'first' lists the newest first, 'last' the oldest. */
  readonly placement: 'first' | 'last';
  readonly searchText: (view: Fields) => string;
}

/** What the table has under a local id; undefined where it no longer has anything. */
type Read = readonly [localId: string, record: MirrorRecord | undefined];

/** Up to so many changes are put in one by one; more are sorted and merged, in one go over the whole list. */
const FEW = 16;

/**
 * One resource in memory, in list order, for every list, search and picker of the tab to read. The reader
 * (live-reader.ts) fills and patches it; this half is pure. Snapshots are immutable: a new one for each
 * change, so that `useSyncExternalStore` can compare them by identity.
 */
export class LiveCollection {
  readonly #order: Order;
  readonly #textOf: (record: ShownRecord) => string;
  readonly #listeners = new Set<() => void>();
  #links: Links = { byId: new Map(), byServerId: new Map() };
  #dates = NO_DATE_FORMS;
  #snapshot: ListSnapshot;
  #loading: TableLoad | undefined;
  /** What was read by itself while the whole table is being read. */
  readonly #since = new Map<string, MirrorRecord | undefined>();

  constructor({ placement, searchText }: Options) {
    this.#order = orderOf(placement);
    this.#textOf = ({ view }) => plainText(searchText(view));
    this.#snapshot = this.#snapshotOf(EMPTY_LIST, false);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether something on the screen shows it. */
  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  getSnapshot = (): LiveSnapshot => this.#snapshot;

  /** The record that a reference means: by local id, or by a server id that a record made here got later. */
  find(id: string): ShownRecord | undefined {
    return findIn(this.#links, id) ?? (this.#loading && findIn(this.#loading, id));
  }

  /** Whether the search texts have been built. From then on they follow what changes. */
  get isSearchReady(): boolean {
    return this.#snapshot.list.texts !== null;
  }

  /** Builds the search texts, some at a time: the first search would else wait for all of them. */
  *prepareSearch(): Generator<void, void> {
    for (let built: ListSnapshot | null = null; built !== this.#snapshot; ) {
      built = this.#snapshot;
      yield* built.buildTexts();
    }
  }

  /** Takes what was read for these local ids, each once. */
  apply(read: readonly Read[]): void {
    if (this.#loading) for (const [localId, record] of read) this.#since.set(localId, record);
    const list = this.#changed(read);
    if (list) this.#publish(this.#snapshotOf(list, this.#snapshot.complete));
  }

  /** Takes what is known of how the server writes dates. */
  setDates({ moment, days }: DateForms): void {
    if (this.#dates.moment === moment && this.#dates.days === days) return;
    this.#dates = { moment, days };
    this.#publish(this.#snapshotOf(this.#snapshot.list, this.#snapshot.complete));
  }

  /** The whole table will be read. Until `finish` the list stays as it is, but for what is applied. */
  begin(): void {
    this.#loading = new TableLoad(this.#order);
    this.#since.clear();
  }

  /** The next range of the table, read later than what was applied so far. What it has can be found at once. */
  addRange(range: readonly MirrorRecord[]): void {
    for (const { localId } of range) this.#since.delete(localId);
    this.#loading?.add(range);
    this.#tell();
  }

  /** The list is what the ranges had, and what was applied since. */
  finish(): void {
    const loaded = this.#loading;
    if (!loaded) return;
    this.#loading = undefined;
    this.#links = loaded;
    this.#snapshot = this.#snapshotOf(loaded.list(), true);
    const list = this.#changed([...this.#since]);
    this.#publish(list ? this.#snapshotOf(list, true) : this.#snapshot);
    this.#since.clear();
  }

  /** The list with what was read; null where that makes no difference. */
  #changed(read: readonly Read[]): OrderedList | null {
    const stale = new Set<ShownRecord>();
    const fresh: ShownRecord[] = [];
    for (const [localId, found] of read) {
      const old = this.#links.byId.get(localId);
      if (old) {
        unlink(old, this.#links);
        stale.add(old);
      }
      if (!found?.view) continue;
      const record = found as ShownRecord;
      link(record, this.#links);
      fresh.push(record);
    }
    const changes = stale.size + fresh.length;
    if (changes === 0) return null;
    return changes > FEW ? this.#merged(stale, fresh) : this.#patched(stale, fresh);
  }

  /** Each change by itself: what it costs hardly grows with the list. */
  #patched(stale: ReadonlySet<ShownRecord>, fresh: readonly ShownRecord[]): OrderedList {
    const { list } = this.#snapshot;
    const records = [...list.records];
    const texts = list.texts && [...list.texts];
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
    return { records, texts };
  }

  #merged(stale: ReadonlySet<ShownRecord>, fresh: ShownRecord[]): OrderedList {
    fresh.sort(this.#order);
    const kept = this.#without(stale);
    const texts = kept.texts && fresh.map(this.#textOf);
    return merged(kept, { records: fresh, texts }, this.#order);
  }

  #without(stale: ReadonlySet<ShownRecord>): OrderedList {
    const { list } = this.#snapshot;
    if (stale.size === 0) return list;
    const isKept = list.records.map((record) => !stale.has(record));
    return {
      records: list.records.filter((_, index) => isKept[index]),
      texts: list.texts && list.texts.filter((_, index) => isKept[index]),
    };
  }

  #snapshotOf(list: OrderedList, complete: boolean): ListSnapshot {
    return new ListSnapshot(list, { complete, dates: this.#dates }, this.#textOf);
  }

  #publish(snapshot: ListSnapshot): void {
    this.#snapshot = snapshot;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
