import type { HistoryEntry, HistoryPort, Layers } from '../../../src/ui/feedback/layer-history.ts';
import { LayerHistory } from '../../../src/ui/feedback/layer-history.ts';

interface Entry {
  readonly state: unknown;
  readonly url: string;
}

interface Options {
  /** The entries before, the last one shown. */
  readonly entries?: readonly Entry[];
  readonly at?: number;
  readonly touched?: boolean;
}

/**
 * A browser's history with a page, layers over it, and a router that follows: steps take their time, and are over one
 * after the other when the test says so.
 */
export class FakeHistory {
  entries: Entry[];
  at: number;
  /** What the router shows. */
  shown: string;
  /** The layers that are open, the topmost last: each says whether it lets itself be closed. */
  readonly open: (() => boolean)[] = [];
  readonly scroll = new Map<Entry, string>();
  #steps: number[] = [];
  readonly layers: LayerHistory;

  constructor({ entries = [entry('/a', 0), entry('/b', 1)], at, touched = true }: Options = {}) {
    this.entries = [...entries];
    this.at = at ?? entries.length - 1;
    this.shown = this.url;
    const port: HistoryPort = this.#port();
    const layers: Layers = {
      isOpen: () => this.open.length > 0,
      closeTop: () => {
        if (this.open.at(-1)?.()) this.open.pop();
      },
    };
    this.layers = new LayerHistory(port, layers, touched);
    this.layers.settle();
  }

  get url(): string {
    return this.entries[this.at]?.url ?? '';
  }

  /** A layer that closes when asked, unless it is told to ask first. */
  openLayer(closes: () => boolean = () => true): void {
    this.open.push(closes);
    this.layers.settle();
  }

  /** Closes the topmost by a button of its own. */
  closeLayer(): void {
    this.open.pop();
    this.layers.settle();
  }

  /** The router follows a link. */
  link(url: string): void {
    this.shown = url;
    this.layers.push({ state: { idx: this.#number() + 1 }, url });
  }

  /** The router changes the page's address. */
  readdress(url: string): void {
    this.shown = url;
    this.layers.replace({ state: { idx: this.#number() }, url });
  }

  /** A person's Back or Forward, or several at once: it stands behind the steps that are under way. */
  press(delta: number): void {
    this.#steps.push(delta);
  }

  /** The same before a step that is under way has begun: browsers let it go. */
  overtake(delta: number): void {
    this.#steps = [delta];
  }

  /** Ends the first step that is under way. */
  async step(): Promise<void> {
    const delta = this.#steps.shift();
    if (delta === undefined || !this.entries[this.at + delta]) return;
    this.at += delta;
    if (!this.layers.popped()) this.shown = this.url;
    await Promise.resolve();
    await Promise.resolve();
  }

  /** Until nothing is under way. */
  async rest(): Promise<void> {
    await Promise.resolve();
    while (this.#steps.length > 0) await this.step();
  }

  async pressAndRest(delta: number): Promise<void> {
    this.press(delta);
    await this.rest();
  }

  /** The addresses, with the one that is shown in brackets and the added ones with a plus. */
  get trail(): string {
    return this.entries
      .map((one, at) =>
        `${one.url}${isAdded(one) ? '+' : ''}`.replace(/.*/, (text) => mark(text, at === this.at)),
      )
      .join(' ');
  }

  /** The same page, loaded anew: nothing is known but the entries. */
  reloaded(): FakeHistory {
    return new FakeHistory({ entries: this.entries, at: this.at, touched: false });
  }

  #number(): number {
    return (this.entries[this.at]?.state as { readonly idx: number } | undefined)?.idx ?? 0;
  }

  #port(): HistoryPort {
    const current = (): Entry => this.entries[this.at] ?? entry('', 0);
    return {
      get state() {
        return current().state;
      },
      get url() {
        return current().url;
      },
      push: (next: HistoryEntry) => {
        this.entries = [...this.entries.slice(0, this.at + 1), next];
        this.at += 1;
      },
      replace: (next: HistoryEntry) => {
        this.entries[this.at] = next;
      },
      go: (delta) => {
        this.#steps.push(delta);
      },
      restoreScroll: (by) => this.scroll.set(current(), by),
    };
  }
}

export function entry(url: string, idx: number): Entry {
  return { state: { idx, key: url }, url };
}

function isAdded({ state }: Entry): boolean {
  return (state as { readonly layer?: boolean }).layer === true;
}

function mark(text: string, shown: boolean): string {
  return shown ? `[${text}]` : text;
}
