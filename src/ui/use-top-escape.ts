import { useEffect, useEffectEvent } from 'react';
import { addLayer, isTopLayer } from './open-layers.ts';

/** While `active`, Escape closes it if it is the topmost; Mantine's own listeners would close all of them at once. */
export function useTopEscape(close: () => void, active: boolean): void {
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    if (!active) return;
    const self = Symbol('dialog');
    const remove = addLayer(self);
    const listen = (event: KeyboardEvent): void => {
      const mine = event.key === 'Escape' && !event.isComposing && !event.defaultPrevented;
      if (!mine || !isTopLayer(self)) return;
      event.preventDefault();
      onEscape();
    };
    window.addEventListener('keydown', listen, true);
    return () => {
      remove();
      window.removeEventListener('keydown', listen, true);
    };
  }, [active]);
}
