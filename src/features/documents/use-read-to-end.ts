import { type RefObject, useEffect, useRef, useState } from 'react';

interface Reading {
  /** For an element at the end of the document. */
  readonly end: RefObject<HTMLDivElement | null>;
  readonly isRead: boolean;
  /** Called when the person says that it is read. */
  readonly say: () => void;
}

/** Notes when the end of a document has been on the screen. */
export function useReadToEnd(): Reading {
  const end = useRef<HTMLDivElement>(null);
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    if (!end.current || isRead) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setRead(true);
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isRead]);
  return { end, isRead, say: () => setRead(true) };
}
