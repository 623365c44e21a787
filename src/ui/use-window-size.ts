import { useEffect, useState } from 'react';

/** The first width, in rem, that is no phone's, and the first that has room for everything beside everything. */
const MEDIUM = 48;
const LARGE = 84;

let rem = 16;

/** How much room the window has, measured by its text: letters twice as large have half of it. */
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

/** What a rem is, in px. To ask has the browser work out all styles first. */
export function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
