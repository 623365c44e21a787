import type { Databases } from '../../db/app-database.ts';
import { writeMeta } from '../../db/meta-rows.ts';
import type { AppDatabase } from '../../db/tables.ts';
import { type Clock, delay, type KeyValueStore, type Log } from '../../domain/ports.ts';

/** What is kept beside an account's database, in a place that outlives it. */
interface Marker {
  /** Changes in its outbox when they were last counted. */
  readonly waiting: number;
  /** The app itself is deleting it: that it is gone is no loss. */
  readonly leaving: boolean;
}

/** What a marker speaks of. */
const MARKED = [{ table: 'outbox' }, { table: 'meta', from: 'collection:', to: 'collection:\uffff' }];

/** While hundreds of changes are being sent, they are counted a few times a second. */
const BETWEEN_COUNTS_MS = 250;

interface Device {
  readonly storage: KeyValueStore;
  readonly clock: Clock;
  readonly log: Log;
}

/*
 *               what the database gets        a marker stands     opened empty with a marker
 *   no marker ────────────────────────► existed, N waiting ──────────────────────────► row `evicted`, no marker
 *      ▲                                  ▲            │ log-out
 *      │ deleted                          │ it stays   ▼
 *      └───────────────────────────────── leaving: true
 *
 * A browser that runs short of space, or a person who clears it, takes the databases of an account and says
 * nothing. The marker tells that from a first start. It is written after what it speaks of is on the disk: a
 * crash in between leaves it a moment behind, never ahead of a database that was not there.
 */

/**
 * To be called before anything is written into a database that was just opened: notes in it that it was
 * removed, where the marker says that it had existed. The row comes first and the marker goes after: a crash in
 * between writes the same row once more.
 */
export async function noticeEviction(
  { storage, clock }: Device,
  account: string,
  db: Databases,
): Promise<void> {
  const marker = readMarker(storage, account);
  if (!marker || db.wasEmptied || (await holdsAnything(db.relaxed))) return;
  if (!marker.leaving) {
    const { strict } = db;
    await strict.transaction('rw', strict.meta, (tx) =>
      writeMeta(tx, { key: 'evicted', at: clock.now(), lost: marker.waiting }),
    );
  }
  storage.remove(keyOf(account));
}

/** Keeps the marker true for as long as the database is open. Returns what ends that. */
export function keepMarker(
  { storage, clock, log }: Device,
  account: string,
  { relaxed, changes }: Databases,
): () => void {
  const stop = new AbortController();
  let anything = false;
  let isDue = false;
  let isCounting = false;

  async function count(): Promise<void> {
    anything ||= await holdsAnything(relaxed);
    if (!anything) return;
    const waiting = await relaxed.outbox.count();
    if (!stop.signal.aborted) writeMarker(storage, account, { waiting, leaving: false });
  }

  async function keepCounting(): Promise<void> {
    isDue = true;
    if (isCounting) return;
    isCounting = true;
    while (isDue && !stop.signal.aborted) {
      isDue = false;
      try {
        await count();
      } catch {
        // Closed: the next opening counts again, or this page when it resumes.
        log.info('the changes could not be counted');
      }
      await delay(clock, BETWEEN_COUNTS_MS, stop.signal);
    }
    isCounting = false;
  }

  const unsubscribe = changes.onWritten(MARKED, () => void keepCounting());
  void keepCounting();
  return () => {
    unsubscribe();
    stop.abort();
  };
}

/**
 * Deletes an account's database by `remove`, which says whether it did. A page that dies over it leaves a marker
 * that cries no loss.
 */
export async function withoutMarker(
  storage: KeyValueStore,
  account: string | undefined,
  remove: () => Promise<boolean>,
): Promise<boolean> {
  const marker = account === undefined ? null : readMarker(storage, account);
  if (account === undefined || !marker) return remove();
  // What waits is never deleted: where the database goes although something did, it was not the app.
  if (marker.waiting === 0) writeMarker(storage, account, { ...marker, leaving: true });
  const removed = await remove();
  if (removed) storage.remove(keyOf(account));
  else writeMarker(storage, account, marker);
  return removed;
}

/**
 * Whether a database was ever used: a pull of a list, an open change or a finished one. None of them is ever
 * taken back, so that a database without any is new.
 */
async function holdsAnything(db: AppDatabase): Promise<boolean> {
  const pulls = db.meta.where('key').startsWith('collection:');
  // One after the other: of nearly every database the first says it, and a start waits for this.
  for (const some of [pulls, db.outbox, db.journal]) if ((await some.limit(1).count()) > 0) return true;
  return false;
}

function keyOf(account: string): string {
  return `database|${account}`;
}

function writeMarker(storage: KeyValueStore, account: string, marker: Marker): void {
  const text = JSON.stringify(marker);
  if (storage.get(keyOf(account)) === text) return;
  try {
    storage.set(keyOf(account), text);
  } catch {
    // No room for a few bytes more: the last count stands.
  }
}

/** Null where there is none, or none that can be read: it is only a hint. */
function readMarker(storage: KeyValueStore, account: string): Marker | null {
  try {
    const { waiting, leaving } = JSON.parse(storage.get(keyOf(account)) ?? 'null') as Partial<Marker>;
    return typeof waiting === 'number' ? { waiting, leaving: leaving === true } : null;
  } catch {
    return null;
  }
}
