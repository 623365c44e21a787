/** The part of the browser's history that is needed. */
export interface HistoryPort {
  /** Of the entry that is shown. */
  readonly state: unknown;
  readonly url: string;
  push(entry: HistoryEntry): void;
  replace(entry: HistoryEntry): void;
  /** Takes a moment: `popped` has to be called when it is over. */
  go(delta: number): void;
  /** Whether the browser scrolls when somebody comes back to the entry that is shown. */
  restoreScroll(by: 'auto' | 'manual'): void;
}

export interface HistoryEntry {
  readonly state: object;
  readonly url: string;
}

/** What lies over the page. */
export interface Layers {
  /** Whether Back has something to close that it would not close by itself. */
  readonly isOpen: () => boolean;
  /** Asks the topmost to close; it may ask the person first, or stay. */
  readonly closeTop: () => void;
}

/** Marks the added entry, for a page that finds it after a reload. */
const ADDED = 'layer';

/**
 * Makes Back close the topmost layer instead of leaving the page. While layers are open, one entry more with the page's
 * own address is on top of the history:
 *
 *     … page ──open──▶ … page added ──Back──▶ … page (added)  the topmost closes; where one is left, forward again
 *                                   ──all closed──▶ … page (added)  back again, by itself
 *                                   ──a link──▶ … page target  in its place: no entry is left behind
 *
 * Going forward again adds no entry. It matters: browsers pass over the entries of a page that adds some without being
 * touched, and Back would leave the app with all that was typed. For the same reason a layer that opens by itself takes
 * the entry of one before it, or has its own added at the next touch.
 *
 * Counts on the router for the number of an entry, `state.idx`.
 */
export class LayerHistory {
  readonly #history: HistoryPort;
  readonly #layers: Layers;
  /** The number of the added entry, while one is in use. */
  #added: number | null = null;
  /** The number of the page under an added entry that is of no use at present, but could be gone forward to. */
  #spareOver: number | null = null;
  /** The number of the entry that our own step under way leads to: where it ends, what is to be done next is decided. */
  #goal: number | null = null;
  /** Since the last step through the history. */
  #touched: boolean;
  /** What the page's own entry is to become: the address was changed while the added one was shown. */
  #page: HistoryEntry | null = null;
  /** Where a link led while the way back to the page's own entry was still under way. */
  #next: HistoryEntry | null = null;

  /** @param touched whether a person has pressed or typed anything on this page */
  constructor(history: HistoryPort, layers: Layers, touched: boolean) {
    this.#history = history;
    this.#layers = layers;
    this.#touched = touched;
  }

  /** To be called when a layer has opened or closed, and once at the start. */
  readonly settle = (): void => {
    if (this.#goal !== null) return;
    const { state, url } = this.#history;
    const at = numberOf(state);
    const open = this.#layers.isOpen();
    if (this.#added === null) {
      if (isAdded(state)) {
        // From before a reload, or come back to by Forward: there is nothing to see here.
        if (open) this.#added = at;
        else this.#go(-1);
      } else if (open && (this.#touched || this.#spareOver === at)) {
        this.#history.restoreScroll('manual');
        this.#added = at + 1;
        if (this.#touched) {
          this.#history.push({ state: { ...toObject(state), idx: this.#added, [ADDED]: true }, url });
        } else this.#go(1);
      }
      return;
    }
    const to = open ? this.#added : this.#added - 1;
    if (at !== to) return this.#go(to - at);
    if (!open) this.#leave();
  };

  /** A person pressed or typed. */
  readonly touched = (): void => {
    if (this.#touched) return;
    this.#touched = true;
    this.settle();
  };

  /** A step through the history is over, a person's or our own. True when the router is not to know of it. */
  readonly popped = (): boolean => {
    // A person's step that comes before ours has begun takes its place in browsers, and ends somewhere else.
    const ours = this.#goal !== null && numberOf(this.#history.state) === this.#goal;
    this.#goal = null;
    this.#touched = false;
    if (this.#added === null) {
      if (ours) this.#leave();
      // A link in the place of an added entry leaves the page under it as it was.
      else this.#history.restoreScroll('auto');
      this.settle();
      return this.#goal !== null;
    }
    if (!ours && numberOf(this.#history.state) < this.#added && this.#layers.isOpen())
      this.#layers.closeTop();
    // What has closed is known only after React's own turn.
    queueMicrotask(this.settle);
    return true;
  };

  /** In the place of the browser's `pushState`: what a link leads to takes the place of the added entry. */
  push(entry: HistoryEntry): void {
    if (!this.#isOnAdded()) {
      if (this.#added !== null) this.#history.restoreScroll('auto');
      this.#added = this.#spareOver = null;
      this.#goal = null;
      this.#history.push(entry);
      return;
    }
    const moved = { ...entry, state: { ...entry.state, idx: this.#added } };
    this.#history.replace(moved);
    // The page's own entry is below, and still has to be put right.
    if (this.#goal !== null || this.#page !== null) this.#next = moved;
    else {
      this.#added = this.#spareOver = null;
      this.#history.restoreScroll('auto');
    }
  }

  /** In the place of the browser's `replaceState`: it is the page whose address changes, not the added entry alone. */
  replace(entry: HistoryEntry): void {
    if (this.#added === null || !this.#isOnAdded()) {
      this.#page = null;
      this.#history.replace(entry);
    } else if (this.#next === null) {
      this.#page = { ...entry, state: { ...entry.state, idx: this.#added - 1, [ADDED]: false } };
      this.#history.replace({ ...entry, state: { ...entry.state, [ADDED]: true } });
    } else {
      this.#next = entry;
      this.#history.replace(entry);
    }
  }

  /** Nothing is open, and the page's own entry is shown again. */
  #leave(): void {
    const [page, next] = [this.#page, this.#next];
    this.#added = this.#page = this.#next = null;
    this.#spareOver = next === null ? numberOf(this.#history.state) : null;
    this.#history.restoreScroll('auto');
    if (page !== null) this.#history.replace(page);
    if (next !== null) this.#history.push(next);
  }

  #go(delta: number): void {
    this.#goal = numberOf(this.#history.state) + delta;
    this.#history.go(delta);
  }

  #isOnAdded(): boolean {
    return this.#added !== null && numberOf(this.#history.state) === this.#added;
  }
}

function toObject(state: unknown): Readonly<Record<string, unknown>> {
  return typeof state === 'object' && state !== null ? (state as Readonly<Record<string, unknown>>) : {};
}

function numberOf(state: unknown): number {
  const { idx } = toObject(state);
  return typeof idx === 'number' ? idx : 0;
}

function isAdded(state: unknown): boolean {
  return toObject(state)[ADDED] === true;
}
