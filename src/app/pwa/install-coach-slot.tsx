import { type ComponentType, useEffect, useState } from 'react';
import { useSyncStatus } from '../../records/engine-status.ts';
import type { InstallPorts } from '../frame-ports.ts';
import type { InstallCoachProps } from './install-coach.tsx';
import { useSavedOffline } from './saved-offline.ts';

/** Where the app proposes to be installed, once a change was saved without a connection. */
export function InstallCoachSlot({ install }: { readonly install: InstallPorts }) {
  const status = useSyncStatus();
  const savedOffline = useSavedOffline(status);
  const [Coach, setCoach] = useState<ComponentType<InstallCoachProps> | null>(null);
  useEffect(() => {
    if (!savedOffline) return;
    import('./install-coach.tsx').then(
      (part) => setCoach(() => part.default),
      // Nobody has asked for it: without its code it is left out.
      () => undefined,
    );
  }, [savedOffline]);
  return (
    <div role="status" data-no-print>
      {Coach && status && <Coach install={install} kept={status.waiting + status.parked} />}
    </div>
  );
}
