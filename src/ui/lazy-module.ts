/**
 * Marks from now on the links of style sheets that could not be loaded. Vite asks for each once and then takes it for one
 * that is there: what needs it would be shown without it, until the page is loaded anew.
 */
export function markMissingSheets(): void {
  const mark = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement) target.dataset['missing'] = '';
  };
  addEventListener('error', mark, true);
}

/** True once a style sheet could not be loaded: to try again is of no use. */
export function needsReload(): boolean {
  return document.querySelector('link[rel="stylesheet"][data-missing]') !== null;
}

/** A module that is loaded when it is first needed, or before. */
export class LazyModule<M> {
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
    if (needsReload()) throw new Error('a style sheet is missing');
    this.#loaded = await this.#fetch();
    return this.#loaded;
  }
}
