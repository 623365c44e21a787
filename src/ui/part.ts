import { failedStylesAgain } from './failed-styles.ts';

/** A module that is loaded when it is first needed, or before. */
export class Part<M> {
  readonly #fetch: () => Promise<M>;
  #loaded: M | null = null;

  constructor(fetch: () => Promise<M>) {
    this.#fetch = fetch;
  }

  /** Null until it has been loaded once. */
  get loaded(): M | null {
    return this.#loaded;
  }

  async load(): Promise<M> {
    if (this.#loaded !== null) return this.#loaded;
    const styles = failedStylesAgain();
    if (styles) await styles;
    this.#loaded = await this.#fetch();
    return this.#loaded;
  }
}
