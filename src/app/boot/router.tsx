import { Suspense, useState } from 'react';
import { Link, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import type { Account } from '../../auth/session-state.ts';
import { useSession, useSessionState } from '../../auth/use-session.ts';
import type { ResourceView } from '../../crud/resource-view.ts';
import { useAllResourceViews } from '../../crud/resource-views.ts';
import type { Log } from '../../domain/ports.ts';
import type { RecordServices } from '../../records/record-services.ts';
import { RecordsContext } from '../../records/records-context.ts';
import { HOME, landingPath, loginPath, pathAfterLogin, wantedPath } from '../after-login.ts';
import { CenteredLoader } from '../centered-loader.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import type { FramePorts } from '../frame-ports.ts';
import {
  LandingScreen,
  LoginScreen,
  RecordScreen,
  ReportsScreen,
  ResourceListScreen,
  SettingsScreen,
  SyncScreen,
  TodayScreen,
} from '../lazy-screens.ts';
import { AppLayout } from '../shell/app-layout.tsx';
import { DashboardRoute } from '../shell/dashboard-route.tsx';

interface Props {
  readonly recordServices: RecordServices | null;
  readonly ports: FramePorts;
  readonly log: Log;
  readonly reload: () => void;
}

/** Which screen an address shows, for who is signed in. */
export function AppRoutes(props: Props) {
  const state = useSessionState();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  const signedIn = state.status === 'signedIn' || state.status === 'expired';
  if (signedIn && !wasSignedIn) setWasSignedIn(true);
  const { pathname } = useLocation();
  const [wasElsewhere, setWasElsewhere] = useState(false);
  if (pathname !== '/' && !wasElsewhere) setWasElsewhere(true);

  if (state.status === 'signedOut') {
    const lapsed = state.lapsed ?? false;
    return (
      <ErrorBoundary log={props.log} reload={props.reload}>
        <Suspense fallback={<CenteredLoader />}>
          <SignedOutRoutes lapsed={lapsed} wasSignedIn={wasSignedIn} wasElsewhere={wasElsewhere} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return <SignedInRoutes {...props} account={state.account} expired={state.status === 'expired'} />;
}

interface SignedOutProps {
  /** The account's session had expired before this page was loaded. */
  readonly lapsed: boolean;
  /** In this page. */
  readonly wasSignedIn: boolean;
  /** Another address than the landing page's has been shown in this page. */
  readonly wasElsewhere: boolean;
}

function SignedOutRoutes({ lapsed, wasSignedIn, wasElsewhere }: SignedOutProps) {
  const session = useSession();
  const signIn = (username: string, password: string): Promise<void> => session.signIn(username, password);
  const away = wasSignedIn || lapsed ? loginPath : landingPath;
  return (
    <Routes>
      <Route path="/login" element={<LoginScreen signIn={signIn} Home={Link} />} />
      <Route path="/" element={lapsed && !wasElsewhere ? <FromLanding /> : <Landing />} />
      <Route path="*" element={<Away to={away} forget={wasSignedIn} />} />
    </Routes>
  );
}

interface SignedInProps extends Props {
  readonly account: Account;
  readonly expired: boolean;
}

function SignedInRoutes({ recordServices, account, expired, ...props }: SignedInProps) {
  const views = useAllResourceViews();
  const [notNow, setNotNow] = useState(false);
  if (!expired && notNow) setNotNow(false);
  // Between two accounts the first one's records may still be there for a moment: nobody sees them.
  if (recordServices?.account !== account.key) return <CenteredLoader />;
  const { username } = account;
  const layout = (
    <AppLayout
      username={username}
      expired={expired ? { asking: !notNow, onAsk: (asking) => setNotNow(!asking) } : null}
      {...props}
    />
  );
  return (
    <RecordsContext value={recordServices}>
      <Routes>
        <Route element={layout}>
          <Route
            path="/dashboard"
            element={<DashboardRoute username={username} install={props.ports.install} />}
          />
          {views.flatMap(recordRoutes)}
          <Route path="/today" element={<TodayScreen />} />
          <Route path="/reports" element={<ReportsScreen />} />
          <Route path="/settings" element={<SettingsScreen />} />
          <Route path="/sync" element={<SyncScreen onSignIn={() => setNotNow(false)} />} />
        </Route>
        {['/', '/login'].map((path) => (
          <Route key={path} path={path} element={<FromLogin />} />
        ))}
        <Route path="*" element={<Navigate to={HOME} replace />} />
      </Routes>
    </RecordsContext>
  );
}

/** The list of one kind of record, and each of them. */
function recordRoutes(view: ResourceView) {
  const { path, resource } = view;
  return [
    <Route key={path} path={path} element={<ResourceListScreen key={resource} view={view} />} />,
    <Route key={`${path}/:id`} path={`${path}/:id`} element={<RecordScreen key={resource} view={view} />} />,
  ];
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
