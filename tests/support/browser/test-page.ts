import type { PageLife } from '../../../src/domain/ports.ts';

/** A page that a test hides, puts to sleep and brings back. */
export class TestPage implements PageLife {
  #visible = true;
  #frozen = false;
  readonly #listeners = new Set<() => void>();

  isVisible = (): boolean => this.#visible;
  isFrozen = (): boolean => this.#frozen;
  onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  onReturn = (): (() => void) => () => {};

  become(state: { readonly visible: boolean; readonly frozen: boolean }): void {
    this.#visible = state.visible;
    this.#frozen = state.frozen;
    for (const listener of this.#listeners) listener();
  }
}
