import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * What the address asks for is scrolled to and takes the focus, so that keyboard and screen reader go on there;
 * again whenever somebody asks again.
 */
export function useHighlight(asked: boolean): RefObject<HTMLLIElement | null> {
  const item = useRef<HTMLLIElement>(null);
  const { key } = useLocation();
  const request = asked ? key : null;
  const followed = useRef<string>(null);
  useEffect(() => {
    if (request === followed.current) return;
    followed.current = request;
    if (request === null) return;
    item.current?.scrollIntoView({ block: 'start' });
    item.current?.focus({ preventScroll: true });
  }, [request]);
  return item;
}
