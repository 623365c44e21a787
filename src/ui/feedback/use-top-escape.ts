import { useEffect, useEffectEvent } from 'react';
import { followBack } from './back.ts';
import { addLayer, isTopLayer, type Layer } from './open-layers.ts';

/**
 * While `active`, Escape closes it if it is the topmost; Mantine's own listeners would close all of them at once. Back
 * does what Escape does.
 * @param inAddress it is open because the address says so, so that the browser's own Back closes it
 */
export function useTopEscape(close: () => void, active: boolean, inAddress = false): void {
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    if (!active) return;
    const self: Layer = { inAddress };
    // Later than the start of the page only where that could not load it: somebody pressed what opened this.
    followBack(true);
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
  }, [active, inAddress]);
}
