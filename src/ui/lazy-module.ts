/**
 * Marks style sheet links that fail to load. Vite requests each sheet only once, and then assumes that it has loaded.
 */
export function markMissingSheets(): void {
  const mark = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement) target.dataset['missing'] = '';
  };
  addEventListener('error', mark, true);
}

export function needsReload(): boolean {
  return missingSheets().length > 0;
}

function missingSheets(): readonly HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][data-missing]')];
}

let sheetsUnderWay: Promise<unknown> = Promise.resolve();

/** @throws if a sheet fails again, so that no module is shown without its styles */
async function loadMissingSheets(): Promise<void> {
  const missing = missingSheets();
  if (missing.length > 0) sheetsUnderWay = Promise.all([sheetsUnderWay, ...missing.map(loadAgain)]);
  await sheetsUnderWay;
  if (needsReload()) throw new Error('a style sheet is missing');
}

/** Never rejects: a sheet that fails again is marked again. */
function loadAgain(link: HTMLLinkElement): Promise<unknown> {
  const next = document.createElement('link');
  next.rel = 'stylesheet';
  next.href = link.href;
  return new Promise((resolve) => {
    next.addEventListener('load', resolve);
    next.addEventListener('error', resolve);
    link.replaceWith(next);
  });
}

export class LazyModule<M> {
  readonly #fetch: () => Promise<M>;
  #loaded: M | null = null;

  constructor(fetch: () => Promise<M>) {
    this.#fetch = fetch;
  }

  get loaded(): M | null {
    return this.#loaded;
  }

  async load(): Promise<M> {
    if (this.#loaded !== null) return this.#loaded;
    await loadMissingSheets();
    this.#loaded = await this.#fetch();
    return this.#loaded;
  }
}
