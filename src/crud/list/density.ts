import { createContext, useContext, useSyncExternalStore } from 'react';
import { createStore, type KeyValueStore, type Store } from '../../domain/ports.ts';

type Density = 'comfortable' | 'compact';

const KEY = 'density';

/** Remembers the height of rows on this device, even after a sign-out. */
export function keptDensity(storage: Pick<KeyValueStore, 'get' | 'set'>): Store<Density> {
  const kept = createStore<Density>(storage.get(KEY) === 'compact' ? 'compact' : 'comfortable');
  return {
    ...kept,
    set: (density) => {
      kept.set(density);
      try {
        storage.set(KEY, density);
      } catch {
        // There is no space left. The choice is kept only in this page.
      }
    },
  };
}

export const DensityContext = createContext<Store<Density>>(createStore<Density>('comfortable'));

export function useDensity(): readonly [Density, (density: Density) => void] {
  const store = useContext(DensityContext);
  return [useSyncExternalStore(store.subscribe, store.getSnapshot), store.set];
}
