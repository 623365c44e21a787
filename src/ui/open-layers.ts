import { useSyncExternalStore } from 'react';

/** The dialogs, drawers, menus and dropdowns that are open, the topmost last. */
const open: symbol[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Puts a layer on top of the others. The returned function takes it away. */
export function addLayer(layer: symbol): () => void {
  open.push(layer);
  tell();
  return () => {
    open.splice(open.indexOf(layer), 1);
    tell();
  };
}

export function isTopLayer(layer: symbol): boolean {
  return open.at(-1) === layer;
}

/** Whether anything lies over the page, live. */
export function useAnyLayer(): boolean {
  return useSyncExternalStore(subscribe, () => open.length > 0);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
