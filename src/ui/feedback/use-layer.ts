import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
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

/**
 * While `active`, something else has the focus; afterwards it goes back to where it was, or to the page where
 * that is gone. Mantine does so for what is closed, not for what is taken away or was open from the start.
 */
export function useFocusReturn(active: boolean): void {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    // Again for what stays to slide away: React has put the focus back into it after the cleanup below.
    if (!active) return giveBack(opener.current);
    opener.current = document.activeElement;
    return () => giveBack(opener.current);
  }, [active]);
}

function giveBack(opener: Element | null): void {
  const holder = document.activeElement;
  // Of two dialogs that go at once, the outer one has given it back already.
  const inside = holder === document.body || holder?.closest('[role="dialog"]');
  if (!opener || !inside) return;
  const target = opener.isConnected && opener !== document.body ? opener : document.querySelector('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/** What a calendar or a list of eight is high, in px, and what stands above a field: its dialog's title and its label. */
const WANTED = 448;
const ABOVE = 96;

/**
 * Scrolls a field up where a list that opens below it would have little room: so neither its label nor the dialog's
 * buttons end up under the list.
 */
export function makeRoomBelow(field: HTMLElement | null): void {
  const { height = window.innerHeight } = window.visualViewport ?? {};
  if (!field || height - field.getBoundingClientRect().bottom >= WANTED) return;
  field.style.scrollMarginTop = `${ABOVE}px`;
  field.scrollIntoView({ block: 'start' });
}
