import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { rootFontSize } from '../../ui/use-window-size.ts';
import { drawnRows, type MeasuredRows, measuredOr } from './measured-rows.ts';

interface Options {
  /** The element that holds the rows and nothing before them, inside a dialog. */
  readonly ref: RefObject<HTMLElement | null>;
  readonly count: number;
  /** About how high a row is, in rem. */
  readonly rowRem: number;
  /** Space between rows in rem. */
  readonly gapRem: number;
}

interface DialogRows extends MeasuredRows {
  /** Goes on each row, together with `data-index`. */
  readonly measure: (row: Element | null) => void;
}

const NEAR = 6;

/** What is seen at most. */
function wholeWindow(): { readonly width: number; readonly height: number } {
  return { width: window.innerWidth, height: window.innerHeight };
}

/** Which rows of a long list are in or near what is seen of a dialog: it is the dialog that scrolls, and not the page. */
export function useDialogRows({ ref, count, rowRem, gapRem }: Options): DialogRows {
  const [top, setTop] = useState(0);
  const [rem] = useState(rootFontSize);
  const estimate = rowRem * rem;
  const scroller = (): HTMLElement | null => ref.current?.closest<HTMLElement>('[role="dialog"]') ?? null;
  // oxlint-disable-next-line react/incompatible-library -- it minds the React Compiler, which we do not use
  const rows = useVirtualizer({
    count,
    getScrollElement: scroller,
    estimateSize: () => estimate,
    measureElement: measuredOr(estimate),
    gap: gapRem * rem,
    overscan: NEAR,
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
