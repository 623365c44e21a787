import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { type CompanyConnection, type CompanyScope, connectionWithin } from '../db/company-scope.ts';
import {
  BusyError,
  ContentionError,
  endsTransaction,
  TransactionTimeoutError,
} from '../db/database-errors.ts';
import { drawChange } from '../repositories/change-feed.ts';
import { BatchChanges, type BatchItem, type BatchTarget, batchItem } from './batch-changes.ts';
import { newRecordsAt } from './new-records.ts';
import type { Outcome } from './record-actions.ts';

/** So many changes go into one request. */
const BATCH_LIMIT = 200;

/** A transaction holds the company's counter of changes, for which the company's other changes wait: so long at most. */
const PIECE_MS = 100;
const PIECE_CHANGES = 100;
/** The app waits 30 s for the answer: after this no further transaction is begun. */
const BATCH_MS = 20_000;

export const batchInput = z.object({
  mutations: z.array(batchItem).max(BATCH_LIMIT, {
    error: `Ensure this field has no more than ${BATCH_LIMIT} elements.`,
  }),
});

/** What a change is answered that failed with this error. */
type Told = (error: unknown) => Outcome;

interface Answering {
  readonly told: Told;
  /** Called with each change in its order, once its outcome is committed: nothing of it is held here after that. */
  readonly done: (item: BatchItem, outcome: Outcome) => void;
}

/**
 * Carries out many changes in their order, each by itself as if it had been sent alone: one that fails holds up none
 * behind it but those that refer to what it would have made. Many share a transaction, each behind a savepoint.
 */
export class Batch {
  readonly #changes: BatchChanges;

  constructor(targets: readonly BatchTarget[]) {
    this.#changes = new BatchChanges(targets);
  }

  /**
   * Tells `done` what became of each change. Where a transaction is lost, its changes and those that would come after it
   * are answered as the error is. Throws a `BusyError` where nothing at all could be begun.
   */
  async carryOut(
    company: CompanyConnection,
    items: readonly BatchItem[],
    { told, done }: Answering,
  ): Promise<void> {
    const begun = performance.now();
    let left = items;
    let most = PIECE_CHANGES;
    const tell = (outcomes: readonly Outcome[]): void => {
      for (const [at, item] of left.slice(0, outcomes.length).entries()) {
        const outcome = outcomes[at];
        if (outcome) done(item, outcome);
      }
      left = left.slice(outcomes.length);
    };
    while (left.length > 0) {
      try {
        if (performance.now() - begun > BATCH_MS) throw new BusyError('a batch took too long');
        tell(await this.#piece(company, left, { most, told }));
      } catch (error) {
        if (error instanceof BusyError && left === items) throw error;
        if (!wasUndone(error)) tell(left.map(() => told(error)));
        else if (most === 1) tell([told(error)]);
        // In transactions of their own the others are answered as if this one were not there.
        else most = 1;
      }
    }
  }

  /** The first of the changes, as many as one transaction takes; at least one. */
  #piece(
    company: CompanyConnection,
    items: readonly BatchItem[],
    { most, told }: { readonly most: number; readonly told: Told },
  ): Promise<readonly Outcome[]> {
    return company.change(async (scope) => {
      const outcomes: Outcome[] = [];
      const begun = performance.now();
      // Before the first savepoint: a change that is undone must not give the number back.
      await drawChange(scope);
      let alone = most === 1 ? 1 : 0;
      for (const [at, item] of items.entries()) {
        if (at < outcomes.length) continue;
        const together = at < alone ? [] : newRecordsAt(items, at);
        const made = together.length > 1 ? await this.#together(scope, together) : undefined;
        if (!made) alone = Math.max(alone, at + together.length);
        outcomes.push(...(made ?? [await this.#alone(scope, item, told)]));
        // Requests that have come meanwhile get to ask for a connection.
        await setImmediate();
        const isLong = outcomes.length >= most || performance.now() - begun > PIECE_MS;
        if (isLong || scope.isWanted()) break;
      }
      return outcomes;
    });
  }

  /** Undefined where they have to be carried out one by one, which finds out why. */
  async #together(scope: CompanyScope, items: readonly BatchItem[]): Promise<readonly Outcome[] | undefined> {
    try {
      return await scope.attempt(() => this.#changes.together(scope, items));
    } catch (error) {
      if (endsTransaction(error)) throw error;
      return undefined;
    }
  }

  async #alone(scope: CompanyScope, item: BatchItem, told: Told): Promise<Outcome> {
    try {
      return await this.#changes.alone(connectionWithin(scope), item);
    } catch (error) {
      if (endsTransaction(error)) throw error;
      return told(error);
    }
  }
}

/** Whether a transaction that failed was surely rolled back, perhaps because of one of its changes. */
function wasUndone(error: unknown): boolean {
  return error instanceof ContentionError || error instanceof TransactionTimeoutError;
}
