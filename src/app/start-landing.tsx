import './base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import LandingScreen from '../features/landing/landing-screen.tsx';
import { loginPath, wantedPath } from './after-login.ts';
import { watchAppUpdates } from './app-updates.ts';
import { type DeviceServices, keepsNothing, savesData, whenIdle } from './device.ts';

/** Shows the landing page in `element`, with React alone. */
export function startLanding(element: HTMLElement, device: DeviceServices): void {
  followColorScheme(document.documentElement);
  const wanted = wantedPath(location.search);
  createRoot(element).render(
    <StrictMode>
      <LandingScreen signIn={loginPath(wanted)} asked={wanted !== null} />
    </StrictMode>,
  );
  whenIdle(() => prepareApp(device));
}

/** As Mantine does it in the app. */
function followColorScheme(root: HTMLElement): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const set = (): void => root.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', set);
  set();
}

/** The service worker fetches the whole app, so that the way to the sign-in is short and later needs no signal. */
function prepareApp(device: DeviceServices): void {
  if (!savesData()) watchAppUpdates(device);
  endRemovals(device).catch((cause: unknown) => device.log.error('removals could not be ended', cause));
}

/** A log-out whose page did not live to end it is ended here too. */
async function endRemovals(device: DeviceServices): Promise<void> {
  if (await keepsNothing()) return;
  const { endRemovalsOn } = await import('./start.tsx');
  await endRemovalsOn(device);
}
