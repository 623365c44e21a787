import { isNobodys } from '../../auth/token-store.ts';
import { noteFailedStyles } from '../../ui/failed-styles.ts';
import { startWords } from '../../words/start.ts';
import { landingPath } from '../after-login.ts';
import { createDeviceServices, type DeviceServices, keepsData } from '../device.ts';
import { watchInstallPrompt } from '../pwa/install-prompt.ts';
import { loadScreenAt } from '../screen-parts.ts';

/** In the browser's own looks: nothing else is there. */
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
 * Loads what the address needs and shows it. Who visits the landing page or is to sign in gets that page
 * alone: nothing of the app is loaded before it is needed.
 */
export function showFirstScreen(element: HTMLElement): void {
  noteFailedStyles();
  const device = createDeviceServices(import.meta.env.PROD);
  startAt(location.pathname, device)(element, device).catch((cause: unknown) => {
    device.log.error('the first screen could not be loaded', cause);
    sayNothingLoaded(element);
  });
}

type Start = (element: HTMLElement, device: DeviceServices) => Promise<void>;

function startAt(path: string, { storage }: DeviceServices): Start {
  if (path !== '/login' && isStrangers(storage)) return landing;
  if (path === '/login' && keepsData() && isNobodys(storage)) return login;
  return app;
}

const landing: Start = async (element, device) => {
  if (location.pathname !== '/') {
    history.replaceState(null, '', landingPath(location.pathname + location.search));
  }
  const { startLanding } = await import('./start-landing.tsx');
  startLanding(element, device);
};

const login: Start = async (element, device) => {
  // Before the script below is here: the browser offers once.
  const install = watchInstallPrompt();
  const { startLogin } = await import('./start-login.tsx');
  startLogin(element, device, install);
};

const app: Start = async (element, device) => {
  if (!keepsData()) return (await import('./start.tsx')).refuse(element);
  const install = watchInstallPrompt();
  // In the order in which they are wanted: the browser answers them so.
  const opening = import('./app-services.ts');
  const screens = import('./start.tsx');
  const screen = loadScreenAt(location);
  const [services, { start }] = await Promise.all([
    opening.then(({ createAppServices }) => createAppServices(device, screen)),
    screens,
  ]);
  await start(element, { device, services, screen, install });
};

function isStrangers(storage: DeviceServices['storage']): boolean {
  try {
    return isNobodys(storage);
  } catch {
    // A browser that keeps nothing can show this page; the app says what it lacks.
    return true;
  }
}
