import { useEffect, useState } from 'react';

/** In rem: from `MEDIUM` on (`sm` in `kit/theme.ts`), wider than a phone; from `LARGE` on, all columns fit in one line. */
const MEDIUM = 48;
const LARGE = 75;

let rem = 16;

/** Measures in rem, so that larger text means less room. A touch screen is never large, because fingers need room. */
export function useWindowSize(): 'small' | 'medium' | 'large' {
  const [size, setSize] = useState(sizeNow);
  useEffect(() => {
    const look = (): void => {
      rem = rootFontSize();
      setSize(sizeNow());
    };
    // Not in the task that drew the screen, because reading the font size computes all styles.
    const frame = requestAnimationFrame(look);
    window.addEventListener('resize', look);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('resize', look);
    };
  }, []);
  return size;
}

function sizeNow(): 'small' | 'medium' | 'large' {
  const width = window.innerWidth / rem;
  if (width < MEDIUM) return 'small';
  return width < LARGE || matchMedia('(pointer: coarse)').matches ? 'medium' : 'large';
}

/** In px. Reading it makes the browser compute all styles. */
export function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
