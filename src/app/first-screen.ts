import { isNobodys } from '../auth/token-store.ts';
import typeface from '../features/landing/type/archivo.woff2';
import { createDeviceServices, type DeviceServices } from './device.ts';

const NOT_LOADED = 'Restoration CRM could not be loaded. Please check the connection and reload the page.';

/**
 * Loads what the address needs and shows it. Somebody who visits the landing page gets that page alone:
 * nothing of the app is loaded before it is needed.
 */
export function showFirstScreen(element: HTMLElement): void {
  const device = createDeviceServices(import.meta.env.PROD);
  const visit = isVisit(device);
  if (visit) preload(typeface);
  const shown = visit
    ? import('./start-landing.tsx').then(({ startLanding }) => startLanding(element, device))
    : import('./start.tsx').then(({ start }) => start(element, device));
  // Beside the app and not after it: nearly everybody who opens this address is going to see it.
  if (location.pathname === '/login') import('../features/login/login-screen.tsx').catch(() => {});
  shown.catch((cause: unknown) => {
    device.log.error('the first screen could not be loaded', cause);
    element.setAttribute('role', 'alert');
    element.textContent = NOT_LOADED;
  });
}

/** Otherwise the browser asks for it only after the page has been drawn once without it. */
function preload(font: string): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: font });
  document.head.append(link);
}

function isVisit({ storage }: DeviceServices): boolean {
  if (location.pathname !== '/') return false;
  try {
    return isNobodys(storage);
  } catch {
    // A browser that keeps nothing can show this page; the app says what it lacks.
    return true;
  }
}
