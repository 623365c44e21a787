import { type ComponentType, useEffect, useState } from 'react';
import { type SyncStatus, useSyncStatus } from '../../records/use-sync-status.ts';

import type { InstallPorts } from './install.ts';
import type { InstallCoachProps } from './install-coach.tsx';

/** Suggests installing the app after a change was saved offline. */
export function InstallCoachSlot({ install }: { readonly install: InstallPorts }) {
  const status = useSyncStatus();
  const savedOffline = useSavedOffline(status);
  const [Coach, setCoach] = useState<ComponentType<InstallCoachProps> | null>(null);
  useEffect(() => {
    if (!savedOffline) return;
    import('./install-coach.tsx').then(
      (part) => setCoach(() => part.default),
      // If the code cannot be loaded, nothing is suggested.
      () => undefined,
    );
  }, [savedOffline]);
  return (
    <div role="status" data-no-print>
      {Coach && status && <Coach install={install} kept={status.waiting + status.parked} />}
    </div>
  );
}

interface ChangeCounts {
  readonly waiting: number | null;
  /** A waiting change was saved in this page. */
  readonly fresh: boolean;
  /** Such a change had to wait for a connection. */
  readonly offline: boolean;
}

type Counts = Pick<SyncStatus, 'waiting' | 'reasons'>;

const CUT_OFF: readonly SyncStatus['reasons'][number][] = ['offline', 'unreachable', 'captivePortal'];

export const NOTHING_SEEN: ChangeCounts = { waiting: null, fresh: false, offline: false };

export function watchSaves(before: ChangeCounts, { waiting, reasons }: Counts): ChangeCounts {
  const grew = before.waiting !== null && waiting > before.waiting;
  const fresh = waiting > 0 && (before.fresh || grew);
  const offline = before.offline || (fresh && reasons.some((reason) => CUT_OFF.includes(reason)));
  const same = before.waiting === waiting && before.fresh === fresh && before.offline === offline;
  return same ? before : { waiting, fresh, offline };
}

function useSavedOffline(status: Counts | undefined): boolean {
  const [seen, setSeen] = useState(NOTHING_SEEN);
  const next = status ? watchSaves(seen, status) : seen;
  if (next !== seen) setSeen(next);
  return next.offline;
}
