import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * When the offset is noted: where a scroll has come to rest, and before whatever may lead elsewhere. Not at each step of
 * a scroll: a browser that is asked then lays the page out at once, with the rows that the step has just brought.
 */
const NOTED_ON = ['scrollend', 'click', 'popstate'] as const;

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
    const note = (): void => void offsets.current.set(key, window.scrollY);
    for (const event of NOTED_ON) window.addEventListener(event, note, true);
    return () => {
      for (const event of NOTED_ON) window.removeEventListener(event, note, true);
    };
  }, [key]);
}
