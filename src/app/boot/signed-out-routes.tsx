import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import type { SignIn } from '../../features/login/login-form.tsx';
import { landingPath, loginPath, wantedPath } from '../after-login.ts';
import { LandingScreen, LoginScreen } from '../lazy-screens.ts';

interface Props {
  readonly signIn: SignIn;
  /** The account's session had expired before this page was loaded. */
  readonly lapsed?: boolean;
  /** In this page. */
  readonly wasSignedIn?: boolean;
  /** Another address than the landing page's has been shown in this page. */
  readonly wasElsewhere?: boolean;
}

/** Which screen an address shows while nobody is signed in. Stands on React and the router alone. */
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

/** Hands the login screen the address that a visitor of the landing page wanted. */
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
