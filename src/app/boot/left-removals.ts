import { type DeviceServices, keepsAccounts, whenIdle } from '../device.ts';

/** A log-out whose page did not live to end it is ended where nothing of the app runs, too. */
export function endLeftRemovals(device: DeviceServices): void {
  whenIdle(() => {
    end(device).catch((cause: unknown) => device.log.error('removals could not be ended', cause));
  });
}

async function end(device: DeviceServices): Promise<void> {
  if (!(await keepsAccounts())) return;
  const { endRemovalsOn } = await import('./app-services.ts');
  await endRemovalsOn(device);
}
