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
  /** Contains the rows and nothing before them. */
  readonly ref: RefObject<HTMLElement | null>;
  readonly count: number;
  /** The exact height of a row. */
  readonly rowRem: number;
  /** Row to scroll to when it appears, or -1. */
  readonly shown: number;
}

interface FixedRows {
  /** The first drawn row. `to` is one after the last. */
  readonly from: number;
  readonly to: number;
  /** Heights of the rows above and below that are not drawn, in px. */
  readonly before: number;
  readonly after: number;
}

/** Rows are drawn this far above and below the window, in rem, so that a scroll shows rows before our handler runs. */
const NEAR_REM = 28;
/** The range moves in steps of this many rows, because each move costs as much as several rows. */
const STEP = 6;
/** In px. Reading the real rem would make the browser compute all styles before there are rows. */
const USUAL_REM = 16;

/**
 * Returns the rows in or near the window. All rows have the same height, so nothing is measured. The first render
 * returns only the rows in sight.
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
    place.current.near = Math.ceil(NEAR_REM / rowRem);
    look(startTransition);
    const inThisFrame = (): void => look(flushSync);
    window.addEventListener('scroll', inThisFrame, { passive: true });
    window.addEventListener('resize', inThisFrame);
    return () => {
      window.removeEventListener('scroll', inThisFrame);
      window.removeEventListener('resize', inThisFrame);
    };
  }, [look, rowRem]);

  useLayoutEffect(() => {
    if (shown < 0 || !ref.current) return;
    const middle = ref.current.getBoundingClientRect().top + window.scrollY + (shown + 0.5) * height;
    window.scrollTo(0, middle - window.innerHeight / 2);
  }, [shown, ref, height]);

  const to = Math.min(count, drawn.first + drawn.size);
  // When a list gets shorter, the browser scrolls to its new end, so draw the last rows.
  const from = Math.max(0, Math.min(drawn.first, to - drawn.size));
  return { from, to, before: from * height, after: (count - to) * height };
}

interface Place {
  /** `top` (of the list, on the page) and `height` (of a row) are in px. */
  readonly top: number;
  readonly height: number;
  readonly near: number;
}

function rowsAround({ top, height, near }: Place): { readonly first: number; readonly size: number } {
  const first = Math.max(0, (window.scrollY - top) / height - near);
  const seen = seenAtOnce(height);
  // At first, one row less is enough: the space above the list is taller than a row.
  if (near === 0) return { first: Math.floor(first), size: seen };
  return { first: STEP * Math.floor(first / STEP), size: STEP * Math.ceil((seen + 1 + 2 * near) / STEP + 1) };
}

function seenAtOnce(height: number): number {
  return Math.ceil(window.innerHeight / height);
}

/**
 * Calls `tell` with the list's top on the page in px, at the first paint and when banners above come and go. The
 * observer calls after a layout. Measuring before would make the browser lay out the page once more.
 */
export function useTopOf(ref: RefObject<HTMLElement | null>, tell: (top: number) => void): void {
  const measure = useEffectEvent(() => {
    if (ref.current) tell(Math.round(ref.current.getBoundingClientRect().top + window.scrollY));
  });
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
}
