import type { Database } from '../db/database.ts';

/** On which the database tells that a company's book has changed; the payload is the company's id. */
const CHANNEL = 'company_changes';

/** Passes on that a company's book has changed, whichever server on the same database has changed it. */
export class Pokes {
  readonly #listeners = new Map<number, Set<() => void>>();
  readonly #stop: Promise<() => Promise<void>>;

  constructor(db: Database) {
    this.#stop = db.listen(CHANNEL, (payload) => this.#heard(payload));
  }

  /** Resolves once changes are heard; rejects where the database cannot be listened to. */
  async ready(): Promise<void> {
    await this.#stop;
  }

  /** Calls `poke` after each commit that changed the company's book. Answers how to end that. */
  subscribe(companyId: number, poke: () => void): () => void {
    const own = this.#listeners.get(companyId) ?? new Set();
    this.#listeners.set(companyId, own.add(poke));
    return () => {
      own.delete(poke);
      if (own.size === 0 && this.#listeners.get(companyId) === own) this.#listeners.delete(companyId);
    };
  }

  async close(): Promise<void> {
    const stop = await this.#stop;
    await stop();
  }

  #heard(payload: string | null): void {
    const poked = payload === null ? [...this.#listeners.values()] : [this.#listeners.get(Number(payload))];
    for (const listeners of poked) for (const poke of listeners ?? []) poke();
  }
}
