import { useEffect, useEffectEvent } from 'react';
import { addLayer, type BackBy, closeTopLayer, isTopLayer, type Layer } from './open-layers.ts';

/** Not in Firefox and Safari. In Chromium on Android its close request is Back, on a computer it is Escape. */
declare class CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/** While `active`, Escape closes it if it is the topmost; Mantine's own listeners would close all of them at once. */
export function useTopEscape(close: () => void, active: boolean, back: BackBy = 'menu'): void {
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    if (!active) return;
    const self: Layer = { back };
    const remove = addLayer(self);
    const listen = (event: KeyboardEvent): void => {
      const mine = event.key === 'Escape' && !event.isComposing && !event.defaultPrevented;
      if (!mine || !isTopLayer(self)) return;
      event.preventDefault();
      onEscape();
    };
    window.addEventListener('keydown', listen, true);
    const watcher = back === 'menu' && 'CloseWatcher' in window ? new CloseWatcher() : null;
    if (watcher) watcher.onclose = closeTopLayer;
    return () => {
      remove();
      window.removeEventListener('keydown', listen, true);
      watcher?.destroy();
    };
  }, [active, back]);
}
