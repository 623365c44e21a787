import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import css from './menu.module.css';
import { useTopEscape } from './use-layer.ts';

interface Props {
  readonly label: string;
  /** What stands above the entries. */
  readonly head?: ReactNode;
  /** Gets the focus back when the menu is closed by keyboard. Must lie in the element that places the menu. */
  readonly opener: RefObject<HTMLElement | null>;
  /** Which side of the opener it opens on. Default below; `above` and `under` are as wide as the element that places them. */
  readonly side?: 'below' | 'under' | 'above';
  readonly onClose: () => void;
  /** Elements of the role `menuitem`, with a tab index of -1, and separators. */
  readonly children: ReactNode;
}

/** Where each key goes from entry `at` of `count`. */
const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (Math.max(at, 0) + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * The entries below a menu button, by the pattern of the ARIA authoring practices: the arrow keys, Home and End move,
 * Escape closes and gives the focus back, Tab and a press elsewhere close. Its nearest positioned ancestor places it.
 */
export function Menu({ label, head, opener, side = 'below', onClose, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const entries = (): HTMLElement[] => [
    ...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
  ];
  useTopEscape(() => {
    // The bar that it lies in is in sight however far the page is scrolled; browsers would scroll to it all the same.
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
    // From the button on, Tab goes where it always does.
    if (event.key === 'Tab') opener.current?.focus({ preventScroll: true });
    // A link answers to Enter alone, an entry of a menu to both.
    if (event.key === ' ' && document.activeElement instanceof HTMLAnchorElement) {
      event.preventDefault();
      document.activeElement.click();
    }
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  }

  return (
    <div ref={panel} className={css['panel']} data-side={side}>
      {head}
      <div
        ref={menu}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={css['entries']}
        onKeyDown={move}
      >
        {children}
      </div>
    </div>
  );
}

/** Calls `onElsewhere` when something is pressed or focused that lies in none of the elements. */
function usePressElsewhere(
  elements: readonly RefObject<HTMLElement | null>[],
  onElsewhere: () => void,
): void {
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
