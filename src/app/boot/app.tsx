import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '../shell/base.css';
import '../shell/theme.css';
import '../../ui/common.css';
import '../../ui/tones.css';
import '../shell/print.css';
import { MantineProvider } from '@mantine/core';
import type { Session } from '../../auth/session.ts';
import { SessionContext } from '../../auth/use-session.ts';
import { type ResourceViews, ResourceViewsContext } from '../../crud/resource-views.ts';
import type { Log } from '../../domain/ports.ts';
import { customerView } from '../../features/customers/customer-view.tsx';
import { estimateView } from '../../features/estimates/estimate-view.tsx';
import { projectView } from '../../features/projects/project-view.tsx';
import { workOrderView } from '../../features/work-orders/work-order-view.tsx';
import type { RecordServices } from '../../records/record-services.ts';
import { ReloadContext } from '../../ui/feedback/reload-context.ts';
import { type UnsavedInput, UnsavedInputContext } from '../../ui/fields/unsaved-input.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import type { FramePorts } from '../frame-ports.ts';
import { UpdatePrompt, type UpdateProps } from '../pwa/update-prompt.tsx';
import { StorageNotice, type StorageNoticeProps } from '../shell/storage-notice.tsx';
import { cssVariables, theme } from '../shell/theme.ts';
import { AppRoutes } from './router.tsx';

const VIEWS: ResourceViews = {
  customers: customerView,
  projects: projectView,
  estimates: estimateView,
  workOrders: workOrderView,
};

export interface AppProps {
  readonly session: Session;
  /** The signed-in account's; null while nobody is signed in or the account's database is being opened. */
  readonly recordServices: RecordServices | null;
  readonly log: Log;
  /** Loads the page anew. */
  readonly reload: () => void;
  readonly storage: StorageNoticeProps;
  /** What the screens note their half-filled forms in. */
  readonly unsaved: UnsavedInput;
  readonly update: UpdateProps;
  readonly ports: FramePorts;
}

/** The whole user interface. Knows no browser port but what it is given here. */
export function App({ session, recordServices, log, reload, storage, unsaved, update, ports }: AppProps) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <SessionContext value={session}>
        <ResourceViewsContext value={VIEWS}>
          <ReloadContext value={reload}>
            <UnsavedInputContext value={unsaved}>
              {/* First in the order of the keyboard: behind the list it would be hundreds of stops away. */}
              <UpdatePrompt
                {...update}
                ready={update.ready && storage.trouble === null && storage.closed === null}
              />
              <StorageNotice {...storage} reload={reload} />
              <ErrorBoundary log={log} reload={reload}>
                <AppRoutes recordServices={recordServices} ports={ports} log={log} reload={reload} />
              </ErrorBoundary>
            </UnsavedInputContext>
          </ReloadContext>
        </ResourceViewsContext>
      </SessionContext>
    </MantineProvider>
  );
}
