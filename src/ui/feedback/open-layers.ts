import { useSyncExternalStore } from 'react';

/** A dialog, drawer, menu or dropdown that is open. */
export interface Layer {
  /** It is open because the address says so: the browser's own Back closes it. */
  readonly inAddress: boolean;
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

/** Whether anything is open that Back would not close by itself. */
export function hasLayerForBack(): boolean {
  return open.some(({ inAddress }) => !inAddress);
}

/** Whether anything lies over the page, live. */
export function useAnyLayer(): boolean {
  return useSyncExternalStore(subscribe, () => open.length > 0);
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
