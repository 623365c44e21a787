import { tellTabsThrough } from '../db/changes-seen.ts';
import { PageDatabases } from '../db/page-databases.ts';
import type { DeviceServices } from './device.ts';

/** What the app takes from the browser, with the databases that this page opens. */
export interface DeviceWithDatabases extends DeviceServices {
  readonly databases: PageDatabases;
}

/** Lets nothing of the databases stay open in a page that is left. */
export function withDatabases(device: DeviceServices): DeviceWithDatabases {
  const databases = new PageDatabases(device.clock, device.log);
  // Before anybody else hears of it: they find the databases open again.
  device.page.onChange(() => (device.page.isFrozen() ? databases.sleep() : databases.wake()));
  if (!device.hasChannel) tellTabsThrough(device.storage, device.random);
  return { ...device, databases };
}
