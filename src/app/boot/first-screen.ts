import { hasNoAccount } from '../../auth/token-store.ts';
import { delay } from '../../domain/ports.ts';
import { markMissingSheets } from '../../ui/lazy-module.ts';
import { startWords } from '../../words/start.ts';
import { keepsData } from '../device/browser.ts';
import { createDeviceServices, type DeviceServices } from '../device/device.ts';
import { watchInstallPrompt } from '../pwa/install-prompt.ts';
import { loadScreenAt, SCREENS } from '../screen-parts.ts';
import type { Root } from './app.tsx';
import type { Services } from './app-services.ts';
import { onDemand } from './on-demand.ts';

/** Uses plain elements, because perhaps no style sheet has loaded. */
function sayNothingLoaded(element: HTMLElement): void {
  const words = document.createElement('p');
  words.textContent = startWords.notLoaded;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = startWords.reload;
  button.addEventListener('click', () => location.reload());
  element.setAttribute('role', 'alert');
  element.replaceChildren(words, button);
}

/** Shows the first screen. The landing and login pages load first, without the rest of the app. */
export function showFirstScreen(element: HTMLElement): void {
  markMissingSheets();
  const device = createDeviceServices(import.meta.env.PROD);
  const fail = (cause: unknown): void => {
    device.log.error('the first screen could not be loaded', cause);
    sayNothingLoaded(element);
  };
  show(element, device, fail).catch(fail);
}

async function show(
  element: HTMLElement,
  device: DeviceServices,
  onFailure: (cause: unknown) => void,
): Promise<void> {
  // Listen before the imports: the browser offers the install prompt only once.
  const install = watchInstallPrompt();
  const isSignedOut = isSignedOutIn(device.storage);
  const isVisit = isSignedOut && location.pathname !== '/login';
  const refused = !isVisit && !keepsData();
  const loadApp = appOnDemand(device);
  // Request the app first: browsers load files in the order of their requests.
  const app = isSignedOut || refused ? null : loadApp();
  const start = import('./start-page.tsx');
  const screen = isSignedOut && !refused ? SCREENS[isVisit ? 'landing' : 'login'].load() : null;
  const [{ startPage }, first] = await Promise.all([start, app, screen]);
  await first?.ready;
  startPage(element, { device, install, loadApp, app: first, refused, isVisit, onFailure });
}

function isSignedOutIn(storage: DeviceServices['storage']): boolean {
  try {
    return hasNoAccount(storage);
  } catch {
    // Without storage, the landing page still works.
    return true;
  }
}

/** The page stays empty for this long, then shows a spinner. */
const SPINNER_AFTER_MS = 200;

export interface LoadedApp {
  readonly services: Services;
  readonly Root: typeof Root;
  /** Resolves when the first rows and the code of the screen are loaded, or when the spinner is due. */
  readonly ready: Promise<unknown>;
}

export type LoadApp = () => Promise<LoadedApp>;

/** After a failure, the next call loads again, but the services are created only once. */
function appOnDemand(device: DeviceServices): LoadApp {
  const servicesOnDemand = onDemand(async () => {
    const screen = loadScreenAt(location);
    const { createAppServices } = await import('./app-services.ts');
    return { screen, services: createAppServices(device, screen) };
  });
  return onDemand(async () => {
    const [{ screen, services }, { Root }] = await Promise.all([servicesOnDemand(), import('./app.tsx')]);
    const ready = Promise.all([services.settled, screen]);
    return { services, Root, ready: Promise.race([ready, delay(device.clock, SPINNER_AFTER_MS)]) };
  });
}
