import { detailOf } from '../../api/api-error.ts';
import { requestStats } from '../../api/resource-api.ts';
import { type RowOf, writeMeta } from '../../db/meta-rows.ts';
import { type Answer, isThrottled, jsonObject } from '../../domain/answer.ts';
import { readStats } from '../../domain/dashboard-stats.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import { failureWords } from '../../words/common.ts';
import {
  assertOwner,
  CONTACT,
  failedGet,
  NOTHING,
  type SyncContext,
  type WorkResult,
} from '../sync-context.ts';

export class StatsReader {
  readonly #context: SyncContext;
  #reading = false;

  constructor(context: SyncContext) {
    this.#context = context;
  }

  get isReading(): boolean {
    return this.#reading;
  }

  /** @param answers device time in ms of the screen's request */
  async read(answers: number): Promise<WorkResult> {
    this.#reading = true;
    try {
      const { send, signal, db } = this.#context;
      const read = await Promise.all(RESOURCE_NAMES.map((name) => requestStats(send, name, signal)));
      const failed = read.find((answer) => jsonObject(answer) === null);
      const stats = RESOURCE_NAMES.map(
        (name, index) => [name, readStats(name, bodyOf(read[index]))] as const,
      );
      const row: RowOf<'dashboard'> = {
        key: 'dashboard',
        answers,
        stats: failed ? null : (Object.fromEntries(stats) as NonNullable<RowOf<'dashboard'>['stats']>),
        error: failed ? detailOf(failed, failureWords.statsFailed) : null,
      };
      assertOwner(this.#context);
      await db.relaxed.transaction('rw', db.relaxed.meta, (tx) => writeMeta(tx, row));
      return failed ? this.#lesson(read.find((answer) => this.#teaches(answer))) : CONTACT;
    } finally {
      this.#reading = false;
    }
  }

  /** A server that has no figures must not hold up other work. */
  #lesson(failed: Answer | undefined): WorkResult {
    return failed ? failedGet(this.#context, failed) : NOTHING;
  }

  #teaches(answer: Answer): boolean {
    return answer.kind !== 'response' || isThrottled(answer.status);
  }
}

function bodyOf(answer: Answer | undefined): unknown {
  return answer ? jsonObject(answer) : null;
}
