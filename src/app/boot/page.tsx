import { type ReactNode, useEffect, useState } from 'react';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom';
import { LayerHistory } from '../shell/layer-history.ts';

export function Page({ children }: { readonly children: ReactNode }) {
  useKeptFocus();
  const [history] = useState(() => new LayerHistory(window));
  return <HistoryRouter history={history}>{children}</HistoryRouter>;
}

/**
 * Keeps the keyboard focus in the page. If the focused element is removed, focuses the topmost dialog or the page. A
 * button that was disabled while it worked gets the focus back.
 */
function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent): void => {
      last = target instanceof Element ? target : null;
    };
    const observer = new MutationObserver((changes) => {
      if (!last || document.activeElement !== document.body) return;
      const worked = changes.some(({ target, type }) => type === 'attributes' && target === last);
      const next = last.isConnected ? worked && last : fallback();
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

function fallback(): Element | null {
  return [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.querySelector('main');
}
