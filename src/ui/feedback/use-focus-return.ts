import { useLayoutEffect, useRef } from 'react';

/**
 * While `active`, something else has the focus; afterwards it goes back to where it was, or to the page where
 * that is gone. Mantine does so for what is closed, not for what is taken away or was open from the start.
 */
export function useFocusReturn(active: boolean): void {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    // Again for what stays to slide away: React has put the focus back into it after the cleanup below.
    if (!active) return giveBack(opener.current);
    opener.current = document.activeElement;
    return () => giveBack(opener.current);
  }, [active]);
}

function giveBack(opener: Element | null): void {
  const holder = document.activeElement;
  // Of two dialogs that go at once, the outer one has given it back already.
  const inside = holder === document.body || holder?.closest('[role="dialog"]');
  if (!opener || !inside) return;
  const target = opener.isConnected && opener !== document.body ? opener : document.querySelector('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
