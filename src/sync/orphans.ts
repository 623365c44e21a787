import { SLOW_TIMEOUT_MS } from '../api/http-client.ts';
import type { LeaseRow } from '../db/meta.ts';
import { timeOfUuid } from '../domain/ids.ts';
import { type Mutation, NOT_LOOKED } from '../domain/mutation.ts';
import { move } from './move.ts';
import { isOver, settleMs } from './retry-policy.ts';
import type { SyncContext } from './sync-context.ts';

interface Leading {
  /** Name of this tab in the lease. */
  readonly tab: string;
  /** Places of the mutations that requests of this tab stand for. */
  readonly own: ReadonlySet<number>;
  readonly lease: LeaseRow | undefined;
}

/**
 * A `sending` that no request of this tab stands for belongs to an attempt that is dead: whether it was
 * carried out, nobody knows. Where another tab may be leading still, its attempts are spared for as long as a request
 * lasts. Compare-and-set spares one that was settled since `open` was read.
 * @returns the device time in ms at which the next that was spared is to be looked at; null where none was
 */
export async function recoverOrphans(
  context: SyncContext,
  open: readonly Mutation[],
  leading: Leading,
): Promise<number | null> {
  const now = context.clock.now();
  const spares = mayOthersLead(leading, now);
  let lookAt: number | null = null;
  for (const orphan of open) {
    if (orphan.state !== 'sending' || leading.own.has(orphan.seq)) continue;
    const endsAt = timeOfUuid(orphan.attemptId ?? '') + SLOW_TIMEOUT_MS;
    if (spares && !isOver(endsAt, now, SLOW_TIMEOUT_MS)) {
      lookAt = Math.min(lookAt ?? endsAt, endsAt);
      continue;
    }
    await move(
      context,
      orphan,
      'orphaned',
      orphan.kind === 'create' && !orphan.keyed
        ? { nextAt: now + settleMs(orphan.probe !== null), probe: NOT_LOOKED }
        : { nextAt: now },
    );
  }
  return lookAt;
}

function mayOthersLead({ tab, lease }: Leading, now: number): boolean {
  if (lease === undefined) return false;
  // A tab without the lock leads in the stead of one that may go on at any moment.
  if (lease.tab !== tab || lease.standsIn === true) return true;
  // Also where the clock has been put back since: nothing is spared for longer than a request lasts.
  return (lease.spareUntil ?? 0) > now;
}
