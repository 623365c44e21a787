import '../shell/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isNobodys, watchTokens } from '../../auth/token-store.ts';
import { NotLoadedError } from '../../domain/not-loaded-error.ts';
import LoginScreen from '../../features/login/login-screen.tsx';
import { ReloadContext } from '../../ui/feedback/reload-context.ts';
import { askOrigin, type DeviceServices, opensDatabases } from '../device.ts';
import { watchAppUpdates } from '../pwa/app-updates.ts';
import type { InstallPrompt } from '../pwa/install-prompt.ts';
import { loadScreenAt } from '../screen-parts.ts';
import { followColorScheme } from '../shell/follow-color-scheme.ts';
import type { Services } from './create-services.ts';
import { endLeftRemovals } from './left-removals.ts';
import type { mount } from './start.tsx';
import { whyNotLoaded } from './why-not-loaded.ts';

/**
 * Shows the login screen in `element` with React alone, where nobody is signed in. The app is loaded while
 * somebody types; it signs them in and takes the element over.
 */
export function startLogin(element: HTMLElement, device: DeviceServices, install: InstallPrompt): void {
  const followNoMore = followColorScheme(document.documentElement);
  const updates = watchAppUpdates(device);
  const root = createRoot(element);
  const app = new AppBehindLogin(device);

  async function handOver(): Promise<void> {
    const take = await app.take();
    if (!take) return;
    stopWatching();
    followNoMore();
    root.unmount();
    focusWhatComes(element);
    take.mount(element, { device, services: take.services, updates, install });
  }

  async function signIn(username: string, password: string): Promise<void> {
    await app.signIn(username, password);
    await handOver();
  }

  const note = (cause: unknown): void => device.log.error('the app could not be loaded', cause);
  // Somebody signed in in another tab.
  const stopWatching = watchTokens(device.storage, () => {
    if (!isNobodys(device.storage)) handOver().catch(note);
  });
  // Asked for without a connection, it could not be had again in this page.
  const finishNow = (): void => {
    if (device.connectivity.isOnline()) app.load().catch(note);
  };
  element.addEventListener('input', finishNow, { once: true });
  root.render(
    <StrictMode>
      <ReloadContext value={() => location.reload()}>
        <LoginScreen signIn={signIn} />
      </ReloadContext>
    </StrictMode>,
  );
  // The app has words for that, and nobody should type first.
  opensDatabases()
    .then((opens) => (opens ? endLeftRemovals(device) : handOver()))
    .catch(note);
}

interface LoadedApp {
  readonly services: Services;
  readonly mount: typeof mount;
}

/** The app while the login screen stands in its place. */
class AppBehindLogin {
  readonly #device: DeviceServices;
  #loaded: Promise<LoadedApp> | null = null;
  #isTaken = false;

  constructor(device: DeviceServices) {
    this.#device = device;
  }

  load(): Promise<LoadedApp> {
    this.#loaded ??= this.#load();
    // Browsers that ask again for what they failed to load get another chance; the others a word about it.
    this.#loaded.catch(() => {
      this.#loaded = null;
    });
    return this.#loaded;
  }

  /** The app, for the one who shows it; null for all who come later. */
  async take(): Promise<LoadedApp | null> {
    const app = await this.load();
    if (this.#isTaken) return null;
    this.#isTaken = true;
    return app;
  }

  /** @throws Error with `message` fit to be shown */
  async signIn(username: string, password: string): Promise<void> {
    try {
      const { services } = await this.load().catch((cause: unknown) => {
        throw new NotLoadedError(cause);
      });
      await services.session.signIn(username, password);
    } catch (error) {
      throw error instanceof NotLoadedError ? await whyNotLoaded(error.cause, askOrigin) : error;
    }
  }

  async #load(): Promise<LoadedApp> {
    const [{ createAppServices }, { mount }] = await Promise.all([
      import('./app-services.ts'),
      import('./start.tsx'),
    ]);
    const services = createAppServices(this.#device, loadScreenAt(location));
    // Nothing is typed here that could not be typed again.
    services.storage.subscribe(() => {
      if (!this.#isTaken && services.storage.getSnapshot()?.stale) location.reload();
    });
    return { services, mount };
  }
}

/** The focus was on what is gone: it goes to the next screen, as everywhere in the app. */
function focusWhatComes(element: HTMLElement): void {
  const observer = new MutationObserver(() => {
    const main = element.querySelector('main');
    if (!main) return;
    observer.disconnect();
    if (document.activeElement === document.body) main.focus({ preventScroll: true });
  });
  observer.observe(element, { childList: true, subtree: true });
  // Whoever is somewhere already stays there.
  document.addEventListener('focusin', () => observer.disconnect(), { once: true });
}
