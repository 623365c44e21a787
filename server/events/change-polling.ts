import type { Database } from '../db/database.ts';
import { lastChanges } from '../repositories/change-counters.ts';
import type { ChangeEvents } from './change-events.ts';

interface Looking {
  readonly db: Database;
  readonly changes: ChangeEvents;
  readonly everyMs: number;
  /** Told of the first failure in a row. */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Looks again and again how far the companies are for whose changes somebody waits, in one statement for all, and asks
 * nothing while nobody waits. Answers how to stop.
 */
export function lookForChanges({ db, changes, everyMs, onFailed }: Looking): () => Promise<void> {
  let seen: ReadonlyMap<number, number> = new Map();
  let isFailing = false;
  let looking = Promise.resolve();
  let timer = setTimeout(again, everyMs);

  async function look(): Promise<void> {
    const companies = changes.companies;
    const last = companies.length === 0 ? new Map<number, number>() : await lastChanges(db, companies);
    const before = seen;
    seen = new Map(companies.map((id) => [id, last.get(id) ?? 0]));
    // Between the beginning of a stream and the first look at its company something may have changed: it is told once.
    for (const [id, change] of seen) if (before.get(id) !== change) changes.changed(id);
  }

  function again(): void {
    looking = look()
      .then(
        () => {
          isFailing = false;
        },
        (error: unknown) => {
          if (!isFailing) onFailed(error);
          isFailing = true;
        },
      )
      .then(() => {
        timer = setTimeout(again, everyMs);
      });
  }

  return async () => {
    clearTimeout(timer);
    await looking;
    clearTimeout(timer);
  };
}
