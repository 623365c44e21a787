import { Suspense, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import type { Account } from '../../auth/token-store.ts';
import { useSession, useSessionState } from '../../auth/use-session.ts';
import type { ResourceView } from '../../crud/resource-view.ts';
import { useAllResourceViews } from '../../crud/resource-view.ts';
import type { Log } from '../../domain/ports.ts';
import { type RecordServices, RecordsContext } from '../../records/record-services.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { HOME, pathAfterLogin } from '../after-login.ts';
import { CenteredLoader } from '../centered-loader.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import {
  DashboardScreen,
  ExpiredDialog,
  MeterPhoto,
  PushScreen,
  ReadingsScreen,
  RecordDocuments,
  RecordPhotos,
  RecordScreen,
  ReportsScreen,
  ResourceListScreen,
  ScheduleScreen,
  SettingsScreen,
  SyncScreen,
  TodayOnDashboard,
  TodayScreen,
} from '../lazy-screens.ts';
import { GuideSlot, useInstall } from '../pwa/guide-slot.tsx';
import type { FramePorts, InstallPorts } from '../pwa/install.ts';
import { AppLayout } from '../shell/app-layout.tsx';
import { ReadyContext, type ReadyPorts, ReadySlot } from '../shell/ready-slot.tsx';
import { SignedOutRoutes } from './signed-out-routes.tsx';

interface Props {
  readonly recordServices: RecordServices | null;
  readonly ports: FramePorts;
  readonly log: Log;
  readonly reload: () => void;
  readonly update: ReadyPorts['update'];
}

export function AppRoutes(props: Props) {
  const state = useSessionState();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  const signedIn = state.status === 'signedIn' || state.status === 'expired';
  if (signedIn && !wasSignedIn) setWasSignedIn(true);
  const session = useSession();
  const { pathname } = useLocation();
  const [wasElsewhere, setWasElsewhere] = useState(false);
  if (pathname !== '/' && !wasElsewhere) setWasElsewhere(true);

  if (state.status === 'signedOut') {
    const lapsed = state.lapsed ?? false;
    return (
      <ErrorBoundary log={props.log} reload={props.reload}>
        <Suspense fallback={<CenteredLoader />}>
          <SignedOutRoutes
            signIn={(username, password) => session.signIn(username, password)}
            lapsed={lapsed}
            wasSignedIn={wasSignedIn}
            wasElsewhere={wasElsewhere}
          />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return <SignedInRoutes {...props} account={state.account} expired={state.status === 'expired'} />;
}

interface SignedInProps extends Props {
  readonly account: Account;
  readonly expired: boolean;
}

function SignedInRoutes({ recordServices, account, expired, update, ...props }: SignedInProps) {
  const views = useAllResourceViews();
  const [notNow, setNotNow] = useState(false);
  if (!expired && notNow) setNotNow(false);
  // The session still holds. What to do after the sign-in.
  const [again, setAgain] = useState<{ readonly onDone: () => void } | null>(null);
  if (expired && again) setAgain(null);
  // Never show one account's records to another.
  if (recordServices?.account !== account.key) return <CenteredLoader />;
  const { username } = account;
  const { install } = props.ports;
  const onSignIn = (): void => setNotNow(false);
  const closeAgain = (): void => setAgain(null);
  const layout = (
    <AppLayout
      username={username}
      expired={expired ? { asking: !notNow, onAsk: (asking) => setNotNow(!asking) } : null}
      {...props}
    />
  );
  return (
    <RecordsContext value={recordServices}>
      <ReadyContext value={{ install, update, onSignIn, onSignInAgain: (onDone) => setAgain({ onDone }) }}>
        <Routes>
          <Route element={layout}>
            <Route path="/dashboard" element={<DashboardRoute username={username} install={install} />} />
            {views.flatMap(recordRoutes)}
            <Route path="/work-orders/:id/readings" element={<ReadingsScreen MeterPhoto={MeterPhoto} />} />
            <Route path="/today" element={<TodayScreen Ready={ReadySlot} />} />
            <Route path="/push" element={<PushScreen />} />
            <Route path="/schedule" element={<ScheduleScreen />} />
            <Route path="/reports" element={<ReportsScreen />} />
            <Route path="/settings" element={<SettingsScreen />} />
            <Route path="/sync" element={<SyncScreen onSignIn={onSignIn} Ready={ReadySlot} />} />
          </Route>
          {['/', '/login'].map((path) => (
            <Route key={path} path={path} element={<FromLogin />} />
          ))}
          <Route path="*" element={<Navigate to={HOME} replace />} />
        </Routes>
        <LazySlot onClose={closeAgain}>
          {again && (
            <ExpiredDialog
              username={username}
              waiting={0}
              onNotNow={closeAgain}
              onDone={() => {
                closeAgain();
                again.onDone();
              }}
            />
          )}
        </LazySlot>
      </ReadyContext>
    </RecordsContext>
  );
}

function recordRoutes(view: ResourceView) {
  const { path, resource } = view;
  return [
    <Route key={path} path={path} element={<ResourceListScreen key={resource} view={view} />} />,
    <Route
      key={`${path}/:id`}
      path={`${path}/:id`}
      element={<RecordScreen key={resource} view={view} Photos={RecordPhotos} Documents={RecordDocuments} />}
    />,
  ];
}

function FromLogin() {
  return <Navigate to={pathAfterLogin(useLocation().search)} replace />;
}

interface DashboardRouteProps {
  readonly username: string;
  readonly install: InstallPorts;
}

function DashboardRoute({ username, install }: DashboardRouteProps) {
  const { onInstall, guide } = useInstall(install);
  return (
    <>
      <DashboardScreen username={username} Today={TodayOnDashboard} onInstall={onInstall} />
      <GuideSlot {...guide} />
    </>
  );
}
