import type { Table } from 'dexie';
import type { ResourceName } from '../domain/resource-spec.ts';
import type { Databases } from './app-database.ts';
import { type AppDatabase, type Tx, tablesOf } from './tables.ts';

/** A person's own save waits for no more than so many pieces of work in one transaction. */
const TOGETHER = 25;

/** A piece of work that is all in one transaction. It may be run twice, of which the first was taken back. */
export interface Piece<T> {
  /** Whether it is over only once the disk has it. */
  readonly strict: boolean;
  readonly resources: readonly ResourceName[];
  /** It reads nothing that others like it write: they need not wait for one another. */
  readonly apart: boolean;
  readonly work: (tx: Tx) => Promise<T>;
}

interface WaitingPiece extends Omit<Piece<unknown>, 'work'> {
  /** Runs it, and answers what tells its caller so after the commit. */
  readonly run: (tx: Tx) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: what comes while a transaction runs goes into the next one together, in the order in which it came. Where
 * one piece of it fails, each is run again in a transaction of its own, so that none suffers for another.
 */
export class GroupCommit {
  readonly #db: Databases;
  #waiting: WaitingPiece[] = [];
  #draining: Promise<void> | null = null;

  constructor(db: Databases) {
    this.#db = db;
  }

  /** Resolves once it is committed; rejects with what `work` threw, or why it could not be committed. */
  commit<T>({ work, ...piece }: Piece<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = async (tx: Tx): Promise<() => void> => {
        const result = await work(tx);
        return () => resolve(result);
      };
      this.#waiting.push({ ...piece, run, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Resolves once nothing is being committed. */
  async idle(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    // Whoever calls in the same breath comes along.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, TOGETHER);
      const failure = await this.#together(group);
      if (failure === null) continue;
      const [only, ...others] = group;
      if (others.length === 0) only?.reject(failure.error);
      else await this.#oneByOne(group);
    }
    this.#draining = null;
  }

  async #oneByOne(group: readonly WaitingPiece[]): Promise<void> {
    for (const one of group) {
      const failure = await this.#together([one]);
      if (failure) one.reject(failure.error);
    }
  }

  async #together(group: readonly WaitingPiece[]): Promise<{ readonly error: unknown } | null> {
    try {
      const db = group.some(({ strict }) => strict) ? this.#db.strict : this.#db.relaxed;
      const done = await db.transaction('rw', tablesFor(db, group), async (tx) => {
        const tells: (() => void)[] = [];
        for (const atOnce of runsOf(group)) {
          tells.push(...(await Promise.all(atOnce.map(({ run }) => run(tx)))));
        }
        return tells;
      });
      for (const tell of done) tell();
      return null;
    } catch (error) {
      return { error };
    }
  }
}

function tablesFor(db: AppDatabase, group: readonly WaitingPiece[]): Table[] {
  return tablesOf(db, ...new Set(group.flatMap(({ resources }) => resources)));
}

/** In order: what stands apart with its neighbours of the same kind, everything else by itself. */
function runsOf(group: readonly WaitingPiece[]): WaitingPiece[][] {
  const runs: WaitingPiece[][] = [];
  for (const one of group) {
    const last = runs.at(-1);
    if (one.apart && last?.[0]?.apart) last.push(one);
    else runs.push([one]);
  }
  return runs;
}
