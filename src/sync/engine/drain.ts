import { heads } from '../../outbox/lane.ts';
import { isHeld } from '../../outbox/retry-policy.ts';
import type { Poll } from '../poll.ts';

/**
 * Since when changes have been waiting to be sent; null when none does. A drain begins with the first change that waits and
 * ends when none is left to send, or none can be sent: what waits for its undo does not begin it, and what waits behind a
 * change that waits for a person does not keep it going.
 * @param before what it was at the last poll
 * @param now device time in ms
 */
export function drainAfter(
  before: number | null,
  { open, held }: Pick<Poll, 'open' | 'held'>,
  now: number,
): number | null {
  const draining = heads(open).some(
    (head) =>
      head.state === 'sending' || (head.state === 'queued' && !held.has(head.id) && !isHeld(head, now)),
  );
  // Never later than now, in case the clock was put back.
  return draining ? Math.min(before ?? now, now) : null;
}
