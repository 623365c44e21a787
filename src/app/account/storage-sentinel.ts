import type { Databases } from '../../db/app-database.ts';
import { readRow, writeMeta } from '../../db/meta-rows.ts';
import type { AppDatabase } from '../../db/tables.ts';
import { type Clock, delay, type KeyValueStore, type Log } from '../../domain/ports.ts';

/** Kept in localStorage, which survives when the browser evicts a database. */
interface Marker {
  /** Unsent changes at the last count. */
  readonly waiting: number;
  readonly drafts: number;
  /** Rows of imports that are not records yet. */
  readonly rows: number;
  /** True while the app itself is deleting the database. */
  readonly leaving: boolean;
}

const MARKED = [
  { table: 'outbox' },
  { table: 'drafts' },
  { table: 'imports' },
  { table: 'meta', from: 'collection:', to: 'collection:\uffff' },
  { table: 'meta', from: 'settings', to: 'settings' },
];

/** Limits how often changes are counted while hundreds of them are sent. */
const BETWEEN_COUNTS_MS = 250;

interface Device {
  readonly storage: KeyValueStore;
  readonly clock: Clock;
  readonly log: Log;
}

/*
 *              data is stored                         the database opens empty
 *   no marker ────────────────────────► existed, N waiting ──────────────────────────► row `evicted`, no marker
 *      ▲                                  ▲            │ log-out
 *      │ deleted                          │ kept       ▼
 *      └───────────────────────────────── leaving: true
 *
 * A browser that runs short of space, or a user who clears it, deletes an account's databases silently. The marker
 * distinguishes that from a first start. It is written after the database, so after a crash it may be behind the
 * database, but never ahead.
 */

/**
 * Records an eviction if the database is empty but a marker says that it had data. Call this before anything else is
 * written. It writes the row before it removes the marker, so a crash in between at worst writes the row twice.
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
      writeMeta(tx, {
        key: 'evicted',
        at: clock.now(),
        lost: marker.waiting,
        drafts: marker.drafts,
        rows: marker.rows,
      }),
    );
  }
  storage.remove(keyOf(account));
}

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
    const work = await unsentWork(relaxed);
    if (!stop.signal.aborted) writeMarker(storage, account, { ...work, leaving: false });
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
        // The database was closed. The next opening counts again.
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

/** Deletes a database with `remove`. If the page dies meanwhile, the marker will not report a loss. */
export async function withoutMarker(
  storage: KeyValueStore,
  account: string | undefined,
  remove: () => Promise<boolean>,
): Promise<boolean> {
  const marker = account === undefined ? null : readMarker(storage, account);
  if (account === undefined || !marker) return remove();
  // The app never deletes waiting changes. If some are missing later, the marker must report them.
  if (marker.waiting + marker.drafts + marker.rows === 0)
    writeMarker(storage, account, { ...marker, leaving: true });
  const removed = await remove();
  if (removed) storage.remove(keyOf(account));
  else writeMarker(storage, account, marker);
  return removed;
}

/** Returns false for a new database. A used one always has pulls, or open or finished changes. */
async function holdsAnything(db: AppDatabase): Promise<boolean> {
  const pulls = db.meta.where('key').startsWith('collection:');
  // One query at a time: the first table nearly always has rows, and the app's start waits for this.
  for (const some of [pulls, db.outbox, db.journal]) if ((await some.limit(1).count()) > 0) return true;
  return false;
}

async function unsentWork(relaxed: AppDatabase): Promise<Omit<Marker, 'leaving'>> {
  const { outbox, drafts, imports, meta } = relaxed;
  return relaxed.transaction('r', outbox, drafts, imports, meta, async (tx) => {
    const settings = (await readRow(tx, 'settings'))?.waiting ?? 0;
    const unfinished = await imports.where('waiting').above(0).toArray();
    return {
      waiting: (await outbox.count()) + settings,
      drafts: await drafts.count(),
      rows: unfinished.reduce((sum, { waiting = 0, undo }) => (undo ? sum : sum + waiting), 0),
    };
  });
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
    // No space left: the last count stays.
  }
}

function readMarker(storage: KeyValueStore, account: string): Marker | null {
  try {
    const stored = JSON.parse(storage.get(keyOf(account)) ?? 'null') as Partial<Marker>;
    const { waiting, drafts = 0, rows = 0, leaving } = stored;
    return typeof waiting === 'number' ? { waiting, drafts, rows, leaving: leaving === true } : null;
  } catch {
    return null;
  }
}
