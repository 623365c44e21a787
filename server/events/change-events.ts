export class ChangeEvents {
  readonly #listeners = new Map<number, Set<() => void>>();

  /** Calls `notify` after each commit that changed the company's data. Returns a function that unsubscribes. */
  subscribe(companyId: number, notify: () => void): () => void {
    const own = this.#listeners.get(companyId) ?? new Set();
    this.#listeners.set(companyId, own.add(notify));
    return () => {
      own.delete(notify);
      if (own.size === 0 && this.#listeners.get(companyId) === own) this.#listeners.delete(companyId);
    };
  }

  get companies(): readonly number[] {
    return [...this.#listeners.keys()];
  }

  changed(companyId: number): void {
    for (const notify of this.#listeners.get(companyId) ?? []) notify();
  }

  allMayHaveChanged(): void {
    for (const companyId of this.companies) this.changed(companyId);
  }
}
