import { startTransition, useEffect, useState } from 'react';

/**
 * Returns how many of these items to draw. The number grows with each render, in short tasks.
 * @param atOnce as many as a phone draws in some ms
 * @param about when this changes, all items are new
 * @param then for each later step
 */
export function useDrawn(wanted: number, atOnce: number, about?: unknown, then = atOnce): number {
  const [last, setLast] = useState({ drawn: atOnce, about });
  const drawn = last.about === about ? last.drawn : atOnce;
  useEffect(() => {
    if (drawn < wanted) startTransition(() => setLast({ drawn: drawn + then, about }));
  }, [drawn, wanted, then, about]);
  return Math.min(drawn, wanted);
}
