import { tokenLife } from '../../auth/session.ts';
import { createTokenStore } from '../../auth/token-store.ts';
import type { AppFiles } from '../../domain/ready.ts';
import type { Readiness } from '../../records/ready/readiness.ts';
import { appFiles } from '../device/app-files.ts';
import type { DeviceServices } from '../device/device.ts';
import { SCREENS } from '../screen-parts.ts';

/** The parts of the app that a job needs. */
const PARTS = [SCREENS.today, SCREENS.record, SCREENS.readings, SCREENS.sync];

export function readinessOf(device: DeviceServices): Readiness {
  return {
    appFiles: () => appFiles(device).catch((): AppFiles => 'missing'),
    loadParts: async () => {
      const loads = [
        ...PARTS.map((part) => part.load()),
        import('../../features/photos/photos-part.tsx'),
        import('../../features/photos/meter-photo.tsx'),
        import('../device/camera.ts'),
      ];
      const loaded = await Promise.allSettled(loads);
      return loaded.every(({ status }) => status === 'fulfilled');
    },
    sessionLife: () => tokenLife(createTokenStore(device.storage).tokens()?.refresh ?? ''),
    persist: () => device.persistStorage(),
  };
}
