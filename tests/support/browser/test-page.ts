import type { PageLife } from '../../../src/domain/ports.ts';

/** A page that a test can hide, freeze and bring back. */
export class TestPage implements PageLife {
  #visible = true;
  #frozen = false;
  readonly #listeners = new Set<() => void>();
  readonly #returns = new Set<() => void>();

  isVisible = (): boolean => this.#visible;
  isFrozen = (): boolean => this.#frozen;
  onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  onReturn = (listener: () => void): (() => void) => {
    this.#returns.add(listener);
    return () => this.#returns.delete(listener);
  };

  /** Simulates a person turning to the page. */
  turnTo(): void {
    for (const listener of this.#returns) listener();
  }

  become(state: { readonly visible: boolean; readonly frozen: boolean }): void {
    this.#visible = state.visible;
    this.#frozen = state.frozen;
    for (const listener of this.#listeners) listener();
    if (state.visible && !state.frozen) this.turnTo();
  }
}
