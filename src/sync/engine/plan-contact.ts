import type { PauseReason } from '../../domain/pause-reason.ts';
import { isOver } from '../../outbox/retry-policy.ts';
import { mayReach } from '../pause-reasons.ts';

/** What is known of the way to the server. Times are device times in ms. */
export interface ContactFacts {
  readonly now: number;
  readonly reasons: readonly PauseReason[];
  /** A server has answered since the start and since the last fault. */
  readonly reached: boolean;
  /** Nothing is tried before. */
  readonly resumeAt: number;
  readonly throttledUntil: number;
}

export type ContactPlan =
  /** A pause that no request can end lasts until this device time in ms; null is until something changes. */
  | { readonly do: 'pause'; readonly until: number | null; readonly endsDrain: boolean }
  /** The server is asked again at this device time in ms. */
  | { readonly do: 'wait'; readonly until: number; readonly endsDrain: true }
  /** One cheap GET tells whether a server is there. */
  | { readonly do: 'reach'; readonly endsDrain: true }
  | { readonly do: 'work' };

/**
 * Decides whether anything may leave the device. A drain goes on behind a pause that the server asks for, or the pulls at
 * its end would use up what it allows each time.
 */
export function planContact({ now, reasons, reached, resumeAt, throttledUntil }: ContactFacts): ContactPlan {
  if (!mayReach(reasons)) {
    const until = reasons.includes('throttled') ? throttledUntil : null;
    return { do: 'pause', until, endsDrain: reasons.some((reason) => reason !== 'throttled') };
  }
  if (reached) return { do: 'work' };
  const isDue = isOver(resumeAt, now);
  return isDue ? { do: 'reach', endsDrain: true } : { do: 'wait', until: resumeAt, endsDrain: true };
}
