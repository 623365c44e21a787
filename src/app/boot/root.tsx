import { useState, useSyncExternalStore } from 'react';
import type { RecordServices } from '../../records/record-services.ts';
import { UnsavedInput } from '../../ui/fields/unsaved-input.ts';
import { OpeningProblem } from '../account/opening.ts';
import { browserFacts, type DeviceServices, setBadge } from '../device.ts';
import { installWay } from '../install-way.ts';
import type { AppUpdates } from '../pwa/app-updates.ts';
import { installMemory } from '../pwa/install-memory.ts';
import type { InstallPrompt } from '../pwa/install-prompt.ts';
import { shortcutSwitch } from '../shell/shortcut-switch.ts';
import { App } from './app.tsx';
import type { Services } from './create-services.ts';
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
  const offer = useSyncExternalStore(install.subscribe, install.getSnapshot);
  const [memory] = useState(() => installMemory(device.storage, device.clock));
  const [shortcuts] = useState(() => shortcutSwitch(device.storage));
  const [unsaved] = useState(() => new UnsavedInput());
  const problem = records instanceof OpeningProblem ? records : null;
  // Only what is asked for: all screens would be drawn again with the first key in a form.
  const isTyping = useSyncExternalStore(unsaved.subscribe, () => problem !== null && unsaved.getSnapshot());
  const usable = useLast(records instanceof OpeningProblem ? undefined : records);
  if (problem && !(usable && isTyping)) {
    const signedIn = services.session.getSnapshot().status !== 'signedOut';
    const logOut = signedIn ? () => leave(services) : undefined;
    return <OpeningNotice message={problem.message} reload={reload} logOut={logOut} />;
  }
  const browser = browserFacts();
  return (
    <App
      session={services.session}
      recordServices={usable}
      log={device.log}
      reload={reload}
      storage={{ trouble, closed: problem?.message ?? null, dismiss: services.storage.dismiss }}
      unsaved={unsaved}
      update={{ ready: updateReady, apply: () => void services.stopSending().finally(updates.apply) }}
      ports={{
        install: {
          way: installWay(browser, offer),
          install: () => {
            install.install().catch((cause: unknown) => device.log.error('the app was not installed', cause));
          },
          quiet: updateReady || trouble !== null || problem !== null,
          // Of several tabs, the one in which the person is.
          mayAsk: () => device.page.isVisible() && memory.mayAsk(),
          noteAsked: () => memory.noteAsked(),
        },
        browser,
        shortcuts,
        version: import.meta.env.VITE_APP_VERSION,
        setBadge,
      }}
    />
  );
}

function leave(services: RootProps['services']): void {
  services.session.signOut();
  setBadge(0);
  // Leaving the page at once would cut the log-out off.
  void services.settledTurns().then(() => location.assign('/login'));
}

/** The records as they were before they could be used no longer: what was typed over them stays with them. */
function useLast(records: RecordServices | null | undefined): RecordServices | null {
  const [last, setLast] = useState(records ?? null);
  if (records !== undefined && records !== last) setLast(records);
  return records === undefined ? last : records;
}
