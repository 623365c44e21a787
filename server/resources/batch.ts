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
import { BatchChanges, type BatchItem, type BatchTarget, batchItem, keyIn } from './batch-changes.ts';
import type { Outcome } from './record-actions.ts';

const BATCH_LIMIT = 200;

/** A transaction locks the company's change counter, so the company's other changes wait. */
const TRANSACTION_MS = 100;
const TRANSACTION_CHANGES = 100;
/** After this time no further transaction begins. The app waits 30 s. */
const BATCH_MS = 20_000;

export const batchInput = z.object({
  mutations: z.array(batchItem).max(BATCH_LIMIT, {
    error: `Ensure this field has no more than ${BATCH_LIMIT} elements.`,
  }),
});

type RefusalOf = (error: unknown) => Outcome;

interface Answering {
  readonly refusalOf: RefusalOf;
  /** Called in order, after the outcome was committed. */
  readonly done: (item: BatchItem, outcome: Outcome) => void;
}

/**
 * Executes changes in order, each as if sent alone: a failed change affects only later changes that refer to its
 * record. Many changes share a transaction, each after a savepoint.
 */
export class Batch {
  readonly #changes: BatchChanges;

  constructor(targets: readonly BatchTarget[]) {
    this.#changes = new BatchChanges(targets);
  }

  /**
   * If a transaction is lost, the remaining changes get the answer to that error too. Throws a `BusyError` if no change
   * could begin.
   */
  async carryOut(
    company: CompanyConnection,
    items: readonly BatchItem[],
    { refusalOf, done }: Answering,
  ): Promise<void> {
    const begun = performance.now();
    let left = items;
    let most = TRANSACTION_CHANGES;
    const settle = (outcomes: readonly Outcome[]): void => {
      for (const [at, item] of left.slice(0, outcomes.length).entries()) {
        const outcome = outcomes[at];
        if (outcome) done(item, outcome);
      }
      left = left.slice(outcomes.length);
    };
    while (left.length > 0) {
      try {
        if (performance.now() - begun > BATCH_MS) throw new BusyError('a batch took too long');
        settle(await this.#transaction(company, left, { most, refusalOf }));
      } catch (error) {
        if (error instanceof BusyError && left === items) throw error;
        if (!wasUndone(error)) settle(left.map(() => refusalOf(error)));
        else if (most === 1) settle([refusalOf(error)]);
        // In transactions of their own, the changes succeed or fail independently.
        else most = 1;
      }
    }
  }

  /** Executes as many changes as fit into one transaction, and at least one. */
  #transaction(
    company: CompanyConnection,
    items: readonly BatchItem[],
    { most, refusalOf }: { readonly most: number; readonly refusalOf: RefusalOf },
  ): Promise<readonly Outcome[]> {
    return company.change(async (scope) => {
      const outcomes: Outcome[] = [];
      const begun = performance.now();
      // Before the first savepoint, because a rollback to it must not return the number.
      await drawChange(scope);
      let oneByOneUntil = most === 1 ? 1 : 0;
      for (const [at, item] of items.entries()) {
        if (at < outcomes.length) continue;
        const group = at < oneByOneUntil ? [] : newRecordsAt(items, at);
        const made = group.length > 1 ? await this.#createTogether(scope, group) : undefined;
        if (!made) oneByOneUntil = Math.max(oneByOneUntil, at + group.length);
        outcomes.push(...(made ?? [await this.#carryOutOne(scope, item, refusalOf)]));
        // Lets waiting requests ask for a connection.
        await setImmediate();
        const isLong = outcomes.length >= most || performance.now() - begun > TRANSACTION_MS;
        if (isLong || scope.isWanted()) break;
      }
      return outcomes;
    });
  }

  /** Returns undefined if any change fails. Only executing them one by one shows which. */
  async #createTogether(
    scope: CompanyScope,
    items: readonly BatchItem[],
  ): Promise<readonly Outcome[] | undefined> {
    try {
      return await scope.attempt(() => this.#changes.createTogether(scope, items));
    } catch (error) {
      if (endsTransaction(error)) throw error;
      return undefined;
    }
  }

  async #carryOutOne(scope: CompanyScope, item: BatchItem, refusalOf: RefusalOf): Promise<Outcome> {
    try {
      return await this.#changes.carryOut(connectionWithin(scope), item);
    } catch (error) {
      if (endsTransaction(error)) throw error;
      return refusalOf(error);
    }
  }
}

/** True if the transaction was certainly rolled back, possibly because of one of the changes. */
function wasUndone(error: unknown): boolean {
  return error instanceof ContentionError || error instanceof TransactionTimeoutError;
}

/** The most new records in one statement. Other changes wait until it ends. */
const TOGETHER = 10;

/** Returns new records with keys. None refers to a later one, so their order does not matter. */
function newRecordsAt(items: readonly BatchItem[], at: number): readonly BatchItem[] {
  const named = new Set<string>();
  const found: BatchItem[] = [];
  for (const item of items.slice(at, at + TOGETHER)) {
    const uid = item.method === 'POST' ? keyIn(item.body) : undefined;
    if (uid === undefined || named.has(uid.toLowerCase())) break;
    found.push(item);
    for (const value of Object.values(Object(item.body))) {
      const other = keyIn(value);
      if (other !== undefined) named.add(other.toLowerCase());
    }
  }
  return found;
}
