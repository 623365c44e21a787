import { isNobodys } from '../../auth/token-store.ts';
import { CAME_BACK, LEFT_FORMS } from '../../domain/left-page.ts';
import { browserStorage, tabStorage } from '../device.ts';

/** Time in ms that a new page has at first to begin. */
const AGAIN_MS = 3000;

/**
 * Loads the page anew when the browser brings it back from its page cache. Its databases are closed then, parts of it may wait
 * for what never comes, and somebody else may be signed in: it stays hidden. To be called before anything is drawn.
 */
export function reloadWhenBack(page: HTMLElement): void {
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) page.style.visibility = 'hidden';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    tabStorage.set(CAME_BACK, 'yes');
    // A form with text in it would ask first. The text comes back.
    addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
    reload(AGAIN_MS);
  });
}

/** Once more after a while, and after twice as long: Chromium may drop one that is asked for while it brings the page back. */
function reload(againMs: number): void {
  location.reload();
  setTimeout(reload, againMs, 2 * againMs);
}

/** Removes what an earlier page of this tab left where its account has logged out since. */
export function forgetStrangersForms(): void {
  try {
    if (isNobodys(browserStorage())) tabStorage.remove(LEFT_FORMS);
  } catch {
    // A browser that lets the site store nothing has nothing to forget.
  }
}
