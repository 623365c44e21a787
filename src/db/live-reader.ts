import type { Clock, Log } from '../domain/ports.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { fieldsOfType } from '../domain/resource-specs.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Databases } from './app-database.ts';
import type { CommittedRows, WrittenKeys } from './change-bus.ts';
import type { LiveCollection } from './live-collection.ts';
import { wasCutOff } from './storage-watch.ts';

const FIRST_PAINT = 50;
const RANGE = 1000;
/** Keys per task. The page can render between tasks. */
const READ_AT_ONCE = 250;
const RETRY_MS = 1000;

interface StoredRow {
  readonly row: MirrorRecord | undefined;
}

interface Options {
  readonly db: Databases;
  readonly resource: ResourceName;
  readonly placement: 'first' | 'last';
  readonly collection: LiveCollection;
  /** Awaited after the first rows. Its result is called once the rest is read. */
  readonly turnForRest: () => Promise<() => void>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface LiveReader {
  readonly stop: () => void;
  /** Resolves even if the read fails. */
  readonly readSoon: (localIds: readonly string[]) => Promise<void>;
}

/**
 * Paints the first rows, reads the rest by key ranges, and then applies the writes that the bus announces. A single
 * loop does all this, so that an older read never overwrites a newer row.
 */
export function startLiveReader(options: Options): LiveReader {
  const { resource, collection, clock, log } = options;
  const db = options.db.relaxed;
  /** Keys written since they were read, with the new row; null if it must be read. */
  const dirty = new Map<string, StoredRow | null>();
  const stop = new AbortController();
  const dates = fieldsOfType(resource, 'dateTime').length > 0 ? (`dates:${resource}` as const) : null;
  let readAll = true;
  let running = false;
  let wake = (): void => undefined;
  let awaited: (() => void)[] = [];

  function onWritten(keys: WrittenKeys, rows: CommittedRows): void {
    if (keys === 'any') readAll = true;
    for (const key of keys === 'any' ? dirty.keys() : keys.map(String)) {
      // A pending read is newer than the announced row.
      dirty.set(key, dirty.get(key) !== null && rows.has(key) ? { row: rows.get(key) } : null);
    }
    wake();
    void drain();
  }

  function readSoon(localIds: readonly string[]): Promise<void> {
    if (localIds.length === 0 || stop.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      awaited.push(resolve);
      onWritten(localIds, new Map());
    });
  }

  async function drain(): Promise<void> {
    if (running || stop.signal.aborted) return;
    running = true;
    try {
      while (!stop.signal.aborted && (readAll || dirty.size > 0)) {
        if (readAll) await readWholeTable();
        else await readDirty();
      }
    } catch (error) {
      readAll = true;
      if (stop.signal.aborted) return;
      if (!wasCutOff(error)) log.error(`reading ${resource} from the device failed`, error);
      clock.setTimer(() => void drain(), RETRY_MS);
    } finally {
      running = false;
    }
  }

  async function readDirty(): Promise<void> {
    const written = new Map(Array.from(dirty, ([id, known]) => [id, known?.row]));
    const ids = [...dirty].flatMap(([id, known]) => (known ? [] : [id]));
    dirty.clear();
    const waiting = awaited;
    awaited = [];
    try {
      for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
        const some = ids.slice(from, from + READ_AT_ONCE);
        const records = await db[resource].bulkGet(some);
        for (const [index, id] of some.entries()) written.set(id, records[index]);
      }
      if (!stop.signal.aborted) collection.apply([...written]);
    } finally {
      for (const resolve of waiting) resolve();
    }
  }

  async function readWholeTable(): Promise<void> {
    readAll = false;
    const known = readDates();
    if (collection.getSnapshot().complete) {
      await Promise.all([known, readRanges()]);
      return;
    }
    await paintFirst(known);
    const turn = options.turnForRest();
    try {
      await readDirtyUntil(turn);
      await readRanges();
    } finally {
      void turn.then((end) => end());
    }
  }

  async function readDirtyUntil(turn: Promise<unknown>): Promise<void> {
    let isOver = false;
    void turn.then(() => {
      isOver = true;
      wake();
    });
    while (!isOver && !stop.signal.aborted) {
      if (dirty.size > 0) await readDirty();
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }

  /**
   * Reads dirty keys only between ranges, so that each range is newer than the rows applied before it. Each range
   * is a task of its own, so that the page can render.
   */
  async function readRanges(): Promise<void> {
    collection.begin();
    let from: string | null = '';
    let ahead: Promise<MirrorRecord[]> | null = null;
    while (from !== null && !stop.signal.aborted) {
      const records: MirrorRecord[] = await (ahead ?? readRange(from));
      from = records.length < RANGE ? null : (records.at(-1)?.localId ?? null);
      ahead = from !== null && dirty.size === 0 ? readRange(from) : null;
      ahead?.catch(() => undefined);
      collection.addRange(records);
      // The user's own change does not wait for the rest.
      if (dirty.size > 0) await readDirty();
    }
    if (!stop.signal.aborted) collection.finish();
  }

  function readRange(from: string): Promise<MirrorRecord[]> {
    return db[resource].where('localId').above(from).limit(RANGE).toArray();
  }

  /**
   * Waits for the date forms, because a moment shown as a day would change before the reader's eyes. Rows are shown even
   * if the forms cannot be read.
   */
  async function paintFirst(datesRead: Promise<void>): Promise<void> {
    const order = db[resource].orderBy('position');
    const placed = options.placement === 'first' ? order.reverse() : order;
    const read = placed.limit(FIRST_PAINT).toArray();
    const [records] = await Promise.all([read, datesRead.catch(() => undefined)]);
    if (!stop.signal.aborted) collection.apply(records.map((record) => [record.localId, record]));
    await datesRead;
  }

  async function readDates(): Promise<void> {
    const forms = dates && (await db.meta.get(dates));
    if (forms && !stop.signal.aborted) collection.setDates(forms);
  }

  function onDates(): void {
    readDates().catch(() => {
      readAll = true;
      void drain();
    });
  }

  const unsubscribe = options.db.changes.onKeys(resource, onWritten);
  const unsubscribeDates = dates && options.db.changes.onWritten([{ table: 'meta', from: dates }], onDates);
  void drain();
  return {
    readSoon,
    stop: () => {
      stop.abort();
      wake();
      unsubscribe();
      unsubscribeDates?.();
      for (const resolve of awaited) resolve();
    },
  };
}
