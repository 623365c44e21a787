import { useSyncExternalStore } from 'react';

/**
 * How Back closes a layer: a dialog or drawer that a person opened has an `entry` of the history; a `menu` or picker is
 * closed by the phone's Back where the browser has a `CloseWatcher`; `none` is for what opens by itself or by its address.
 */
export type BackBy = 'entry' | 'menu' | 'none';

/** A dialog, drawer, menu or picker that is open. */
export interface Layer {
  readonly back: BackBy;
}

/** The topmost last. */
const open: Layer[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Puts a layer on top of the others. The returned function takes it away. */
export function addLayer(layer: Layer): () => void {
  open.push(layer);
  tell();
  return () => {
    open.splice(open.indexOf(layer), 1);
    tell();
  };
}

export function isTopLayer(layer: Layer): boolean {
  return open.at(-1) === layer;
}

/** Counts the layers that have an entry of the history. */
export function countEntries(): number {
  return open.filter(({ back }) => back === 'entry').length;
}

/** Asks the topmost to close, by the key that every layer knows: it may ask the person first, or stay. */
export function closeTopLayer(): void {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
}

/** Closes a menu over a page that was left. */
export function closeMenu(): void {
  if (open.at(-1)?.back === 'menu') closeTopLayer();
}

/** Returns whether anything lies over the page, live. */
export function useAnyLayer(): boolean {
  return useSyncExternalStore(subscribe, () => open.length > 0);
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
