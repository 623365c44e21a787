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

/** Settles dead attempts: mutations in `sending` for which this tab has no request. */
export class Orphans {
  readonly #context: SyncContext;
  /** Device time in ms when an attempt dated in the future was first seen. */
  #firstSeen: ReadonlyMap<string, number> = new Map();

  constructor(context: SyncContext) {
    this.#context = context;
  }

  /** @returns device time in ms of the next check; null if no attempt was left alone */
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
   * Returns device times in ms by which requests must have ended. An attempt dated in the future shows that the clock
   * was set back.
   */
  #endsOf(orphans: readonly Mutation[], now: number): ReadonlyMap<Mutation, number> {
    const firstSeen = new Map<string, number>();
    const ends = new Map<Mutation, number>();
    for (const orphan of orphans) {
      const attempt = orphan.attemptId ?? '';
      let begunAt = timeOfUuid(attempt);
      if (begunAt === null) continue;
      if (begunAt > now) {
        begunAt = Math.min(this.#firstSeen.get(attempt) ?? now, now);
        firstSeen.set(attempt, begunAt);
      }
      ends.set(orphan, begunAt + SLOW_TIMEOUT_MS);
    }
    this.#firstSeen = firstSeen;
    return ends;
  }
}

function mayOthersLead({ tab, lease }: LeaderFacts, now: number): boolean {
  if (lease === undefined) return false;
  // A tab without the lock stands in for a leader that may continue at any moment.
  if (lease.tab !== tab || lease.standsIn === true) return true;
  // Even if the clock was set back, each attempt is left alone for one timeout at most.
  return (lease.spareUntil ?? 0) > now;
}
