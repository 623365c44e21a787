import type { LeaseRow } from '../../db/meta-rows.ts';
import { timeOfUuid } from '../../domain/ids.ts';
import { SLOW_TIMEOUT_MS } from '../../domain/time-outs.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import type { SyncContext } from '../sync-context.ts';
import { happen } from '../sync-context.ts';

interface LeaderFacts {
  /** Name of this tab in the lease. */
  readonly tab: string;
  /** Places of the mutations that requests of this tab stand for. */
  readonly own: ReadonlySet<number>;
  readonly lease: LeaseRow | undefined;
}

/**
 * Settles what attempts have left that are dead: a `sending` that no request of this tab stands for. Whether such a
 * one was carried out, nobody knows.
 */
export class Orphans {
  readonly #context: SyncContext;
  /** Device time in ms at which attempts were first met that have begun later than now. */
  #met: ReadonlyMap<string, number> = new Map();

  constructor(context: SyncContext) {
    this.#context = context;
  }

  /**
   * Where another tab may be leading still, its attempts are spared for as long as a request lasts. Compare-and-set
   * spares one that was settled since `open` was read.
   * @returns the device time in ms at which the next that was spared is to be checked; null where none was
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
      await happen(this.#context, { type: 'orphaned', seen: orphan });
    }
    return recheckAt;
  }

  /** When the request of each attempt has ended, at the latest. One begun later than now tells of a clock put back. */
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
  // A tab without the lock leads in place of one that may go on at any moment.
  if (lease.tab !== tab || lease.standsIn === true) return true;
  // Also where the clock has been put back since: nothing is spared for longer than a request lasts.
  return (lease.spareUntil ?? 0) > now;
}
