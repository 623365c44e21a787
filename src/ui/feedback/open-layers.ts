import { useSyncExternalStore } from 'react';

/**
 * How Back closes a layer. An opened dialog or drawer has an `entry` in the history. Back closes a `menu` or
 * picker if the browser has `CloseWatcher`. `none` is for layers that open by themselves or by their address.
 */
export type BackBy = 'entry' | 'menu' | 'none';

/** An open dialog, drawer, menu or picker. */
export interface Layer {
  readonly back: BackBy;
}

/** The topmost is last. */
const open: Layer[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Adds a layer on top. The returned function removes it. */
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

/** Counts the layers that have a history entry. */
export function countEntries(): number {
  return open.filter(({ back }) => back === 'entry').length;
}

/** Sends Escape to the topmost layer, which may ask the user first, or stay. */
export function closeTopLayer(): void {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
}

/** Closes a menu over a page that was left. */
export function closeMenu(): void {
  if (open.at(-1)?.back === 'menu') closeTopLayer();
}

export function useAnyLayer(): boolean {
  return useSyncExternalStore(subscribe, () => open.length > 0);
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
