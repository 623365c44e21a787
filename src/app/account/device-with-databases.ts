import type { Account } from '../../auth/token-store.ts';
import { PageDatabases } from '../../db/page-databases.ts';
import type { PageLife } from '../../domain/ports.ts';
import type { DeviceServices } from '../device/device.ts';

export interface DeviceWithDatabases extends DeviceServices {
  readonly databases: PageDatabases;
}

/** Closes all databases when the user leaves the page. */
export function withDatabases(device: DeviceServices): DeviceWithDatabases {
  const databases = new PageDatabases(device.clock, device.log, device.openChannel);
  // Registered first, so that the databases are open again when later listeners run.
  device.page.onChange(() => (device.page.isFrozen() ? databases.sleep() : databases.wake()));
  return { ...device, databases };
}

/**
 * Runs `work`. Repeats it if it fails and the page was frozen meanwhile, because freezing cuts off database access.
 * @param work gets true when it is repeated
 */
export async function acrossSleep<T>(
  { databases, page }: DeviceWithDatabases,
  work: (again: boolean) => Promise<T>,
): Promise<T> {
  for (let again = false; ; again = true) {
    const { sleeps } = databases;
    try {
      return await work(again);
    } catch (error) {
      if (sleeps === databases.sleeps && !page.isFrozen()) throw error;
      await awake(page);
    }
  }
}

function awake(page: PageLife): Promise<void> {
  return new Promise((resolve) => {
    if (!page.isFrozen()) return resolve();
    const stop = page.onChange(() => {
      if (page.isFrozen()) return;
      stop();
      resolve();
    });
  });
}

export function databaseLock({ databaseName }: Pick<Account, 'databaseName'>): string {
  return `database|${databaseName}`;
}
