import '../../ui/tokens.css';
import { type ReactNode, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { hasNoAccount, watchTokens } from '../../auth/token-store.ts';
import { NotLoadedError } from '../../domain/sign-in-failure.ts';
import { ReloadContext } from '../../ui/lazy-part.ts';
import { loginWords, signInFailureWords } from '../../words/sign-in.ts';
import { openingProblems } from '../../words/start.ts';
import { askOrigin, keepsAccounts, opensDatabases, whenIdle } from '../device/browser.ts';
import type { DeviceServices } from '../device/device.ts';
import { watchAppUpdates } from '../pwa/app-updates.ts';
import type { InstallPrompt } from '../pwa/install-prompt.ts';
import type { LoadApp, LoadedApp } from './first-screen.ts';
import { OpeningNotice } from './opening-notice.tsx';
import { Page } from './page.tsx';
import { SignedOutRoutes } from './signed-out-routes.tsx';

interface Start {
  readonly device: DeviceServices;
  readonly install: InstallPrompt;
  readonly loadApp: LoadApp;
  /** Null while signed out: the app then loads while the user types. */
  readonly app: LoadedApp | null;
  /** True if the browser stores nothing. */
  readonly refused: boolean;
  readonly isVisit: boolean;
  readonly onFailure: (cause: unknown) => void;
}

const reload = (): void => location.reload();

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
    // Somebody who signs in is no visitor.
    updates.begin();
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
  // Another tab has signed in: show the app. A sign-in under way here continues, and replaces the other when it
  // succeeds.
  watchTokens(device.storage, () => {
    if (!drawn && !hasNoAccount(device.storage)) loadApp().then(drawApp, reload);
  });
  // Never import without a connection: the browser would remember the failure.
  const loadNow = (): void => {
    if (device.connectivity.isOnline()) loadApp().catch(note);
  };
  element.addEventListener('input', loadNow, { once: true });
  draw(
    <Suspense>
      <SignedOutRoutes signIn={signIn} />
    </Suspense>,
  );
  if (start.isVisit) return endLeftRemovals(device);
  // If the browser refuses databases, the app fails to open one and shows `OpeningNotice` before the user types.
  opensDatabases()
    .then(async (opens) => (opens ? endLeftRemovals(device) : drawApp(await loadApp())))
    .catch(note);
}

type Answer = Pick<Response, 'type' | 'text'>;

/** Finds out why code could not be loaded, by fetching another file of the app. */
export async function whyNotLoaded(
  cause: unknown,
  askOrigin: () => Promise<Answer | null>,
): Promise<NotLoadedError> {
  const text = await askOrigin().then(async (answer) =>
    answer?.type === 'opaqueredirect' ? '<' : answer?.text(),
  );
  if (text === undefined) {
    return new NotLoadedError(cause, [signInFailureWords.noConnection, loginWords.reloadConnected]);
  }
  if (text.trimStart().startsWith('<')) {
    return new NotLoadedError(cause, [signInFailureWords.captivePortal, loginWords.reloadSignedIn]);
  }
  return new NotLoadedError(cause);
}

/** Finishes removing accounts' data on the landing and login pages too, where the app does not run. */
export function endLeftRemovals(device: DeviceServices): void {
  whenIdle(() => {
    end(device).catch((cause: unknown) => device.log.error('removals could not be ended', cause));
  });
}

async function end(device: DeviceServices): Promise<void> {
  if (!(await keepsAccounts())) return;
  const { endRemovalsOn } = await import('../account/end-removals.ts');
  await endRemovalsOn(device);
}

/** Sets the color scheme the way Mantine does in the app. */
export function followColorScheme(root: HTMLElement): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const set = (): void => root.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', set);
  set();
}
