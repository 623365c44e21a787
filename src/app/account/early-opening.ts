import type { Account } from '../../auth/session-state.ts';
import type { Clock, Locks } from '../../domain/ports.ts';
import type { DeviceServices } from '../device.ts';

/** Time in ms after which a turn that was taken early and not used is somebody else's. */
const UNUSED_MS = 2000;

/** The lock under which an account's database is opened, and removed from the device. */
export function databaseLock({ databaseName }: Pick<Account, 'databaseName'>): string {
  return `database|${databaseName}`;
}

/**
 * Begins what an account's opening waits for longest, while its code is still being loaded: its turn among the tabs,
 * and the browser's own opening of the database. Returns the device with which to open it.
 */
export function beginOpening(device: DeviceServices, account: Pick<Account, 'databaseName'>): DeviceServices {
  wake(account.databaseName);
  const early = takenEarly(device.locks, databaseLock(account), device.clock);
  // A page that lies in the browser's page cache may keep its locks.
  device.page.onChange(() => {
    if (device.page.isFrozen()) early.giveBack();
  });
  return { ...device, locks: early.locks };
}

/** Browsers open an origin's store with its first database, and keep it for a while after the last is closed. */
function wake(databaseName: string): void {
  try {
    const opening = indexedDB.open(databaseName);
    // It is not there: only who knows its tables may make it.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () => opening.result.close();
    opening.onerror = (event) => event.preventDefault();
  } catch {
    // The app has words for a browser that opens no databases.
  }
}

/**
 * Locks of which one is being waited for already: the first who asks for it gets that turn, unless `giveBack` was called
 * before.
 */
export function takenEarly(
  locks: Locks,
  name: string,
  clock: Clock,
): { readonly locks: Locks; readonly giveBack: () => void } {
  const waiting = new AbortController();
  let early: Promise<() => void> | null = new Promise((resolve, reject) => {
    locks.request(name, () => new Promise<void>((release) => resolve(release)), waiting.signal).catch(reject);
  });
  const giveBack = (): void => {
    if (!early) return;
    waiting.abort();
    early.then((release) => release()).catch(() => undefined);
    early = null;
  };
  const cancel = clock.setTimer(giveBack, UNUSED_MS);
  const shared: Locks = {
    held: () => locks.held(),
    request: async (wanted, hold, signal) => {
      const turn = wanted === name ? early : null;
      if (!turn) return locks.request(wanted, hold, signal);
      early = null;
      cancel();
      const release = await turn.catch(() => null);
      if (!release) return locks.request(wanted, hold, signal);
      try {
        signal?.throwIfAborted();
        return await hold();
      } finally {
        release();
      }
    },
  };
  return { locks: shared, giveBack };
}
