import { useSyncExternalStore } from 'react';

/**
 * How Back closes a layer: 'entry' with a history entry, 'menu' with `CloseWatcher` where it exists. 'none' is for
 * layers that open by themselves or from a URL.
 */
export type BackBy = 'entry' | 'menu' | 'none';

export interface Layer {
  readonly back: BackBy;
}

/** The topmost is last. */
const open: Layer[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

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

export function countEntries(): number {
  return open.filter(({ back }) => back === 'entry').length;
}

/** Sends Escape, so that the layer can ask the user first, or stay. */
export function closeTopLayer(): void {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
}

export function closeMenu(): void {
  if (open.at(-1)?.back === 'menu') closeTopLayer();
}

export function useAnyLayer(): boolean {
  return useSyncExternalStore(subscribe, () => open.length > 0);
}

let filling = 0;

/** Called by a layer that leaves nothing of the page in view. */
export function fillScreen(): () => void {
  filling += 1;
  tell();
  return () => {
    filling -= 1;
    tell();
  };
}

export function useFilledScreen(): boolean {
  return useSyncExternalStore(subscribe, () => filling > 0);
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
