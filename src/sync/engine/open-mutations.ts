import type { Databases } from '../../db/app-database.ts';
import type { Changes } from '../../db/change-bus.ts';
import { readRow } from '../../db/meta-rows.ts';
import { allMutations, countMutations, mutationsAt } from '../../db/outbox.ts';
import type { Tx } from '../../db/tables.ts';
import type { Mutation } from '../../outbox/mutation.ts';

/**
 * The outbox as the last poll saw it. What has been written since is read again: by their keys while a message of each commit
 * has arrived, and everything otherwise.
 */
export class OpenMutations {
  readonly #changes: Changes;
  readonly #stop: () => void;
  /** By place. */
  #known = new Map<number, Mutation>();
  #written = new Set<number>();
  /** Everything was read, and all that was written since is known by its keys. */
  #isRead = false;

  constructor(db: Databases) {
    this.#changes = db.changes;
    this.#stop = db.changes.onKeys('outbox', (keys) => {
      if (keys === 'any') this.#isRead = false;
      else for (const key of keys) this.#written.add(Number(key));
    });
  }

  close(): void {
    this.#stop();
  }

  /** Open mutations in order of `seq`. @param tx may read `meta` as well */
  async read(tx: Tx): Promise<readonly Mutation[]> {
    const isKnown = this.#isRead && (await this.#readAgain(tx));
    if (!isKnown) await this.#readAll(tx);
    return [...this.#known.values()].sort((a, b) => a.seq - b.seq);
  }

  async #readAll(tx: Tx): Promise<void> {
    this.#isRead = false;
    const open = await allMutations(tx);
    this.#known = new Map(open.map((mutation) => [mutation.seq, mutation]));
    this.#written.clear();
    this.#isRead = true;
  }

  /** Reads what was written since. Returns false where this tab was not told of all of it. */
  async #readAgain(tx: Tx): Promise<boolean> {
    // Its answer comes after the message of every commit of this tab that the transaction sees.
    const [count, counted] = await Promise.all([countMutations(tx), readRow(tx, 'changes')]);
    if (this.#changes.received.lacks(counted?.n ?? 0)) return false;
    const places = [...this.#written].sort((a, b) => a - b);
    const now = await mutationsAt(tx, places);
    for (const [n, seq] of places.entries()) {
      const mutation = now[n];
      if (mutation) this.#known.set(seq, mutation);
      else this.#known.delete(seq);
    }
    // Not sooner: a failed transaction leaves them to be read.
    for (const seq of places) this.#written.delete(seq);
    return count === this.#known.size;
  }
}
