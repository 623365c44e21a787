import { useWindowVirtualizer, type Virtualizer, windowScroll } from '@tanstack/react-virtual';
import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { rootFontSize } from '../../ui/use-window-size.ts';
import { useTopOf } from './list-place.ts';
import { drawnRows, type MeasuredRows, measuredOr } from './measured-rows.ts';

interface Options {
  /** The element that holds the rows and nothing before them. */
  readonly ref: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Height of a row in rem. Exact, unless rows are measured. */
  readonly rowRem: number;
  /** Space between rows in rem. */
  readonly gapRem?: number;
  /**
   * What measured rows are known by, so that their heights stay theirs; a new function where they have changed, since
   * all of them are looked at then.
   */
  readonly keyOf?: (index: number) => string;
  /** A row to be scrolled to when it appears, or -1. */
  readonly shown?: number;
}

interface WindowRows extends MeasuredRows {
  /** Goes on rows of unknown height, together with `data-index`; nothing is measured before the first are painted. */
  readonly measure: ((row: Element | null) => void) | undefined;
}

/** So many rows beyond the window are ready, once those in it are on the screen. */
const NEAR = 8;
const AT_FIRST = 1;

/** As it begins it scrolls to where the page is already, which would stop a person's finger. */
function scrollToFn(
  offset: number,
  options: Parameters<typeof windowScroll>[1],
  rows: Virtualizer<Window, Element>,
): void {
  if (Math.round(offset + (options.adjustments ?? 0)) !== Math.round(window.scrollY))
    windowScroll(offset, options, rows);
}

/** Which rows of a long list are in or near the window. The page itself scrolls: nothing scrolls inside it. */
export function useWindowRows({ ref, count, rowRem, gapRem = 0, keyOf, shown = -1 }: Options): WindowRows {
  const [top, setTop] = useState(0);
  // At the top of the page the first rows are the first rows, wherever the list begins.
  useTopOf(ref, (now) => (window.scrollY > 0 ? setTop(now) : startTransition(() => setTop(now))));
  const [rem] = useState(rootFontSize);
  const estimate = rowRem * rem;
  const [near, setNear] = useState(shown < 0 ? AT_FIRST : NEAR);
  useEffect(() => startTransition(() => setNear(NEAR)), []);
  // oxlint-disable-next-line react/incompatible-library -- it minds the React Compiler, which we do not use
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => estimate,
    measureElement: measuredOr(estimate),
    ...(keyOf && { getItemKey: keyOf }),
    gap: gapRem * rem,
    overscan: near,
    // Otherwise it draws all twice, since it looks only when it is there.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin: top,
    scrollToFn,
  });
  useLayoutEffect(() => {
    if (shown >= 0) rows.scrollToIndex(shown, { align: 'center' });
  }, [shown, rows]);
  return { ...drawnRows(rows, top), measure: near === NEAR ? rows.measureElement : undefined };
}
