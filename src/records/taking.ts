import type { TakingRow } from '../db/meta-rows.ts';
import type { Tx } from '../db/tables.ts';
import { aborted } from '../domain/ports.ts';
import { useLiveRead } from './live-read.ts';
import { type RecordServices, useRecordServices } from './record-services.ts';

// A phone may end the page while its camera app is open. These notes say which photos may then be missing.

const PREFIX = 'taking:';

export type Taking = Omit<TakingRow, 'key' | 'at'>;

/** In ms. Browsers wake a hidden tab at least once a minute. */
const RENEWED_MS = 20_000;
/** In ms. Where tabs share no locks, a page that has not renewed its notes for so long counts as ended. */
const ENDED_MS = 90_000;

/** Held while the page lives, so that other tabs and the next start can tell whose notes are left over. */
function pageLock(page: string): string {
  return `taking|${page}`;
}

export function holdTakingLock(services: RecordServices, page: string): void {
  const { locks } = services;
  const forever = new AbortController().signal;
  locks.request(pageLock(page), () => aborted(forever)).catch(() => undefined);
  if (locks.isOnePage) renewForever(services, page);
}

/** A renewal that fails loses nothing: other tabs then say too early that photos may be missing. */
function renewForever({ db: { relaxed }, clock }: RecordServices, page: string): void {
  const renew = (): void => {
    clock.setTimer(renew, RENEWED_MS);
    if (!relaxed.isOpen()) return;
    const notes = relaxed.table<TakingRow, string>('meta').where('key').startsWith(PREFIX);
    const own = notes.filter((note) => note.page === page);
    own.modify({ at: clock.now() }).catch(() => undefined);
  };
  clock.setTimer(renew, RENEWED_MS);
}

/** Not awaited before a camera opens, because browsers open one only directly after a press. */
export async function noteTaking(
  { db, clock, log }: RecordServices,
  id: string,
  taking: Taking,
): Promise<void> {
  await db.relaxed.meta
    .put({ key: `${PREFIX}${id}`, ...taking, at: clock.now() })
    .catch((error: unknown) => log.error('the note about an open camera was not stored', error));
}

export interface TakingNote {
  readonly id: string;
  readonly taking: Taking;
}

/** In the transaction that keeps a photo, so that a kept one is never called lost. Removes the note after the last. */
export async function writeTaking(tx: Tx, { id, taking }: TakingNote, now: number): Promise<void> {
  const notes = tx.table<TakingRow, string>('meta');
  if (taking.count === 0) await notes.delete(`${PREFIX}${id}`);
  else await notes.put({ key: `${PREFIX}${id}`, ...taking, at: now });
}

export async function forgetTaking({ db, log }: RecordServices, id: string): Promise<void> {
  await db.relaxed.meta
    .delete(`${PREFIX}${id}`)
    .catch((error: unknown) => log.error('the note about an open camera was not removed', error));
}

export interface LostPhotos extends Taking {
  readonly id: string;
}

/** Returns the notes of pages that have ended. */
export async function readLostPhotos(services: RecordServices): Promise<readonly LostPhotos[]> {
  const notes = await readNotes(services);
  return notes.flatMap(({ row: { key, ...taking }, isLeft }) =>
    isLeft && taking.count !== 0 ? [{ id: key.slice(PREFIX.length), ...taking }] : [],
  );
}

interface PhotosUnderWay {
  /** Photos on their way to the disk, in any tab. */
  readonly keeping: number;
  /** The camera app or the gallery is open. */
  readonly isOpen: boolean;
  /** Notices about lost photos that nobody has read. */
  readonly unread: number;
}

/**
 * Undefined until it is read.
 * @param now device time in ms. Reads again when it changes, because pages may have ended.
 */
export function usePhotosUnderWay(now: number): PhotosUnderWay | undefined {
  const services = useRecordServices();
  return useLiveRead(async () => {
    const notes = await readNotes(services);
    const alive = notes.filter(({ isLeft }) => !isLeft).map(({ row }) => row.count);
    return {
      keeping: alive.reduce<number>((sum, count) => sum + (count ?? 0), 0),
      isOpen: alive.includes(null),
      unread: notes.length - alive.length,
    };
  }, [services, now]);
}

async function readNotes({ db, locks, clock }: RecordServices) {
  const rows = await db.relaxed.meta.where('key').startsWith(PREFIX).toArray();
  const held = new Set(await locks.held().catch(() => []));
  const isFresh = ({ at = 0 }: TakingRow): boolean => Math.abs(clock.now() - at) < ENDED_MS;
  const isLive = (row: TakingRow): boolean =>
    held.has(pageLock(row.page)) || (locks.isOnePage === true && isFresh(row));
  return rows.flatMap((row) => ('page' in row ? [{ row, isLeft: !isLive(row) }] : []));
}
