export interface Store<T> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => T;
  /** Calls the listeners in the order in which they subscribed, even if the value is the same. */
  readonly set: (value: T) => void;
  readonly isWatched: () => boolean;
}

/** For `useSyncExternalStore`. */
export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>();
  let current = value;
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => current,
    set: (next) => {
      current = next;
      for (const listener of listeners) listener();
    },
    isWatched: () => listeners.size > 0,
  };
}
