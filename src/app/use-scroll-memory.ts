import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * A new screen begins at its top and takes the focus; going back finds the page where it was left.
 * @param main what takes the focus, so that a keyboard or screen reader goes on there
 */
export function useScrollMemory(main: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const offsets = useRef(new Map<string, number>());
  const shown = useRef(pathname);

  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, navigation === 'POP' ? (offsets.current.get(key) ?? 0) : 0);
    main.current?.focus({ preventScroll: true });
  }, [key, main, navigation, pathname]);

  useEffect(() => {
    const remember = (): void => void offsets.current.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);
}
