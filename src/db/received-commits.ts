/**
 * Which of the counted commits of all tabs this tab has received. They arrive in any order: those of other tabs come by
 * another way than its own.
 */
export class ReceivedCommits {
  /** Every commit up to this one has been received; null until the tab has checked for the first time. */
  #upTo: number | null = null;
  /** Those received beyond a gap. */
  readonly #early = new Set<number>();
  #newest = 0;

  /** Returns whether no later one was received before. */
  receive(n: number): boolean {
    const isNewest = n > this.#newest;
    this.#newest = Math.max(this.#newest, n);
    if (this.#upTo === null || n > this.#upTo) this.#early.add(n);
    this.#advance();
    return isNewest;
  }

  /** Whether the tab may have missed one up to `n`. */
  lacks(n: number): boolean {
    return this.#upTo === null || this.#upTo < n;
  }

  /** What the tab shows is from now on as commit `n` left it, or newer. */
  catchUp(n: number): void {
    this.#upTo = Math.max(this.#upTo ?? 0, n);
    this.#newest = Math.max(this.#newest, n);
    for (const early of this.#early) if (early <= n) this.#early.delete(early);
    this.#advance();
  }

  #advance(): void {
    while (this.#upTo !== null && this.#early.delete(this.#upTo + 1)) this.#upTo += 1;
  }
}
