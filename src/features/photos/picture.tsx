import { type ComponentProps, type RefObject, useCallback, useEffect, useState } from 'react';

interface Props extends Omit<ComponentProps<'img'>, 'src' | 'ref'> {
  readonly bytes: ArrayBuffer;
  readonly type: string;
  readonly alt: string;
}

/** A server may name any type. With `text/html`, the picture opened in a tab would be a page of this origin. */
const TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/heic'];

/** Shows bytes of this device. */
export function Picture({ bytes, type, alt, ...props }: Props) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(new Blob([bytes], { type: TYPES.includes(type) ? type : '' }));
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [bytes, type],
  );
  return <img ref={show} alt={alt} {...props} />;
}

/** How far below the window pictures are read ahead. */
const AHEAD = '400px';

/** Turns true when the element comes near the window. A job may have hundreds of photos. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current || isSeen) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
