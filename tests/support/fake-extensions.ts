import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { FAKE_KINDS, FAKE_NAMES } from './fake-kinds.ts';
import type { FakeRow, FakeRows } from './fake-rows.ts';

/** What it knows of one row. */
export interface Known {
  readonly resource: ResourceName;
  readonly id: number;
  text: string;
  version: number;
  /** Place of its newest state in the feed. */
  at: number;
  deleted: boolean;
  uid: string | null;
}

const FEED_PAGE = 10;

/** What a server keeps beyond its rows in order to offer the extensions. It sees changes whoever made them. */
export class FakeExtensions {
  readonly features = new Set<string>();
  /** Whether it gives a sign of life as seldom as it is asked to, and says so; else it promises nothing. */
  promisesBeats = false;
  /** Cursors of another epoch are refused with 410. */
  epoch = 1;
  readonly #rows: FakeRows;
  readonly #known = new Map<string, Known>();
  #clock = 0;
  #told = 0;
  readonly #streams = new Set<ReadableStreamDefaultController<Uint8Array>>();

  constructor(rows: FakeRows) {
    this.#rows = rows;
  }

  get announcement(): { readonly sync?: { readonly v: 1; readonly features: readonly string[] } } {
    return this.features.size === 0 ? {} : { sync: { v: 1, features: [...this.features] } };
  }

  /** Takes in what has changed since the last look. */
  observe(): void {
    const met = new Set<string>();
    for (const resource of FAKE_NAMES) {
      for (const row of this.#rows.of(resource)) {
        const key = `${resource}/${row.id}`;
        met.add(key);
        const text = JSON.stringify(row);
        const known = this.#known.get(key);
        if (known?.text === text) continue;
        const next = known ?? { resource, id: row.id, text, version: 0, at: 0, deleted: false, uid: null };
        Object.assign(next, { text, version: next.version + 1, at: ++this.#clock });
        this.#known.set(key, next);
      }
    }
    for (const [key, known] of this.#known) {
      if (met.has(key) || known.deleted) continue;
      Object.assign(known, { deleted: true, at: ++this.#clock });
    }
    if (this.#told < this.#clock) this.#poke();
    this.#told = this.#clock;
  }

  /** A backup is played back: this row is at an older version again, and cursors of before are refused. */
  rewind(resource: ResourceName, id: number, version: number): void {
    const known = this.#known.get(`${resource}/${id}`);
    const row = this.#rows.of(resource).find((one) => one.id === id);
    if (known && row) Object.assign(known, { version, text: JSON.stringify(row) });
    this.epoch += 1;
  }

  /** Goes on from where another one was, over the rows that it had. */
  restore(known: readonly Omit<Known, 'text'>[], clock: number): void {
    for (const one of known) {
      const row = this.#rows.of(one.resource).find(({ id }) => id === one.id);
      this.#known.set(`${one.resource}/${one.id}`, { ...one, text: JSON.stringify(row) });
    }
    this.#clock = clock;
    this.#told = clock;
  }

  /** How many listen for events. */
  get listeners(): number {
    return this.#streams.size;
  }

  /** A sign of life on every stream. */
  beat(): void {
    for (const controller of this.#streams) controller.enqueue(new TextEncoder().encode(':\n\n'));
  }

  /** A stream of events, until `signal` aborts or `endStreams` is called. */
  stream(signal: AbortSignal, beat: string | null): ReadableStream<Uint8Array> {
    return new ReadableStream({
      start: (controller) => {
        this.#streams.add(controller);
        signal.addEventListener('abort', () => {
          if (this.#streams.delete(controller)) controller.error(signal.reason);
        });
        const promise = this.promisesBeats ? `: beat ${beat ?? 25}\n` : '';
        controller.enqueue(new TextEncoder().encode(`${promise}retry: 3000\n\n`));
      },
    });
  }

  endStreams(): void {
    for (const controller of this.#streams) controller.close();
    this.#streams.clear();
  }

  #poke(): void {
    const event = new TextEncoder().encode('event: change\ndata: {}\n\n');
    for (const controller of this.#streams) controller.enqueue(event);
  }

  shown(resource: ResourceName, row: FakeRow): Record<string, unknown> {
    const known = this.#known.get(`${resource}/${row.id}`);
    return {
      ...row,
      ...(this.features.has('if-match') ? { version: known?.version } : {}),
      ...(this.features.has('client-uid') ? { client_uid: known?.uid ?? null } : {}),
    };
  }

  versionOf(resource: ResourceName, row: FakeRow): number {
    return this.#known.get(`${resource}/${row.id}`)?.version ?? 0;
  }

  /** Notes the key that a row was made with. */
  key(resource: ResourceName, row: FakeRow, uid: unknown): void {
    this.observe();
    const known = this.#known.get(`${resource}/${row.id}`);
    if (known && typeof uid === 'string') known.uid = uid;
  }

  /** The row that was made with a key: `null` where it was deleted since, undefined where none was. */
  keyed(resource: ResourceName, uid: unknown): FakeRow | null | undefined {
    if (!this.features.has('client-uid') || typeof uid !== 'string') return undefined;
    const known = [...this.#known.values()].find((one) => one.resource === resource && one.uid === uid);
    return known && (this.#rows.of(resource).find(({ id }) => id === known.id) ?? null);
  }

  /** One page of the feed; null where the cursor is not known. */
  changes(cursor: string | null): Record<string, unknown> | null {
    if (cursor === null) return { cursor: `${this.epoch}.${this.#clock}`, more: false, changes: [] };
    const [epoch, from] = cursor.split('.').map(Number);
    if (epoch !== this.epoch || from === undefined) return null;
    const later = [...this.#known.values()].filter(({ at }) => at > from).sort((a, b) => a.at - b.at);
    const page = later.slice(0, FEED_PAGE);
    return {
      cursor: `${this.epoch}.${page.at(-1)?.at ?? from}`,
      more: later.length > page.length,
      changes: page.map(({ resource, id, deleted }) => {
        const row = this.#rows.of(resource).find((one) => one.id === id);
        const named = { resource: FAKE_KINDS[resource].path.split('/').at(-2), id };
        return deleted || !row ? { ...named, deleted: true } : { ...named, row: this.shown(resource, row) };
      }),
    };
  }
}
