import { type RefObject, useEffect, useRef } from 'react';

interface MoreFocus<T extends HTMLElement> {
  /** For the element around the items. */
  readonly list: RefObject<T | null>;
  /** Call before more items are shown. @param shown how many are shown so far */
  readonly expectMore: (shown: number) => void;
}

/**
 * Focuses the first link or button of the first new item, unless something else has the focus.
 * @param items selects the items
 */
export function useMoreFocus<T extends HTMLElement>(items: string): MoreFocus<T> {
  const list = useRef<T>(null);
  const first = useRef<number | null>(null);
  // After each render, because items may be drawn in steps.
  useEffect(() => {
    if (first.current === null) return;
    const item = list.current?.querySelectorAll<HTMLElement>(items)[first.current];
    if (!item) return;
    first.current = null;
    // A removed button leaves the focus to the page or, soon after, to `main`.
    const holder = document.activeElement;
    const isFree = holder === document.body || holder?.matches('main');
    if (isFree) item.querySelector<HTMLElement>('a, button')?.focus();
  });
  return {
    list,
    expectMore: (shown) => {
      first.current = shown;
    },
  };
}
