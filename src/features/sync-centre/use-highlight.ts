import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * What the address asks for is scrolled to and takes the focus, so that keyboard and screen reader go on there;
 * again whenever somebody asks again.
 */
export function useHighlight(asked: boolean): RefObject<HTMLLIElement | null> {
  const item = useRef<HTMLLIElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    if (!asked) return;
    item.current?.scrollIntoView({ block: 'start' });
    item.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- `key` is when, not what
  }, [asked, key]);
  return item;
}
