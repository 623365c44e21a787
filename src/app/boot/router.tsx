import { Suspense, useState } from 'react';
import { Link, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { useSession, useSessionState } from '../../auth/use-session.ts';
import { useAllResourceViews } from '../../crud/resource-views.ts';
import type { Log } from '../../domain/ports.ts';
import type { RecordServices } from '../../records/record-services.ts';
import { RecordsContext } from '../../records/records-context.ts';
import { CentredLoader } from '../centred-loader.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import type { FramePorts } from '../frame-ports.ts';
import {
  DashboardScreen,
  LandingScreen,
  LoginScreen,
  RecordScreen,
  ReportsScreen,
  ResourceListScreen,
  SettingsScreen,
  SyncCentreScreen,
} from '../lazy-screens.ts';
import { AppLayout } from '../shell/app-layout.tsx';
import { HOME, landingPath, loginPath, pathAfterLogin, wantedPath } from './after-login.ts';

interface Props {
  readonly recordServices: RecordServices | null;
  readonly ports: FramePorts;
  readonly log: Log;
  readonly reload: () => void;
}

/** Which screen an address shows, for who is signed in. */
export function AppRoutes({ recordServices, ports, log, reload }: Props) {
  const session = useSession();
  const state = useSessionState();
  const views = useAllResourceViews();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  const signedIn = state.status === 'signedIn' || state.status === 'expired';
  if (signedIn && !wasSignedIn) setWasSignedIn(true);
  const expired = state.status === 'expired';
  const [notNow, setNotNow] = useState(false);
  if (!expired && notNow) setNotNow(false);
  const { pathname } = useLocation();
  const [wasElsewhere, setWasElsewhere] = useState(false);
  if (pathname !== '/' && !wasElsewhere) setWasElsewhere(true);

  if (state.status === 'signedOut') {
    const known = wasSignedIn || state.lapsed;
    return (
      <ErrorBoundary log={log} reload={reload}>
        <Suspense fallback={<CentredLoader />}>
          <Routes>
            <Route
              path="/login"
              element={
                <LoginScreen
                  signIn={(username, password) => session.signIn(username, password)}
                  Home={Link}
                />
              }
            />
            <Route path="/" element={state.lapsed && !wasElsewhere ? <FromLanding /> : <Landing />} />
            <Route path="*" element={<Away to={known ? loginPath : landingPath} forget={wasSignedIn} />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    );
  }
  // Between two accounts the first one's records may still be there for a moment: nobody sees them.
  if (recordServices?.account !== state.account.key) return <CentredLoader />;
  const { username } = state.account;
  const layout = (
    <AppLayout
      username={username}
      expired={expired ? { asking: !notNow, onAsk: (asking) => setNotNow(!asking) } : null}
      ports={ports}
      log={log}
      reload={reload}
    />
  );
  return (
    <RecordsContext value={recordServices}>
      <Routes>
        <Route element={layout}>
          <Route path="/dashboard" element={<DashboardScreen username={username} />} />
          {views.flatMap((view) => [
            <Route
              key={view.path}
              path={view.path}
              element={<ResourceListScreen key={view.resource} view={view} />}
            />,
            <Route
              key={`${view.path}/:id`}
              path={`${view.path}/:id`}
              element={<RecordScreen key={view.resource} view={view} />}
            />,
          ])}
          <Route path="/reports" element={<ReportsScreen />} />
          <Route path="/settings" element={<SettingsScreen />} />
          <Route path="/sync" element={<SyncCentreScreen onSignIn={() => setNotNow(false)} />} />
        </Route>
        {['/', '/login'].map((path) => (
          <Route key={path} path={path} element={<FromLogin />} />
        ))}
        <Route path="*" element={<Navigate to={HOME} replace />} />
      </Routes>
    </RecordsContext>
  );
}

/** What the landing page remembers of where somebody wanted to go is the login screen's from here on. */
function Landing() {
  const wanted = wantedPath(useLocation().search);
  return <LandingScreen signIn={loginPath(wanted)} asked={wanted !== null} />;
}

/** On the device of an account whose session had expired, a start leads to the login screen, whatever was asked for. */
function FromLanding() {
  return <Navigate to={loginPath(wantedPath(useLocation().search))} replace />;
}

interface AwayProps {
  readonly to: (wanted: string | null) => string;
  readonly forget: boolean;
}

/**
 * Keeps the way to a screen that was asked for while signed out. After a log-out it is forgotten: the next
 * person at this device may be somebody else.
 */
function Away({ to, forget }: AwayProps) {
  const { pathname, search } = useLocation();
  return <Navigate to={to(forget ? null : pathname + search)} replace />;
}

function FromLogin() {
  return <Navigate to={pathAfterLogin(useLocation().search)} replace />;
}
