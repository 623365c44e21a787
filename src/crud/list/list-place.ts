import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/** Tells where a list begins on the page, in px, now and whenever that changes: banners above it come and go. */
export function useTopOf(ref: RefObject<HTMLElement | null>, tell: (top: number) => void): void {
  const measure = useEffectEvent(() => {
    if (ref.current) tell(Math.round(ref.current.getBoundingClientRect().top + window.scrollY));
  });
  useLayoutEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
}
