/** Passes on that a company's data has changed to whoever waits for that in this process. */
export class Pokes {
  readonly #listeners = new Map<number, Set<() => void>>();

  /** Calls `poke` after each commit that changed the company's data. Answers how to end that. */
  subscribe(companyId: number, poke: () => void): () => void {
    const own = this.#listeners.get(companyId) ?? new Set();
    this.#listeners.set(companyId, own.add(poke));
    return () => {
      own.delete(poke);
      if (own.size === 0 && this.#listeners.get(companyId) === own) this.#listeners.delete(companyId);
    };
  }

  /** The companies for whose changes somebody waits. */
  get companies(): readonly number[] {
    return [...this.#listeners.keys()];
  }

  changed(companyId: number): void {
    for (const poke of this.#listeners.get(companyId) ?? []) poke();
  }

  /** Something may have changed that nobody was told of. */
  allMayHaveChanged(): void {
    for (const companyId of this.companies) this.changed(companyId);
  }
}
