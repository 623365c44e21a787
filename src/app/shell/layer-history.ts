import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';
import { closeMenu, closeTopLayer, countEntries, subscribe } from '../../ui/feedback/open-layers.ts';

type BrowserHistory = ReturnType<typeof createBrowserHistory>;
type Listener = Parameters<BrowserHistory['listen']>[0];
type Update = Parameters<Listener>[0];
type Location = Update['location'];

/** Time in ms after which one of our steps counts as lost to a person's. */
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
 * If an entry is already ahead, this goes forward to it and pushes none. Browsers skip entries that a page adds without a
 * touch, and Back would then leave the app with everything that was typed.
 */
export class LayerHistory implements BrowserHistory {
  readonly #window: Window;
  readonly #inner: BrowserHistory;
  #listener: Listener | null = null;
  #action: Update['action'];
  /** Counts from the page's own entry. Below 0 after Back over several entries. */
  #depth: number;
  /** The highest level that has an entry. */
  #top: number;
  /** Our own step under way, in entries. */
  #step: number | null = null;
  #lost: number | undefined;
  /** The router's location. The page's own entry and all its levels share this key until the address changes. */
  #page: Location;
  /** Done once the page's own entry is shown again. */
  #next: (() => void) | null = null;
  /** False after a step from another page to one of this page's levels. */
  #shown = true;

  constructor(window: Window) {
    this.#window = window;
    this.#inner = createBrowserHistory({ window });
    this.#action = this.#inner.action;
    // Reloaded over a dialog, or reached from a page outside the app.
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
    // A layer that opened by itself gets its entry at the first touch.
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

  // The router calls these two without their object.
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
    // A reload then finds the level and the current address.
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

  /** Calls `act` on the page's own entry: at once, or after the steps that lead there. */
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
    // A person's step may come before ours or replace it. Repeating ours at once could loop.
    else if (this.#step !== null) this.#lost = this.#window.setTimeout(this.#giveUp, STEP_MS);
    if (!isOurs && delta < 0 && countEntries() > 0) closeTopLayer();
    if (this.#shown && this.#depth >= 0 && location.key !== this.#page.key) this.#rewrite();
    if (this.#depth === 0) this.#arrived();
    // React reports closed layers only after its own turn.
    this.#settleSoon();
  };

  readonly #giveUp = (): void => {
    this.#step = null;
    this.#settle();
  };

  #turnedPage(location: Location): void {
    // Back to an entry of the browser's own, such as that of a link to a place on the page.
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

  /** Brings the shown entry to the level of what is open, one step through the history at a time. */
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

  /** Gives the shown entry the page's location, which was changed while another was shown. */
  #rewrite(): void {
    this.#inner.replace(atLevel(this.#page, this.#depth));
  }

  /** Hands the shown entry to the router. */
  #show(action: Update['action'], delta: number | null): void {
    this.#action = action;
    this.#page = this.#inner.location;
    this.#listener?.({ action, location: this.#page, delta });
  }

  /** While something is open the page stays where it is: its rows may have moved when its entry comes again. */
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
