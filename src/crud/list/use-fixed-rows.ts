import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { rootFontSize } from '../../ui/use-window-size.ts';

interface Options {
  /** The element that holds the rows and nothing before them. */
  readonly ref: RefObject<HTMLElement | null>;
  readonly count: number;
  /** The exact height of each row in rem. */
  readonly rowRem: number;
  /** A row to be scrolled to when it appears, or -1. */
  readonly shown: number;
}

interface FixedRows {
  /** The rows to be drawn: from this one up to, and without, that one. */
  readonly from: number;
  readonly to: number;
  /** Height in px of what is not drawn, above and below. */
  readonly before: number;
  readonly after: number;
}

/** So many rows beyond the window are ready at least: a page scrolls before its scripts hear of it. */
const NEAR = 8;
/** Rows come and go by so many: each change of what is drawn costs as much again as some rows, however few they are. */
const STEP = 6;
/** What a rem is nearly always, in px: to ask is to have the browser work out all styles before there are rows. */
const USUAL_REM = 16;

/**
 * Which rows of a long list are in or near the window, where all are equally high: nothing is measured, and the list's
 * length does not matter. At first only those in the window, so that they are there the sooner. The page itself
 * scrolls: nothing scrolls inside it.
 */
export function useFixedRows({ ref, count, rowRem, shown }: Options): FixedRows {
  const [height, setHeight] = useState(rowRem * USUAL_REM);
  const [drawn, setDrawn] = useState(() => ({ first: 0, size: seenAtOnce(height) }));
  const place = useRef({ top: 0, near: 0, height });
  const last = useRef(drawn);

  const look = useCallback((draw: (change: () => void) => void) => {
    const wanted = rowsAround(place.current);
    if (wanted.first === last.current.first && wanted.size === last.current.size) return;
    last.current = wanted;
    draw(() => setDrawn(wanted));
  }, []);
  useTopOf(ref, (top) => {
    const exact = rowRem * rootFontSize();
    place.current = { ...place.current, top, height: exact };
    setHeight(exact);
    look((draw) => draw());
  });
  useEffect(() => {
    place.current.near = NEAR;
    look(startTransition);
    const inThisFrame = (): void => look(flushSync);
    window.addEventListener('scroll', inThisFrame, { passive: true });
    window.addEventListener('resize', inThisFrame);
    return () => {
      window.removeEventListener('scroll', inThisFrame);
      window.removeEventListener('resize', inThisFrame);
    };
  }, [look]);

  useLayoutEffect(() => {
    if (shown < 0 || !ref.current) return;
    const middle = ref.current.getBoundingClientRect().top + window.scrollY + (shown + 0.5) * height;
    window.scrollTo(0, middle - window.innerHeight / 2);
  }, [shown, ref, height]);

  const to = Math.min(count, drawn.first + drawn.size);
  // A list that got shorter: the browser scrolls to its end, and only then are its last rows asked for.
  const from = Math.max(0, Math.min(drawn.first, to - drawn.size));
  return { from, to, before: from * height, after: (count - to) * height };
}

interface Place {
  /** Where the list begins on the page, and how high a row is, in px. */
  readonly top: number;
  readonly height: number;
  /** How many rows beyond the window are wanted. */
  readonly near: number;
}

function rowsAround({ top, height, near }: Place): { readonly first: number; readonly size: number } {
  const first = Math.max(0, (window.scrollY - top) / height - near);
  const seen = seenAtOnce(height);
  // In the beginning there is more than a row's height above the list.
  if (near === 0) return { first: Math.floor(first), size: seen };
  return { first: STEP * Math.floor(first / STEP), size: STEP * Math.ceil((seen + 1 + 2 * near) / STEP + 1) };
}

function seenAtOnce(height: number): number {
  return Math.ceil(window.innerHeight / height);
}

/** Tells where a list begins on the page, in px, now and whenever that changes: banners above it come and go. */
export function useTopOf(ref: RefObject<HTMLElement | null>, tell: (top: number) => void): void {
  const measure = useEffectEvent(() => {
    if (ref.current) tell(Math.round(ref.current.getBoundingClientRect().top + window.scrollY));
  });
  useLayoutEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
}
