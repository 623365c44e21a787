import { useSyncExternalStore } from 'react';
import { App } from './app.tsx';
import type { AppUpdates } from './app-updates.ts';
import { OpeningProblem, type Services } from './create-services.ts';
import type { DeviceServices } from './device.ts';
import type { InstallPrompt } from './install-prompt.ts';
import { OpeningNotice } from './opening-notice.tsx';

export interface RootProps {
  readonly services: Services;
  readonly device: DeviceServices;
  readonly updates: AppUpdates;
  readonly install: InstallPrompt;
}

const reload = (): void => location.reload();

/** Follows the services and hands the screens what they need of them. */
export function Root({ services, device, updates, install }: RootProps) {
  const records = useSyncExternalStore(services.records.subscribe, services.records.getSnapshot);
  const updateReady = useSyncExternalStore(updates.subscribe, updates.getSnapshot);
  const trouble = useSyncExternalStore(services.storage.subscribe, services.storage.getSnapshot);
  const canInstall = useSyncExternalStore(install.subscribe, install.getSnapshot);
  if (records instanceof OpeningProblem) {
    const signedIn = services.session.getSnapshot().status !== 'signedOut';
    const logOut = (): void => {
      services.session.signOut();
      location.assign('/login');
    };
    return <OpeningNotice problem={records} reload={reload} logOut={signedIn ? logOut : undefined} />;
  }
  return (
    <App
      session={services.session}
      recordServices={records}
      log={device.log}
      reload={reload}
      storageTrouble={trouble}
      update={{ ready: updateReady, apply: () => void services.stopSending().finally(updates.apply) }}
      install={{ available: canInstall, install: () => void install.install() }}
    />
  );
}
