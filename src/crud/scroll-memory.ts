import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useRecordServices } from '../records/record-services.ts';

/** Not on every scroll event: reading the offset forces a layout. */
const NOTED_ON = ['scrollend', 'click', 'popstate'] as const;

/** Offsets in px by history entry, for as long as the page lives. */
const offsets = new Map<string, number>();

/** In ms. Parts that a phone has not drawn by then no longer move the page. */
const HELD_MS = 5000;

/** Scrolls a new screen to the top and focuses it. Going back restores the offset. */
export function useScrollMemory(main: RefObject<HTMLElement | null>): void {
  const { clock } = useRecordServices();
  const { key, pathname } = useLocation();
  const restored = useRestoredOffset();
  const shown = useRef({ key, pathname });
  const isMoving = useRef(false);
  const letGo = useRef((): void => undefined);

  useLayoutEffect(() => {
    const last = shown.current;
    // Before the scroll below, which is not the old entry's.
    shown.current = { key, pathname };
    if (last.key !== key) letGo.current();
    if (last.pathname === pathname) return;
    isMoving.current = true;
    const before = document.activeElement;
    const move = (): void => {
      // Another screen was opened in the same frame, or the user has logged out.
      if (shown.current.pathname !== pathname || !main.current) return;
      isMoving.current = false;
      const holder = document.activeElement;
      // By the screen: a part that it has scrolled to, or the dialog that it opens with.
      const isTaken = holder !== before && holder !== document.body && holder !== main.current;
      if (isTaken && main.current.contains(holder)) return;
      const scroll = (): void => window.scrollTo(0, restored ?? 0);
      scroll();
      if (!isTaken) main.current.focus({ preventScroll: true });
      if (!restored) return;
      letGo.current();
      const end = keepScrolled(scroll);
      const cancel = clock.setTimer(end, HELD_MS);
      letGo.current = () => {
        cancel();
        end();
      };
    };
    // Just before the next paint. Here, it would lay out the page a second time: the longest task of 'open a record and
    // go back' takes 28 ms of processor time instead of 36 (P8).
    requestAnimationFrame(move);
  }, [clock, key, main, restored, pathname]);

  useEffect(() => () => letGo.current(), []);

  useEffect(() => {
    const note = (): void => {
      if (!isMoving.current) offsets.set(shown.current.key, window.scrollY);
    };
    for (const event of NOTED_ON) window.addEventListener(event, note, true);
    return () => {
      for (const event of NOTED_ON) window.removeEventListener(event, note, true);
    };
  }, []);
}

const TAKES_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * Scrolls again whenever the page grows, until the user does something. Parts of a screen load one after the other, and
 * the browser would follow one of the lower parts down.
 */
export function keepScrolled(scroll: () => void): () => void {
  let last = placeOfPage();
  const growth = new ResizeObserver(() => {
    scroll();
    last = placeOfPage();
  });
  growth.observe(document.body);
  const end = (): void => {
    growth.disconnect();
    window.removeEventListener('scroll', endIfMoved, true);
    for (const event of TAKES_OVER) window.removeEventListener(event, end, true);
  };
  // The scroll bar, a screen reader and a tap on the status bar of iOS send no other event.
  const endIfMoved = (): void => {
    const { top, height } = placeOfPage();
    // A page that has just grown or shrunk scrolls by itself.
    if (height === last.height && Math.abs(top - last.top) > 1) end();
  };
  window.addEventListener('scroll', endIfMoved, { capture: true, passive: true });
  for (const event of TAKES_OVER) window.addEventListener(event, end, { capture: true, passive: true });
  return end;
}

/** In px. */
function placeOfPage(): { readonly top: number; readonly height: number } {
  return { top: window.scrollY, height: document.body.offsetHeight };
}

/**
 * Returns the offset in px that the page will get when this screen is drawn, so that a list draws the right rows at
 * once. Undefined unless people went back or forward.
 */
export function useRestoredOffset(): number | undefined {
  const { key } = useLocation();
  return useNavigationType() === 'POP' ? offsets.get(key) : undefined;
}
