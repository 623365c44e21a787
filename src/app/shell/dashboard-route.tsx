import { useState } from 'react';
import { useSyncStatus } from '../../records/use-sync-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import type { InstallPorts } from '../frame-ports.ts';
import { canInstall } from '../install-way.ts';
import { DashboardScreen, InstallGuide, TodayOnDashboard } from '../lazy-screens.ts';

interface Props {
  readonly username: string;
  readonly install: InstallPorts;
}

/** The dashboard, from which a new company can install the app. */
export function DashboardRoute({ username, install }: Props) {
  const { way } = install;
  const status = useSyncStatus();
  const [guide, setGuide] = useState(false);
  const close = (): void => setGuide(false);
  const start = (): void => (way === 'prompt' ? install.install() : setGuide(true));
  const kept = (status?.waiting ?? 0) + (status?.parked ?? 0);
  return (
    <>
      <DashboardScreen
        username={username}
        Today={TodayOnDashboard}
        onInstall={canInstall(way) ? start : null}
      />
      <LazySlot onClose={close}>
        {guide && canInstall(way) && way !== 'prompt' && (
          <InstallGuide way={way} kept={kept} onClose={close} />
        )}
      </LazySlot>
    </>
  );
}
