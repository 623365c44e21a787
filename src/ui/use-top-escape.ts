import { useEffect, useEffectEvent } from 'react';

/** The dialogs, drawers and dropdowns that are open, the topmost last. */
const open: symbol[] = [];

/** While `active`, Escape closes it if it is the topmost; Mantine's own listeners would close all of them at once. */
export function useTopEscape(close: () => void, active: boolean): void {
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    if (!active) return;
    const self = Symbol('dialog');
    open.push(self);
    const listen = (event: KeyboardEvent): void => {
      const mine = event.key === 'Escape' && !event.isComposing && !event.defaultPrevented;
      if (!mine || open.at(-1) !== self) return;
      event.preventDefault();
      onEscape();
    };
    window.addEventListener('keydown', listen, true);
    return () => {
      open.splice(open.indexOf(self), 1);
      window.removeEventListener('keydown', listen, true);
    };
  }, [active]);
}
