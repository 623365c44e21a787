import { measureElement, type Virtualizer } from '@tanstack/react-virtual';

/** The rows of a long list that are drawn. */
export interface MeasuredRows {
  readonly indexes: readonly number[];
  /** Height in px of what is not drawn, above and below. */
  readonly before: number;
  readonly after: number;
}

type Measure = typeof measureElement<Element>;

/** Measures a row. A test's browser without a layout measures 0, which would put every row into sight. */
export function measuredOr(estimate: number): Measure {
  return (row, entry, rows) => measureElement(row, entry, rows) || estimate;
}

/** @param top where the list begins in what scrolls, in px */
export function drawnRows<Scroller extends Element | Window>(
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
