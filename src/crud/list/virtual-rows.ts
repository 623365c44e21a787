import {
  measureElement,
  observeElementRect,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
  windowScroll,
} from '@tanstack/react-virtual';
import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { rootFontSize } from '../../ui/use-window-size.ts';
import { useRestoredOffset } from '../scroll-memory.ts';
import { useTopOf } from './use-fixed-rows.ts';

// Draws rows of different heights. TanStack Virtual keeps the view in place when rows above are taller than estimated.
// It is 11 KiB, so it loads after the first rows. Tables use `use-fixed-rows.ts`.

interface MeasuredRows {
  readonly indexes: readonly number[];
  /** Heights of the rows above and below that are not drawn, in px. */
  readonly before: number;
  readonly after: number;
}

type Measure = typeof measureElement<Element>;

/**
 * Takes heights only from the observer, because reading one at once would make the browser lay out the page in the task
 * that drew it. The longest task of a sort is half as long (P8). A hidden list measures 0, and would draw every row.
 */
function observedOr(estimate: number, heights: Map<unknown, number>): Measure {
  return (row, entry, rows) => {
    const key = rows.options.getItemKey(rows.indexFromElement(row));
    const seen = entry && measureElement(row, entry, rows);
    if (seen) heights.set(key, seen);
    return seen || heights.get(key) || estimate;
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function wholeWindow(): Size {
  return { width: window.innerWidth, height: window.innerHeight };
}

/** `top` is where the list begins in its scroller, in px. */
function drawnRows<Scroller extends Element | Window>(
  rows: Virtualizer<Scroller, Element>,
  top: number,
): MeasuredRows {
  const items = rows.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  return {
    indexes: items.map((item) => item.index),
    before: first ? first.start - top : 0,
    after: last ? rows.getTotalSize() - (last.end - top) : 0,
  };
}

interface WindowOptions {
  /** Contains the rows and nothing before them. */
  readonly ref: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Estimated. */
  readonly rowRem: number;
  readonly gapRem: number;
  /** Lets a row keep its measured height. If the function changes, all rows are measured again. */
  readonly keyOf: (index: number) => string;
  /** Row to scroll to when it appears, or -1. */
  readonly shown: number;
}

interface WindowRows extends MeasuredRows {
  /** The `ref` of each row, which also needs `data-index`. Undefined before the first paint. */
  readonly measure: ((row: Element | null) => void) | undefined;
}

/** Rows drawn above and below the window after the first paint. Tables have theirs in `use-fixed-rows.ts`. */
const NEAR = 8;
const AT_FIRST = 1;

type ScrollTo = typeof windowScroll<Window>;

/** Ignores the initial scroll to the current position, which would stop a touch scroll. */
function scrollAfterFirst(): ScrollTo {
  let isFirst = true;
  return (...to) => {
    if (!isFirst) windowScroll(...to);
    isFirst = false;
  };
}

/** Does not read the size at first, as TanStack's does: it is `initialRect`, and reading it forces a layout. */
function observeWindow(_: unknown, tell: (size: Size) => void): () => void {
  const look = (): void => tell(wholeWindow());
  window.addEventListener('resize', look);
  return () => window.removeEventListener('resize', look);
}

// A list that is shown again begins with the heights and the top that it had, so that it draws the right rows at once
// and none of them moves. In px, by row and by path, for as long as the page lives.
const knownHeights = new Map<unknown, number>();
const knownTops = new Map<string, number>();

export function useWindowRows({ ref, count, rowRem, gapRem, keyOf, shown }: WindowOptions): WindowRows {
  const restored = useRestoredOffset();
  const { pathname } = useLocation();
  const [top, setTop] = useState(restored === undefined ? 0 : (knownTops.get(pathname) ?? 0));
  useTopOf(ref, (now) => {
    knownTops.set(pathname, now);
    // At the top of the page, `top` does not change which rows are drawn, so the update can wait.
    if (window.scrollY > 0) setTop(now);
    else startTransition(() => setTop(now));
  });
  const [rem] = useState(rootFontSize);
  const estimate = rowRem * rem;
  const [initialRect] = useState(wholeWindow);
  const [scrollToFn] = useState(scrollAfterFirst);
  const [near, setNear] = useState(shown < 0 ? AT_FIRST : NEAR);
  useEffect(() => startTransition(() => setNear(NEAR)), []);
  // oxlint-disable-next-line react/incompatible-library -- only for the React Compiler, which we do not use
  const rows = useWindowVirtualizer({
    count,
    estimateSize: (index) => knownHeights.get(keyOf(index)) ?? estimate,
    measureElement: observedOr(estimate, knownHeights),
    getItemKey: keyOf,
    gap: gapRem * rem,
    overscan: near,
    // Without them, everything would render twice.
    initialRect,
    initialOffset: restored ?? (() => window.scrollY),
    observeElementRect: observeWindow,
    scrollMargin: top,
    scrollToFn,
  });
  useLayoutEffect(() => {
    if (shown >= 0) rows.scrollToIndex(shown, { align: 'center' });
  }, [shown, rows]);
  return { ...drawnRows(rows, top), measure: near === NEAR ? rows.measureElement : undefined };
}

interface DialogOptions {
  readonly ref: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Estimated. */
  readonly rowRem: number;
  readonly gapRem: number;
}

interface DialogRows extends MeasuredRows {
  readonly measure: (row: Element | null) => void;
}

const NEAR_IN_DIALOG = 6;

/** Returns the rows in or near the visible part of the dialog. */
export function useDialogRows({ ref, count, rowRem, gapRem }: DialogOptions): DialogRows {
  const [top, setTop] = useState(0);
  const [rem] = useState(rootFontSize);
  const estimate = rowRem * rem;
  const [heights] = useState(() => new Map<unknown, number>());
  const scroller = (): HTMLElement | null => ref.current?.closest<HTMLElement>('[role="dialog"]') ?? null;
  // oxlint-disable-next-line react/incompatible-library -- only for the React Compiler, which we do not use
  const rows = useVirtualizer({
    count,
    getScrollElement: scroller,
    estimateSize: () => estimate,
    measureElement: observedOr(estimate, heights),
    gap: gapRem * rem,
    overscan: NEAR_IN_DIALOG,
    // At least as high as the visible part.
    initialRect: wholeWindow(),
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, (rect) => tell(rect.height === 0 ? wholeWindow() : rect)),
    scrollMargin: top,
  });
  useLayoutEffect(() => {
    const dialog = ref.current?.closest('[role="dialog"]');
    if (!dialog || !ref.current) return;
    const offset = ref.current.getBoundingClientRect().top - dialog.getBoundingClientRect().top;
    setTop(Math.round(offset + dialog.scrollTop));
  }, [ref, count]);
  return { ...drawnRows(rows, top), measure: rows.measureElement };
}
