import type { RowOf } from '../../db/meta-rows.ts';
import { SLOW_TIMEOUT_MS } from '../../domain/answer.ts';
import { timeOfUuid } from '../../domain/ids.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { applyEvent, type SyncContext } from '../sync-context.ts';

interface LeaderFacts {
  readonly tab: string;
  readonly own: ReadonlySet<number>;
  readonly lease: RowOf<'lease'> | undefined;
}

/** Settles dead attempts: mutations in `sending` without a request of this tab. */
export class Orphans {
  readonly #context: SyncContext;
  /** When attempts that began in the future were first seen, device time in ms. */
  #met: ReadonlyMap<string, number> = new Map();

  constructor(context: SyncContext) {
    this.#context = context;
  }

  /**
   * Leaves the attempts of a tab that may still lead alone for as long as a request lasts.
   * @returns when the next of those must be checked, device time in ms; null if there is none
   */
  async recover(open: readonly Mutation[], leading: LeaderFacts): Promise<number | null> {
    const now = this.#context.clock.now();
    const orphans = open.filter(({ state, seq }) => state === 'sending' && !leading.own.has(seq));
    const spares = mayOthersLead(leading, now);
    const ends = this.#endsOf(orphans, now);
    let recheckAt: number | null = null;
    for (const orphan of orphans) {
      const endsAt = ends.get(orphan) ?? now;
      if (spares && endsAt > now) {
        recheckAt = Math.min(recheckAt ?? endsAt, endsAt);
        continue;
      }
      await applyEvent(this.#context, { type: 'orphaned', seen: orphan });
    }
    return recheckAt;
  }

  /**
   * Returns when each attempt's request has ended at the latest. An attempt that began in the future shows that the
   * clock was put back.
   */
  #endsOf(orphans: readonly Mutation[], now: number): ReadonlyMap<Mutation, number> {
    const met = new Map<string, number>();
    const ends = new Map<Mutation, number>();
    for (const orphan of orphans) {
      const attempt = orphan.attemptId ?? '';
      let begunAt = timeOfUuid(attempt);
      if (begunAt > now) {
        begunAt = Math.min(this.#met.get(attempt) ?? now, now);
        met.set(attempt, begunAt);
      }
      ends.set(orphan, begunAt + SLOW_TIMEOUT_MS);
    }
    this.#met = met;
    return ends;
  }
}

function mayOthersLead({ tab, lease }: LeaderFacts, now: number): boolean {
  if (lease === undefined) return false;
  // A tab without the lock stands in for a leader that may continue at any moment.
  if (lease.tab !== tab || lease.standsIn === true) return true;
  // After the clock was put back too, nothing is left alone for longer than a request lasts.
  return (lease.spareUntil ?? 0) > now;
}
