import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isComposing } from '../is-composing.ts';
import { addLayer, type BackBy, closeTopLayer, isTopLayer, type Layer } from './open-layers.ts';

/** Chromium only. A close request is Back on Android and Escape on a computer. */
declare class CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/** Closes only the topmost layer. Mantine's own listeners would close all at once. */
export function useTopEscape(close: () => void, active: boolean, back: BackBy = 'menu'): void {
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    if (!active) return;
    const self: Layer = { back };
    const remove = addLayer(self);
    const listen = (event: KeyboardEvent): void => {
      const mine = event.key === 'Escape' && !isComposing(event) && !event.defaultPrevented;
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

/** Focuses the opener again, or the page if the opener is gone. Mantine does not do this when a dialog is unmounted. */
export function useFocusReturn(active: boolean): void {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    // Once more when the drawer is gone, because React restored its focus after the cleanup below.
    if (!active) return giveBack(opener.current);
    opener.current = document.activeElement;
    return () => giveBack(opener.current);
  }, [active]);
}

function giveBack(opener: Element | null): void {
  const holder = document.activeElement;
  // If two dialogs close at once, the outer one has already moved the focus.
  const inside = holder === document.body || holder?.closest('[role="dialog"]');
  if (!opener || !inside) return;
  const target = opener.isConnected && opener !== document.body ? opener : document.querySelector('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/** Wheels and fingers still do not scroll the page. */
const WITHOUT_STYLE_SHEET = { removeScrollBar: false } as const;
let stillFor = 0;

/**
 * Keeps the page behind a dialog from scrolling. Returns the `removeScrollProps` that keep Mantine from doing so by a
 * style sheet with an inherited property, because the browser would style the whole page again at each opening and
 * closing. Presses in the navigation take 0.5 to 0.65 of the time (P9).
 */
export function useStillPage(active: boolean): typeof WITHOUT_STYLE_SHEET {
  useEffect(() => {
    if (!active) return;
    const { style } = document.body;
    stillFor += 1;
    if (stillFor === 1) {
      // A touch screen's scrollbar takes no room. Reading the widths makes the browser lay out the page.
      const isTouch = matchMedia('(pointer: coarse)').matches;
      const bar = isTouch ? 0 : window.innerWidth - document.documentElement.clientWidth;
      style.overflow = 'hidden';
      style.marginRight = `${bar}px`;
    }
    return () => {
      stillFor -= 1;
      if (stillFor > 0) return;
      style.overflow = '';
      style.marginRight = '';
    };
  }, [active]);
  return WITHOUT_STYLE_SHEET;
}

/** In px. `WANTED` has room for a calendar or eight options, `ABOVE` for the title and label above a field. */
const WANTED = 448;
const ABOVE = 96;

export function makeRoomBelow(field: HTMLElement | null): void {
  const { height = window.innerHeight } = window.visualViewport ?? {};
  if (!field || height - field.getBoundingClientRect().bottom >= WANTED) return;
  field.style.scrollMarginTop = `${ABOVE}px`;
  field.scrollIntoView({ block: 'start' });
}
