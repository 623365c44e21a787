import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import type { SignIn } from '../../features/login/login-form.tsx';
import { landingPath, loginPath, wantedPath } from '../after-login.ts';
import { LandingScreen, LoginScreen } from '../lazy-screens.ts';

interface Props {
  readonly signIn: SignIn;
  /** The session expired before this page was loaded. */
  readonly lapsed?: boolean;
  /** Someone was signed in earlier in this page. */
  readonly wasSignedIn?: boolean;
  /** The page has shown a path other than '/'. */
  readonly wasElsewhere?: boolean;
}

/** Needs only the router. The login screen loads the UI kit. */
export function SignedOutRoutes({
  signIn,
  lapsed = false,
  wasSignedIn = false,
  wasElsewhere = false,
}: Props) {
  const away = wasSignedIn || lapsed ? loginPath : landingPath;
  return (
    <Routes>
      <Route path="/login" element={<LoginScreen signIn={signIn} />} />
      <Route path="/" element={lapsed && !wasElsewhere ? <FromLanding /> : <Landing />} />
      <Route path="*" element={<Away to={away} forget={wasSignedIn} />} />
    </Routes>
  );
}

function Landing() {
  const wanted = wantedPath(useLocation().search);
  return <LandingScreen signIn={loginPath(wanted)} asked={wanted !== null} />;
}

/** If the session has expired, the app starts at the login screen. */
function FromLanding() {
  return <Navigate to={loginPath(wantedPath(useLocation().search))} replace />;
}

interface AwayProps {
  readonly to: (wanted: string | null) => string;
  readonly forget: boolean;
}

/** Forgets the wanted screen after a log-out: the next user may be someone else. */
function Away({ to, forget }: AwayProps) {
  const { pathname, search } = useLocation();
  return <Navigate to={to(forget ? null : pathname + search)} replace />;
}
