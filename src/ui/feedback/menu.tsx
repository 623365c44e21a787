import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import css from './menu.module.css';
import { useTopEscape } from './use-layer.ts';

type Place = Readonly<RefObject<HTMLElement | null>>;

interface Props {
  readonly label: string;
  readonly head?: ReactNode;
  /** Must be in the menu's positioned ancestor. */
  readonly opener: Place;
  /** 'above' and 'under' are as wide as the positioned ancestor. */
  readonly side?: 'below' | 'under' | 'above';
  readonly onClose: () => void;
  /** Elements with the role `menuitem` and tabIndex -1, and separators. */
  readonly children: ReactNode;
}

const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (Math.max(at, 0) + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Follows the ARIA authoring practices. */
export function Menu({ label, head, opener, side = 'below', onClose, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const entries = (): HTMLElement[] => [
    ...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
  ];
  useTopEscape(() => {
    // Without `preventScroll`, browsers would scroll to the opener, although its bar is always in sight.
    opener.current?.focus({ preventScroll: true });
    onClose();
  }, true);

  const focusFirst = useEffectEvent(() => entries()[0]?.focus({ preventScroll: true }));
  useEffect(() => focusFirst(), []);
  usePressElsewhere([panel, opener], onClose);

  function move(event: KeyboardEvent): void {
    const all = entries();
    const to = MOVES[event.key]?.(
      all.findIndex((entry) => entry === document.activeElement),
      all.length,
    );
    if (event.key === 'Tab') opener.current?.focus({ preventScroll: true });
    // A link reacts to Enter only, a menu entry to Space as well.
    if (event.key === ' ' && document.activeElement instanceof HTMLAnchorElement) {
      event.preventDefault();
      document.activeElement.click();
    }
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  }

  return (
    <div ref={panel} className={css.panel} data-side={side}>
      {head}
      <div ref={menu} role="menu" tabIndex={-1} aria-label={label} className={css.entries} onKeyDown={move}>
        {children}
      </div>
    </div>
  );
}

function usePressElsewhere(elements: readonly Place[], onElsewhere: () => void): void {
  const onPress = useEffectEvent(({ target }: Event): void => {
    const isInside = target instanceof Node && elements.some(({ current }) => current?.contains(target));
    if (!isInside) onElsewhere();
  });
  useEffect(() => {
    const hear = (event: Event): void => onPress(event);
    document.addEventListener('pointerdown', hear, true);
    document.addEventListener('focusin', hear, true);
    return () => {
      document.removeEventListener('pointerdown', hear, true);
      document.removeEventListener('focusin', hear, true);
    };
  }, []);
}
