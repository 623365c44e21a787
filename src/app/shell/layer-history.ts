import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';
import { closeMenu, closeTopLayer, countEntries, subscribe } from '../../ui/feedback/open-layers.ts';

type BrowserHistory = ReturnType<typeof createBrowserHistory>;
type Listener = Parameters<BrowserHistory['listen']>[0];
type Update = Parameters<Listener>[0];
type Location = Update['location'];

/** After this time in ms, assume that the user's step replaced ours. */
const STEP_MS = 500;

/**
 * The router's history, in which each dialog or drawer has an entry of its own above the page, with the same address:
 *
 *     /b ──open──▶ /b 1 ──open──▶ /b 2 ──Back──▶ /b 1   the topmost is asked to close; if it stays, forward again
 *     /b 1 ──closed by a button──▶ /b                   back again, by itself
 *     /b 2 ──a link──▶ /b ──▶ /c                        back over all, then on
 *
 * The router sees only pages, so these steps render nothing.
 *
 * If an entry is already ahead, the history goes forward to it instead of adding one. Browsers skip entries that a page
 * adds without a touch. Back would then leave the app, and everything typed would be lost.
 */
export class LayerHistory implements BrowserHistory {
  readonly #window: Window;
  readonly #inner: BrowserHistory;
  #listener: Listener | null = null;
  #action: Update['action'];
  /** The shown entry, counted from the page's own. Negative after Back over several entries. */
  #depth: number;
  /** The highest level with an entry. */
  #top: number;
  /** Our own step under way, in entries, or null. */
  #step: number | null = null;
  #lost: number | undefined;
  /** The router's location. All levels share its key until the address changes. */
  #page: Location;
  /** Runs once the page's own entry is shown again. */
  #next: (() => void) | null = null;
  /** False after a step from another page to one of this page's levels. */
  #shown = true;

  constructor(window: Window) {
    this.#window = window;
    this.#inner = createBrowserHistory({ window });
    this.#action = this.#inner.action;
    // Not 0 after a reload while a dialog was open, or a return from outside the app.
    this.#depth = this.#top = levelOf(this.#inner.location);
    this.#page = atLevel(this.#inner.location, 0);
  }

  get action(): Update['action'] {
    return this.#action;
  }

  get location(): Location {
    return this.#page;
  }

  listen(listener: Listener): () => void {
    this.#listener = listener;
    const stops = [this.#inner.listen(this.#popped), subscribe(this.#settleSoon)];
    // A layer that opened by itself gets its entry at the user's first touch or key.
    for (const name of ['pointerup', 'keydown'] as const) {
      this.#window.addEventListener(name, this.#settleSoon, true);
      stops.push(() => this.#window.removeEventListener(name, this.#settleSoon, true));
    }
    this.#settleSoon();
    return () => {
      this.#listener = null;
      for (const stop of stops) stop();
    };
  }

  // The router calls these without `this`.
  readonly push: BrowserHistory['push'] = (to, state) => {
    this.#onPage(() => {
      this.#inner.push(to, state);
      this.#depth = this.#top = 0;
      this.#show('PUSH' as Update['action'], 1);
    });
  };

  readonly replace: BrowserHistory['replace'] = (to, state) => {
    if (this.#next || this.#depth < 0) return this.#onPage(() => this.replace(to, state));
    this.#inner.replace(to, state);
    this.#show('REPLACE' as Update['action'], 0);
    // A reload must find the level and the address.
    if (this.#depth !== 0) this.#rewrite();
  };

  go(delta: number): void {
    this.#onPage(() => this.#inner.go(delta));
  }

  createHref(to: Parameters<BrowserHistory['createHref']>[0]): string {
    return this.#inner.createHref(to);
  }

  createURL(to: Parameters<BrowserHistory['createURL']>[0]): URL {
    return this.#inner.createURL(to);
  }

  encodeLocation(
    to: Parameters<BrowserHistory['encodeLocation']>[0],
  ): ReturnType<BrowserHistory['encodeLocation']> {
    return this.#inner.encodeLocation(to);
  }

  /** Runs `act` once the page's own entry is shown, going back to it first if necessary. */
  #onPage(act: () => void): void {
    const before = this.#next;
    if (this.#depth === 0 && this.#step === null && !before) return act();
    this.#next = () => {
      before?.();
      this.#onPage(act);
    };
    this.#settle();
  }

  readonly #popped = ({ location, delta }: Update): void => {
    if (delta === null || (this.#depth === 0 && this.#step === null)) return this.#turnedPage(location);
    this.#depth += delta;
    const isOurs = delta === this.#step;
    this.#window.clearTimeout(this.#lost);
    if (isOurs) this.#step = null;
    // The user's step may come before ours or replace it. Repeating ours at once could loop.
    else if (this.#step !== null) this.#lost = this.#window.setTimeout(this.#giveUp, STEP_MS);
    if (!isOurs && delta < 0 && countEntries() > 0) closeTopLayer();
    if (this.#shown && this.#depth >= 0 && location.key !== this.#page.key) this.#rewrite();
    if (this.#depth === 0) this.#arrived();
    // React reports closed layers later.
    this.#settleSoon();
  };

  readonly #giveUp = (): void => {
    this.#step = null;
    this.#settle();
  };

  #turnedPage(location: Location): void {
    // Back led to an entry of the browser's own, such as a link within the page.
    if (this.#depth > 0 && this.#step === null && countEntries() > 0) closeTopLayer();
    this.#step = null;
    this.#depth = this.#top = levelOf(location);
    this.#shown = false;
    if (this.#depth === 0) this.#arrived();
    closeMenu();
    this.#settleSoon();
  }

  #arrived(): void {
    this.#scrollBy('auto');
    if (!this.#shown) this.#show('POP' as Update['action'], null);
    this.#shown = true;
    const next = this.#next;
    this.#next = null;
    next?.();
  }

  readonly #settleSoon = (): void => queueMicrotask(this.#settle);

  /** Steps through the history until the entry matches the open layers. */
  readonly #settle = (): void => {
    if (this.#step !== null || !this.#listener) return;
    if (this.#next && this.#depth === 0) return this.#arrived();
    const wanted = this.#next ? 0 : countEntries();
    if (wanted > this.#depth && this.#depth === 0) {
      if (this.#top === 0 && this.#window.navigator.userActivation?.hasBeenActive === false) return;
      this.#scrollBy('manual');
    }
    const goal = wanted > this.#depth ? Math.min(wanted, this.#top) : wanted;
    if (goal !== this.#depth && (goal < this.#depth || this.#depth < this.#top)) {
      this.#step = goal - this.#depth;
      this.#inner.go(this.#step);
      return;
    }
    while (this.#depth < wanted) {
      this.#top = this.#depth += 1;
      this.#inner.push(atLevel(this.#inner.location, this.#depth));
    }
  };

  /** Writes the page's location, which changed while another entry was shown, into this entry. */
  #rewrite(): void {
    this.#inner.replace(atLevel(this.#page, this.#depth));
  }

  #show(action: Update['action'], delta: number | null): void {
    this.#action = action;
    this.#page = this.#inner.location;
    const tell = (): void => this.#listener?.({ action: this.#action, location: this.#page, delta });
    // React renders changes made during `popstate` in one long task. That is fine for Back, but not for a link in a
    // drawer.
    if (delta === 1 && this.#window.event?.type === 'popstate') this.#window.setTimeout(tell);
    else tell();
  }

  /**
   * Sets whether the browser restores the scroll position. It must not do so while a layer is open, because rows may
   * have moved.
   */
  #scrollBy(by: ScrollRestoration): void {
    this.#window.history.scrollRestoration = by;
  }
}

function levelOf({ state }: Location): number {
  const level: unknown = state?.layers;
  return typeof level === 'number' ? level : 0;
}

function atLevel(location: Location, level: number): Location {
  const { layers: _, ...state } = { ...location.state };
  return { ...location, state: level === 0 ? state : { ...state, layers: level } };
}
