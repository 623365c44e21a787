import type { Locks } from '../../domain/ports.ts';
import type { DeviceServices } from '../device.ts';

type Device = Pick<DeviceServices, 'locks' | 'page'>;

/** A lock that each tab holds under a name of its own while it uses an account's database. */
function presenceLock(databaseName: string, tab = ''): string {
  return `tab|${databaseName}|${tab}`;
}

/**
 * Shows other tabs that this one uses an account's database. A page that lies in the browser's page cache does not: nobody
 * could close it.
 * @param tab a name that no other tab has
 * @returns what ends it
 */
export function showPresence({ locks, page }: Device, databaseName: string, tab: string): () => void {
  let leave = new AbortController();
  const enter = (): void => {
    const { signal } = leave;
    const held = (): Promise<void> =>
      new Promise((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve());
      });
    // Rejected where it is left before it was held, and where a browser gives no locks: nobody is told then.
    locks.request(presenceLock(databaseName, tab), held, signal).catch(() => undefined);
  };
  enter();
  const stop = page.onChange(() => {
    if (page.isFrozen()) leave.abort();
    else if (leave.signal.aborted) {
      leave = new AbortController();
      enter();
    }
  });
  return () => {
    stop();
    leave.abort();
  };
}

/** Whether another tab is known to use an account's database; false where the browser does not tell. */
export async function isUsedElsewhere(locks: Locks, databaseName: string, tab: string): Promise<boolean> {
  const own = presenceLock(databaseName, tab);
  const held = await locks.held();
  return held.some((name) => name.startsWith(presenceLock(databaseName)) && name !== own);
}
