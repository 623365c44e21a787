import { useEffect, useState } from 'react';

/** Widths in rem: the first that is no phone, and the first with room for all columns and tools. */
const MEDIUM = 48;
const LARGE = 84;

let rem = 16;

/** Returns the window's size measured in rem, so that larger text means less room. */
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
  return width < LARGE ? 'medium' : 'large';
}

/** Returns a rem in px. The browser computes all styles first. */
export function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
