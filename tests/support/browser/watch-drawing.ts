import { vi } from 'vitest';

/**
 * Returns a function that tells whether the second element was still missing when the first appeared. React runs its
 * tasks one by one, as in a browser.
 */
export function watchDrawing(first: string, second: string): () => boolean | undefined {
  const isShown = (selector: string): boolean => document.querySelector(selector) !== null;
  let wasAlone: boolean | undefined;
  const watch = new MutationObserver(() => {
    if (isShown(first)) wasAlone ??= !isShown(second);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  return () => {
    watch.disconnect();
    return wasAlone;
  };
}
