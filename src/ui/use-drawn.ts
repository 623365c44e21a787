import { startTransition, useEffect, useState } from 'react';

/**
 * Returns how many of these items to draw. The number grows with each render, in short tasks.
 * @param atOnce as many as a phone draws in some ms
 */
export function useDrawn(wanted: number, atOnce: number): number {
  const [drawn, setDrawn] = useState(atOnce);
  useEffect(() => {
    if (drawn < wanted) startTransition(() => setDrawn(drawn + atOnce));
  }, [drawn, wanted, atOnce]);
  return Math.min(drawn, wanted);
}
