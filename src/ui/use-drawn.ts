import { startTransition, useEffect, useState } from 'react';

/** Items drawn at once. Each has a button and a menu, so that a phone needs some ms for it. */
const AT_ONCE = 3;

/** Returns how many of these items to draw. The number grows with each render, in short tasks. */
export function useDrawn(wanted: number): number {
  const [drawn, setDrawn] = useState(AT_ONCE);
  useEffect(() => {
    if (drawn < wanted) startTransition(() => setDrawn(drawn + AT_ONCE));
  }, [drawn, wanted]);
  return Math.min(drawn, wanted);
}
