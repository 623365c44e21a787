import { useState } from 'react';
import type { SyncStatus } from '../../records/use-sync-status.ts';

/** What has been seen of the changes of this page. */
interface ChangeCounts {
  /** Changes that waited when they were last counted; null before the first count. */
  readonly waiting: number | null;
  /** One of those that wait was saved since the page was opened. */
  readonly fresh: boolean;
  /** Such a change had to wait for a connection. */
  readonly offline: boolean;
}

type Counts = Pick<SyncStatus, 'waiting' | 'reasons'>;

const CUT_OFF: readonly SyncStatus['reasons'][number][] = ['offline', 'unreachable', 'captivePortal'];

export const NOTHING_SEEN: ChangeCounts = { waiting: null, fresh: false, offline: false };

/** Follows the counts. Returns `before` where nothing has changed. */
export function watchSaves(before: ChangeCounts, { waiting, reasons }: Counts): ChangeCounts {
  const grew = before.waiting !== null && waiting > before.waiting;
  const fresh = waiting > 0 && (before.fresh || grew);
  const offline = before.offline || (fresh && reasons.some((reason) => CUT_OFF.includes(reason)));
  const same = before.waiting === waiting && before.fresh === fresh && before.offline === offline;
  return same ? before : { waiting, fresh, offline };
}

/** Whether a change was saved since the page was opened that could not be sent for want of a connection. */
export function useSavedOffline(status: Counts | undefined): boolean {
  const [seen, setSeen] = useState(NOTHING_SEEN);
  const next = status ? watchSaves(seen, status) : seen;
  if (next !== seen) setSeen(next);
  return next.offline;
}
