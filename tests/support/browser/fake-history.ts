import { onTestFinished } from 'vitest';
import { LayerHistory } from '../../../src/app/shell/layer-history.ts';
import { addLayer, type BackBy } from '../../../src/ui/feedback/open-layers.ts';

interface Entry {
  readonly state: { readonly layers?: number; readonly usr?: { readonly layers?: number } } | null;
  readonly url: string;
}

interface OpenLayer {
  readonly closes: () => boolean;
  readonly remove: () => void;
}

const ORIGIN = 'http://app.test';

/**
 * A tab with a page, layers over it, and the router's history. Steps through the history are asynchronous: the test
 * ends them one by one.
 */
export class FakeTab {
  entries: Entry[];
  at: number;
  shown: string;
  readonly open: OpenLayer[] = [];
  readonly history: LayerHistory;
  readonly userActivation = { hasBeenActive: true };
  scrollRestoration = 'auto';
  #steps: number[] = [];
  #timer: () => void = () => {};
  readonly #listeners = new Map<string, Set<() => void>>();

  constructor(entries: readonly Entry[] = [page('/a', 0), page('/b', 1)], at = entries.length - 1) {
    this.entries = [...entries];
    this.at = at;
    this.shown = this.url;
    this.history = new LayerHistory(this.#window());
    const stop = this.history.listen(({ location }) => {
      this.shown = location.pathname + location.search;
    });
    const escape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && this.open.at(-1)?.closes()) this.close();
    };
    window.addEventListener('keydown', escape);
    this.leave = () => {
      stop();
      window.removeEventListener('keydown', escape);
      for (const { remove } of this.open.splice(0)) remove();
    };
    onTestFinished(this.leave);
  }

  /** Closes the page and everything open in it. */
  readonly leave: () => void;

  get url(): string {
    return this.entries[this.at]?.url ?? '';
  }

  /** Opens a layer. On Escape, it closes if `closes` returns true. */
  layer(closes: () => boolean = () => true, back: BackBy = 'entry'): void {
    this.open.push({ closes, remove: addLayer({ back }) });
  }

  /** Closes the topmost layer, as a button in it would. */
  close(): void {
    this.open.pop()?.remove();
  }

  /** Goes Back or Forward by one or more entries, as a person would, after the steps under way. */
  press(delta: number): void {
    this.#steps.push(delta);
  }

  /** Goes Back or Forward before the steps under way, which browsers then drop. */
  overtake(delta: number): void {
    this.#steps = [delta];
  }

  /** Follows a link to a place on the page. The browser adds an entry that the router does not know. */
  anchor(): void {
    this.entries = [...this.entries.slice(0, this.at + 1), { state: null, url: this.url }];
    this.at += 1;
    this.#fire('popstate');
  }

  touch(): void {
    this.userActivation.hasBeenActive = true;
    this.#fire('pointerup');
  }

  /** Ends the first step under way. */
  async step(): Promise<void> {
    await turn();
    const delta = this.#steps.shift();
    if (delta === undefined || !this.entries[this.at + delta]) return;
    this.at += delta;
    this.#fire('popstate');
    await turn();
  }

  /** Ends all steps. */
  async rest(): Promise<void> {
    let count = 0;
    do {
      await this.step();
      if (this.#steps.length === 0) this.#timer();
      await turn();
      count += 1;
      if (count > 50) throw new Error(`steps without end: ${this.trail}`);
    } while (this.#steps.length > 0);
  }

  async go(delta: number): Promise<void> {
    await this.rest();
    this.press(delta);
    await this.rest();
  }

  /** The URLs with a '+' for each level. The shown entry is in brackets. */
  get trail(): string {
    return this.entries
      .map(({ url, state }, at) => {
        const text = `${url}${'+'.repeat(state?.usr?.layers ?? 0)}`;
        return at === this.at ? `[${text}]` : text;
      })
      .join(' ');
  }

  /** Reloads the page: only the entries survive. */
  reloaded(): FakeTab {
    this.leave();
    return new FakeTab(this.entries, this.at);
  }

  #fire(type: string): void {
    for (const listener of this.#listeners.get(type) ?? []) listener();
  }

  /** The part of a window that a history needs. */
  #window(): Window {
    const shownEntry = () => this.entries[this.at];
    const scrollBy = (by: string): void => {
      this.scrollRestoration = by;
    };
    const history = {
      get state() {
        return shownEntry()?.state;
      },
      pushState: (state: Entry['state'], _: string, url: string) => {
        this.entries = [...this.entries.slice(0, this.at + 1), { state, url }];
        this.at += 1;
      },
      replaceState: (state: Entry['state'], _: string, url = this.url) => {
        this.entries[this.at] = { state, url };
      },
      go: (delta: number) => this.#steps.push(delta),
      set scrollRestoration(by: string) {
        scrollBy(by);
      },
    };
    const fake = {
      history,
      get location() {
        return new URL(shownEntry()?.url ?? '', ORIGIN);
      },
      setTimeout: (act: () => void) => {
        this.#timer = act;
      },
      clearTimeout: () => {
        this.#timer = () => {};
      },
      navigator: { userActivation: this.userActivation },
      addEventListener: (type: string, listener: () => void) => {
        const all = this.#listeners.get(type) ?? new Set();
        this.#listeners.set(type, all.add(listener));
      },
      removeEventListener: (type: string, listener: () => void) =>
        this.#listeners.get(type)?.delete(listener),
    };
    return fake as unknown as Window;
  }
}

export function page(url: string, idx: number): Entry {
  return { state: { idx, key: url } as Entry['state'], url };
}

async function turn(): Promise<void> {
  for (let count = 0; count < 3; count += 1) await Promise.resolve();
}
