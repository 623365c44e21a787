import type { Database } from '../db/database.ts';
import { lastChanges } from '../repositories/change-counters.ts';
import type { ChangeEvents } from './change-events.ts';

interface Looking {
  readonly db: Database;
  readonly changes: ChangeEvents;
  readonly everyMs: number;
  /** Called with the first failure in a row. */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Polls the change counters of the companies that have listeners, in one statement, and sends no query while there are
 * none. Returns a function that stops it.
 */
export function pollForChanges({ db, changes, everyMs, onFailed }: Looking): () => Promise<void> {
  let seen: ReadonlyMap<number, number> = new Map();
  let isFailing = false;
  let polling = Promise.resolve();
  let timer = setTimeout(again, everyMs);

  async function poll(): Promise<void> {
    const companies = changes.companies;
    const last = companies.length === 0 ? new Map<number, number>() : await lastChanges(db, companies);
    const before = seen;
    seen = new Map(companies.map((id) => [id, last.get(id) ?? 0]));
    // A change may have happened between the start of a stream and the first poll of its company, so the first poll
    // reports one.
    for (const [id, change] of seen) if (before.get(id) !== change) changes.changed(id);
  }

  function again(): void {
    polling = poll()
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
    await polling;
    clearTimeout(timer);
  };
}
