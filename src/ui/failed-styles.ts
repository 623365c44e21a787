/** Links of style sheets that could not be loaded. */
const failed = new Set<HTMLLinkElement>();
/** Until all that was asked for again is there; null while nothing is. */
let underWay: Promise<unknown> | null = null;

/** Notes from now on which style sheets cannot be loaded: a broken connection, or a page that was left meanwhile. */
export function noteFailedStyles(): void {
  const note = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  };
  addEventListener('error', note, true);
}

/**
 * Asks again for the style sheets that could not be loaded. Vite asks for each once, and takes it for one that is there: the
 * next part that needs it would be shown without.
 * @returns null where none is missing; a promise that rejects where one still cannot be loaded
 */
export function failedStylesAgain(): Promise<unknown> | null {
  if (failed.size === 0) return underWay;
  const all = Promise.all([underWay, ...[...failed].map(again)]).finally(() => {
    if (underWay === all) underWay = null;
  });
  underWay = all;
  return all;
}

function again(link: HTMLLinkElement): Promise<unknown> {
  failed.delete(link);
  const next = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    next.addEventListener('load', resolve);
    next.addEventListener('error', () => reject(new Error('style sheet not loaded')));
    link.replaceWith(next);
  });
}
