import '../shell/base.css';
import { type ReactNode, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { isNobodys, watchTokens } from '../../auth/token-store.ts';
import { NotLoadedError } from '../../domain/not-loaded-error.ts';
import { ReloadContext } from '../../ui/feedback/reload-context.ts';
import { openingProblems } from '../../words/start.ts';
import { askOrigin, type DeviceServices, opensDatabases } from '../device.ts';
import { watchAppUpdates } from '../pwa/app-updates.ts';
import type { InstallPrompt } from '../pwa/install-prompt.ts';
import { followColorScheme } from '../shell/follow-color-scheme.ts';
import type { LoadApp, LoadedApp } from './app-on-demand.ts';
import { endLeftRemovals } from './left-removals.ts';
import { OpeningNotice } from './opening-notice.tsx';
import { Page } from './page.tsx';
import { SignedOutRoutes } from './signed-out-routes.tsx';
import { whyNotLoaded } from './why-not-loaded.ts';

interface Start {
  readonly device: DeviceServices;
  readonly install: InstallPrompt;
  readonly loadApp: LoadApp;
  /** Null where nobody is signed in: it is loaded while a person types. */
  readonly app: LoadedApp | null;
  /** This browser keeps nothing. */
  readonly refused: boolean;
  /** Nobody is signed in, and nobody asks to. */
  readonly isVisit: boolean;
  /** Nothing can be shown. */
  readonly onFailure: (cause: unknown) => void;
}

const reload = (): void => location.reload();

/** Draws the page into `element`: the app, or the landing page or the login screen in its place. */
export function startPage(element: HTMLElement, { device, install, loadApp, ...start }: Start): void {
  followColorScheme(document.documentElement);
  const root = createRoot(element, { onUncaughtError: start.onFailure });
  const draw = (page: ReactNode): void =>
    root.render(
      <StrictMode>
        <ReloadContext value={reload}>
          <Page>{page}</Page>
        </ReloadContext>
      </StrictMode>,
    );
  if (start.refused) return draw(<OpeningNotice message={openingProblems.refused} reload={reload} />);
  const updates = watchAppUpdates(device, start.isVisit);
  let drawn = false;
  const drawApp = ({ Root, services }: LoadedApp): void => {
    if (drawn) return;
    drawn = true;
    draw(<Root device={device} services={services} updates={updates} install={install} />);
  };
  if (start.app) return drawApp(start.app);

  async function signIn(username: string, password: string): Promise<void> {
    try {
      const app = await loadApp().catch((cause: unknown) => {
        throw new NotLoadedError(cause);
      });
      await app.services.session.signIn(username, password);
      drawApp(app);
    } catch (error) {
      throw error instanceof NotLoadedError ? await whyNotLoaded(error.cause, askOrigin) : error;
    }
  }

  const note = (cause: unknown): void => device.log.error('the app could not be loaded', cause);
  // Another tab has signed in. A sign-in that is under way here goes on: its answer takes over.
  watchTokens(device.storage, () => {
    if (!drawn && !isNobodys(device.storage)) loadApp().then(drawApp, reload);
  });
  // Asked for without a connection, it could not be had again in this page.
  const finishNow = (): void => {
    if (device.connectivity.isOnline()) loadApp().catch(note);
  };
  element.addEventListener('input', finishNow, { once: true });
  draw(
    <Suspense>
      <SignedOutRoutes signIn={signIn} />
    </Suspense>,
  );
  if (start.isVisit) return endLeftRemovals(device);
  // The app has words for a browser that refuses databases, and nobody should type first.
  opensDatabases()
    .then(async (opens) => (opens ? endLeftRemovals(device) : drawApp(await loadApp())))
    .catch(note);
}
