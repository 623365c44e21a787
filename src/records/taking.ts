import type { TakingRow } from '../db/meta-rows.ts';
import { aborted } from '../domain/ports.ts';
import type { RecordServices } from './record-services.ts';

// A phone may end the page while its camera app is open. These notes say which photos may then be missing.

const PREFIX = 'taking:';

export type Taking = Omit<TakingRow, 'key'>;

/** Held while the page lives, so that other tabs and the next start can tell whose notes are left over. */
function pageLock(page: string): string {
  return `taking|${page}`;
}

export function holdTakingLock({ locks }: Pick<RecordServices, 'locks'>, page: string): void {
  const forever = new AbortController().signal;
  locks.request(pageLock(page), () => aborted(forever)).catch(() => undefined);
}

/** Not awaited before a camera opens, because browsers open one only directly after a press. */
export async function noteTaking({ db, log }: RecordServices, id: string, taking: Taking): Promise<void> {
  await db.relaxed.meta
    .put({ key: `${PREFIX}${id}`, ...taking })
    .catch((error: unknown) => log.error('the note about an open camera was not stored', error));
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
export async function readLostPhotos({ db, locks }: RecordServices): Promise<readonly LostPhotos[]> {
  const rows = await db.relaxed.meta.where('key').startsWith(PREFIX).toArray();
  const held = new Set(await locks.held().catch(() => []));
  return rows.flatMap((row) => {
    if (!('page' in row) || held.has(pageLock(row.page)) || row.count === 0) return [];
    const { key, ...taking } = row;
    return [{ id: key.slice(PREFIX.length), ...taking }];
  });
}
