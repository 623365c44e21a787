import { delay } from '../../domain/ports.ts';
import type { DeviceServices } from '../device.ts';
import { loadScreenAt } from '../screen-parts.ts';
import type { Services } from './create-services.ts';
import { onDemand } from './on-demand.ts';
import type { Root } from './root.tsx';

/** Time in ms that an empty page may stand before it says that something is being loaded. */
const SPINNER_AFTER_MS = 200;

export interface LoadedApp {
  readonly services: Services;
  readonly Root: typeof Root;
  /** Resolves with the first rows and the code of their screen, where they are soon there. */
  readonly ready: Promise<unknown>;
}

export type LoadApp = () => Promise<LoadedApp>;

/** Loads the app with the screen of the address, and again after a load that failed. Its services are made once. */
export function appOnDemand(device: DeviceServices): LoadApp {
  const servicesOnDemand = onDemand(async () => {
    const screen = loadScreenAt(location);
    const { createAppServices } = await import('./app-services.ts');
    return { screen, services: createAppServices(device, screen) };
  });
  return onDemand(async () => {
    const [{ screen, services }, { Root }] = await Promise.all([servicesOnDemand(), import('./root.tsx')]);
    const ready = Promise.all([services.settled, screen]);
    return { services, Root, ready: Promise.race([ready, delay(device.clock, SPINNER_AFTER_MS)]) };
  });
}
