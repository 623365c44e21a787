import type { Databases } from '../../db/app-database.ts';
import { type RowOf, readRow, writeMeta } from '../../db/meta-rows.ts';
import type { AppDatabase } from '../../db/tables.ts';
import { type Clock, delay, type KeyValueStore, type Log } from '../../domain/ports.ts';

/** At the last count, with what an unread notice says was lost before. */
interface Unsent {
  /** Changes. */
  readonly waiting: number;
  readonly drafts: number;
  /** Rows of imports that are not records yet. */
  readonly rows: number;
}

/** Kept in localStorage, which survives when the browser evicts a database. */
interface Marker extends Unsent {
  /** True while the app itself is deleting the database. */
  readonly leaving: boolean;
}

const MARKED = [
  { table: 'outbox' },
  { table: 'drafts' },
  { table: 'imports' },
  { table: 'meta', from: 'collection:', to: 'collection:\uffff' },
  { table: 'meta', from: 'settings', to: 'settings' },
  { table: 'meta', from: 'evicted', to: 'evicted' },
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
 *      └───────────────────────────────── leaving: true, or N lost before and not read
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

type Evicted = RowOf<'evicted'>;

/**
 * Deletes a database with `remove`. If the page dies meanwhile, the marker will not report a loss. An unread notice of
 * lost work is told again when the account signs in.
 */
export async function withoutMarker(
  storage: KeyValueStore,
  account: string | undefined,
  remove: (onUnread: (evicted: Evicted) => void) => Promise<boolean>,
): Promise<boolean> {
  if (account === undefined) return remove(() => undefined);
  const marker = readMarker(storage, account);
  // The app never deletes waiting changes. If some are missing later, the marker must report them.
  if (marker && countOf(marker) === 0) writeMarker(storage, account, { ...marker, leaving: true });
  let isUnread = false;
  const removed = await remove((evicted) => {
    const lost = lostIn(evicted);
    if (countOf(lost) === 0) return;
    isUnread = true;
    writeMarker(storage, account, { ...lost, leaving: false });
  });
  if (!removed && marker) writeMarker(storage, account, marker);
  else if (removed && !isUnread) storage.remove(keyOf(account));
  return removed;
}

function countOf({ waiting, drafts, rows }: Unsent): number {
  return waiting + drafts + rows;
}

function lostIn({ lost, drafts = 0, rows = 0 }: Pick<Evicted, 'lost' | 'drafts' | 'rows'>): Unsent {
  return { waiting: lost, drafts, rows };
}

/** Returns false for a new database. A used one always has pulls, or open or finished changes. */
async function holdsAnything(db: AppDatabase): Promise<boolean> {
  const pulls = db.meta.where('key').startsWith('collection:');
  // One query at a time: the first table nearly always has rows, and the app's start waits for this.
  for (const some of [pulls, db.outbox, db.journal]) if ((await some.limit(1).count()) > 0) return true;
  return false;
}

async function unsentWork(relaxed: AppDatabase): Promise<Unsent> {
  const { outbox, drafts, imports, meta } = relaxed;
  return relaxed.transaction('r', outbox, drafts, imports, meta, async (tx) => {
    const settings = (await readRow(tx, 'settings'))?.waiting ?? 0;
    const unfinished = await imports.where('waiting').above(0).toArray();
    const before = lostIn((await readRow(tx, 'evicted')) ?? { lost: 0 });
    return {
      waiting: before.waiting + (await outbox.count()) + settings,
      drafts: before.drafts + (await drafts.count()),
      rows: unfinished.reduce((sum, { waiting = 0, undo }) => (undo ? sum : sum + waiting), before.rows),
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
