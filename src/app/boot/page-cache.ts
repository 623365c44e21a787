import { isNobodys } from '../../auth/token-store.ts';
import { CAME_BACK, LEFT_FORMS } from '../../domain/left-page.ts';
import { browserStorage, tabStorage } from '../device.ts';

/** Time in ms before the first repeated reload: a slow server may need most of it. */
const AGAIN_MS = 10_000;

/**
 * Reloads a page that the browser restores from its page cache. It stays hidden until then: its databases are closed, and
 * another account may be signed in. Call it before anything is drawn.
 */
export function reloadWhenBack(page: HTMLElement): void {
  // Chromium discards a frozen page to save memory, and loads it again when the person returns.
  if ('wasDiscarded' in document && document.wasDiscarded === true) noteReturn();
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) page.style.visibility = 'hidden';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    noteReturn();
    // A form with text in it would ask first. The text comes back.
    addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
    reload(AGAIN_MS);
  });
}

function noteReturn(): void {
  try {
    tabStorage.set(CAME_BACK, 'yes');
  } catch {
    // The browser stores nothing: no form was kept either, and the page must be shown.
  }
}

/** Repeats the reload after 10, 20, 40 s …: Chromium may drop one that is requested during the restore. */
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
