import '../shell/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isNobodys, watchTokens } from '../../auth/token-store.ts';
import LandingScreen from '../../features/landing/landing-screen.tsx';
import { loginPath, wantedPath } from '../after-login.ts';
import { type DeviceServices, savesData, whenIdle } from '../device.ts';
import { watchAppUpdates } from '../pwa/app-updates.ts';
import { followColorScheme } from '../shell/follow-color-scheme.ts';
import { endLeftRemovals } from './left-removals.ts';

/** Shows the landing page in `element`, with React alone. */
export function startLanding(element: HTMLElement, device: DeviceServices): void {
  followColorScheme(document.documentElement);
  const wanted = wantedPath(location.search);
  createRoot(element).render(
    <StrictMode>
      <LandingScreen signIn={loginPath(wanted)} asked={wanted !== null} />
    </StrictMode>,
  );
  // The service worker fetches the whole app, so that the way to the sign-in is short and later needs no signal.
  if (!savesData()) whenIdle(() => watchAppUpdates(device));
  // Somebody signed in meanwhile, in another tab or before the browser brought this page back.
  watchTokens(device.storage, () => {
    if (!isNobodys(device.storage)) location.reload();
  });
  endLeftRemovals(device);
}
