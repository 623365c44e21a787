import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';

export class UnsavedInput {
  /** Called before the browser asks. */
  readonly beforeAsking: () => void;
  readonly #listeners = new Set<() => void>();
  #forms = 0;

  constructor(beforeAsking = (): void => undefined) {
    this.beforeAsking = beforeAsking;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getSnapshot = (): boolean => this.#forms > 0;

  readonly add = (): (() => void) => {
    this.#count(1);
    return () => this.#count(-1);
  };

  #count(difference: number): void {
    this.#forms += difference;
    for (const listener of this.#listeners) listener();
  }
}

export const UnsavedInputContext = createContext<UnsavedInput>(new UnsavedInput());

export function useHasUnsavedInput(): boolean {
  const unsaved = useContext(UnsavedInputContext);
  return useSyncExternalStore(unsaved.subscribe, unsaved.getSnapshot);
}

/** While `active`, the browser asks before the page closes, and the app does not reload. */
export function useUnsavedInput(active: boolean): void {
  const unsaved = useContext(UnsavedInputContext);
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent): void => {
      event.preventDefault();
      unsaved.beforeAsking();
    };
    const saved = unsaved.add();
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      saved();
    };
  }, [active, unsaved]);
}
