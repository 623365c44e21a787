import { useState, useSyncExternalStore } from 'react';
import type { Session } from '../../auth/session.ts';
import { SessionContext } from '../../auth/use-session.ts';
import { DensityContext, keptDensity } from '../../crud/list/density.ts';
import { type ResourceViews, ResourceViewsContext } from '../../crud/resource-view.ts';
import type { Log } from '../../domain/ports.ts';
import { customerView } from '../../features/customers/customer-view.tsx';
import { estimateView } from '../../features/estimates/estimate-view.tsx';
import { projectView } from '../../features/projects/project-view.tsx';
import { workOrderView } from '../../features/work-orders/work-order-view.tsx';
import type { RecordServices } from '../../records/record-services.ts';
import { UnsavedInput, UnsavedInputContext } from '../../ui/fields/unsaved-input.ts';
import { Kit } from '../../ui/kit/kit.tsx';
import { ReloadContext } from '../../ui/lazy-part.ts';
import { OpeningProblem } from '../account/opening.ts';
import { browserFacts, setBadge } from '../device/browser.ts';
import type { DeviceServices } from '../device/device.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import type { AppUpdates } from '../pwa/app-updates.ts';
import { type FramePorts, installMemory, installWay } from '../pwa/install.ts';
import type { InstallPrompt } from '../pwa/install-prompt.ts';
import { UpdatePrompt, type UpdateProps } from '../pwa/update-prompt.tsx';
import { StorageNotice, type StorageNoticeProps } from '../shell/storage-notice.tsx';
import { shortcutSwitch } from '../shell/use-shortcuts.ts';
import type { Services } from './app-services.ts';
import { OpeningNotice } from './opening-notice.tsx';
import { AppRoutes } from './router.tsx';

const VIEWS: ResourceViews = {
  customers: customerView,
  projects: projectView,
  estimates: estimateView,
  workOrders: workOrderView,
};

export interface AppProps {
  readonly density: ReturnType<typeof keptDensity>;
  readonly session: Session;
  /** Null while signed out or while the database is opening. */
  readonly recordServices: RecordServices | null;
  readonly log: Log;
  readonly reload: () => void;
  readonly storage: StorageNoticeProps;
  readonly unsaved: UnsavedInput;
  readonly update: UpdateProps;
  readonly ports: FramePorts;
}

export function App(props: AppProps) {
  const { session, recordServices, density, log, reload, storage, unsaved, update, ports } = props;
  const builds = storage.trouble === null && storage.closed === null ? update.builds : 0;
  // Counts how often the user accepted the update outside the prompt.
  const [agreed, setAgreed] = useState(0);
  return (
    <Kit>
      <SessionContext value={session}>
        <ResourceViewsContext value={VIEWS}>
          <ReloadContext value={reload}>
            <UnsavedInputContext value={unsaved}>
              <DensityContext value={density}>
                {/* First in the tab order, because after a list it would be hundreds of tab stops away. */}
                <UpdatePrompt key={agreed} {...update} builds={builds} isAgreed={agreed > 0} />
                <StorageNotice {...storage} records={recordServices} reload={reload} />
                <ErrorBoundary log={log} reload={reload}>
                  <AppRoutes
                    recordServices={recordServices}
                    ports={ports}
                    log={log}
                    reload={reload}
                    update={{
                      isFound: update.builds > 0,
                      isReady: builds > 0,
                      apply: () => setAgreed(agreed + 1),
                    }}
                  />
                </ErrorBoundary>
              </DensityContext>
            </UnsavedInputContext>
          </ReloadContext>
        </ResourceViewsContext>
      </SessionContext>
    </Kit>
  );
}

export interface RootProps {
  readonly services: Services;
  readonly device: DeviceServices;
  readonly updates: AppUpdates;
  readonly install: InstallPrompt;
}

const reload = (): void => location.reload();

export function Root({ services, device, updates, install }: RootProps) {
  const records = useSyncExternalStore(services.records.subscribe, services.records.getSnapshot);
  const builds = useSyncExternalStore(updates.subscribe, updates.getSnapshot);
  const trouble = useSyncExternalStore(services.storage.subscribe, services.storage.getSnapshot);
  const offer = useSyncExternalStore(install.subscribe, install.getSnapshot);
  const [memory] = useState(() => installMemory(device.storage, device.clock));
  const [shortcuts] = useState(() => shortcutSwitch(device.storage));
  const [density] = useState(() => keptDensity(device.storage));
  const [unsaved] = useState(() => new UnsavedInput(services.abortWrites));
  const problem = records instanceof OpeningProblem ? records : null;
  // Always false without a problem, so that the first key typed in a form does not rerender all screens.
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
      density={density}
      log={device.log}
      reload={reload}
      storage={{ trouble, closed: problem?.message ?? null, dismiss: services.storage.dismiss }}
      unsaved={unsaved}
      update={{ builds, apply: () => void services.stopSending().finally(updates.apply) }}
      ports={{
        install: {
          way: installWay(browser, offer),
          install: () => {
            install.install().catch((cause: unknown) => device.log.error('the app was not installed', cause));
          },
          quiet: builds > 0 || trouble !== null || problem !== null,
          // Only the visible tab may ask.
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
  // Leaving at once would cut off the log-out.
  void services.settledTurns().then(() => location.assign('/login'));
}

/** Returns the last usable records, so that an open form keeps its text. */
function useLast(records: RecordServices | null | undefined): RecordServices | null {
  const [last, setLast] = useState(records ?? null);
  if (records !== undefined && records !== last) setLast(records);
  return records === undefined ? last : records;
}
