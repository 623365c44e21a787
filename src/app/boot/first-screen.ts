import { isNobodys } from '../../auth/token-store.ts';
import { markMissingSheets } from '../../ui/lazy-module.ts';
import { startWords } from '../../words/start.ts';
import { createDeviceServices, type DeviceServices, keepsData } from '../device.ts';
import { watchInstallPrompt } from '../pwa/install-prompt.ts';
import { SCREENS } from '../screen-parts.ts';
import { appOnDemand } from './app-on-demand.ts';

/** Says it in the browser's own looks: nothing else is there. */
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

/**
 * Loads what the address needs and shows it. A visitor of the landing page and a person who is to sign in get that
 * page alone: the app comes when it is needed.
 */
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
  // Before the scripts below are here: the browser offers once.
  const install = watchInstallPrompt();
  const isStrangers = hasNobody(device.storage);
  const isVisit = isStrangers && location.pathname !== '/login';
  const refused = !isVisit && !keepsData();
  const loadApp = appOnDemand(device);
  // In the order in which they are wanted: the browser answers them so.
  const app = isStrangers || refused ? null : loadApp();
  const start = import('./start.tsx');
  const screen = isStrangers && !refused ? SCREENS[isVisit ? 'landing' : 'login'].load() : null;
  const [{ startPage }, first] = await Promise.all([start, app, screen]);
  await first?.ready;
  startPage(element, { device, install, loadApp, app: first, refused, isVisit, onFailure });
}

function hasNobody(storage: DeviceServices['storage']): boolean {
  try {
    return isNobodys(storage);
  } catch {
    // A browser that keeps nothing can show the landing page.
    return true;
  }
}
