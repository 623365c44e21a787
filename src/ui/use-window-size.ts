import { useEffect, useState } from 'react';

/** In rem: wider than a phone, and room for all columns in one line. */
const MEDIUM = 48;
const LARGE = 75;

let rem = 16;

/** Measures in rem, so that larger text means less room. A screen that is touched is never large: a finger needs room. */
export function useWindowSize(): 'small' | 'medium' | 'large' {
  const [size, setSize] = useState(sizeNow);
  useEffect(() => {
    const look = (): void => {
      rem = rootFontSize();
      setSize(sizeNow());
    };
    look();
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, []);
  return size;
}

function sizeNow(): 'small' | 'medium' | 'large' {
  const width = window.innerWidth / rem;
  if (width < MEDIUM) return 'small';
  return width < LARGE || matchMedia('(pointer: coarse)').matches ? 'medium' : 'large';
}

/** In px. Makes the browser compute all styles. */
export function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
