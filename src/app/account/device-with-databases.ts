import { PageDatabases } from '../../db/page-databases.ts';
import type { PageLife } from '../../domain/ports.ts';
import type { DeviceServices } from '../device.ts';

/** What the app takes from the browser, with the databases that this page opens. */
export interface DeviceWithDatabases extends DeviceServices {
  readonly databases: PageDatabases;
}

/** Lets nothing of the databases stay open in a page that is left. */
export function withDatabases(device: DeviceServices): DeviceWithDatabases {
  const databases = new PageDatabases(device.clock, device.log, device.openChannel);
  // The first to listen: whoever comes after finds the databases open again.
  device.page.onChange(() => (device.page.isFrozen() ? databases.sleep() : databases.wake()));
  return { ...device, databases };
}

/**
 * Does `work`, and once more whenever the page was frozen meanwhile, which cuts off what it does with databases, and has
 * resumed.
 * @param work is told whether it is done once more
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

/** Resolves when the page is not frozen. */
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
