import { hasNoAccount } from '../../auth/token-store.ts';
import { LEFT_FORMS } from '../../domain/ids.ts';
import { browserStorage, tabStorage } from '../device/device.ts';

/** Set in sessionStorage when the browser restores a page. The page then reloads and reopens its forms. */
export const CAME_BACK = 'came-back';

/** With a slow server, a reload may take most of this time. */
const AGAIN_MS = 10_000;

/**
 * Reloads a page restored from the page cache. It stays hidden until then, because its databases are closed and
 * another account may be signed in. Call it before anything is drawn.
 */
export function reloadWhenBack(page: HTMLElement): void {
  // Chromium discards frozen pages, and loads them again when the user returns.
  if ('wasDiscarded' in document && document.wasDiscarded === true) noteReturn();
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) page.style.visibility = 'hidden';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    noteReturn();
    // Without this, a form with text would ask before the reload. Its text is restored anyway.
    addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
    reload(AGAIN_MS);
  });
}

function noteReturn(): void {
  try {
    tabStorage.set(CAME_BACK, 'yes');
  } catch {
    // Without storage no form was kept. Show the page anyway.
  }
}

/** Reloads, and repeats this after 10, 20, 40 s…, because Chromium may drop a reload during the restore. */
function reload(againMs: number): void {
  location.reload();
  setTimeout(reload, againMs, 2 * againMs);
}

/** Removes forms that an account left in this tab before it logged out. */
export function forgetStrangersForms(): void {
  try {
    if (hasNoAccount(browserStorage())) tabStorage.remove(LEFT_FORMS);
  } catch {}
}
