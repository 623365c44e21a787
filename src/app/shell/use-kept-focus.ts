import { useEffect } from 'react';

/**
 * Keeps the focus from getting lost with what had it. A button that goes away with its row hands it to the
 * topmost dialog or to the page; one that was disabled while it worked gets it back.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent): void => {
      last = target instanceof Element ? target : null;
    };
    const observer = new MutationObserver((changes) => {
      if (!last || document.activeElement !== document.body) return;
      const worked = changes.some(({ target, type }) => type === 'attributes' && target === last);
      const next = last.isConnected ? worked && last : place();
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}

/** Null while a screen is on its way: asked again when it is there. */
function place(): Element | null {
  return [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.querySelector('main');
}
