import { PAUSE_REASONS, type PauseReason } from '../../domain/pause-reason.ts';
import { isOver } from '../../outbox/retry-policy.ts';

/** What ends a pause. */
export type Lift =
  /** The next request that the server answers. */
  | 'contact'
  /** The browser says it is connected again. */
  | 'online'
  /** The same person signs in again. */
  | 'signIn'
  /** The time the server asked for is over. */
  | 'time'
  /** There is room on the device again. */
  | 'space'
  /** A person asks for it. */
  | 'person';

/** How each pause ends, and whether the engine reaches for the server meanwhile to find out. */
const PAUSES: Readonly<Record<PauseReason, { readonly lift: Lift; readonly reach: boolean }>> = {
  offline: { lift: 'online', reach: true },
  unreachable: { lift: 'contact', reach: true },
  captivePortal: { lift: 'contact', reach: true },
  serverProblem: { lift: 'contact', reach: true },
  signedOut: { lift: 'signIn', reach: false },
  throttled: { lift: 'time', reach: false },
  storageFull: { lift: 'space', reach: false },
  appFault: { lift: 'person', reach: false },
};

const AWAY: readonly PauseReason[] = ['offline', 'unreachable', 'captivePortal'];

/** The reasons with one more, in the order of `PAUSE_REASONS`; the same array when it was there already. */
export function raise(reasons: readonly PauseReason[], reason: PauseReason): readonly PauseReason[] {
  return reasons.includes(reason)
    ? reasons
    : PAUSE_REASONS.filter((known) => known === reason || reasons.includes(known));
}

/** The reasons without those that `lift` ends; the same array when it ends none. A contact proves a connection. */
export function lifted(reasons: readonly PauseReason[], lift: Lift): readonly PauseReason[] {
  const ends = (reason: PauseReason): boolean =>
    PAUSES[reason].lift === lift || (lift === 'contact' && reason === 'offline');
  return reasons.some(ends) ? reasons.filter((reason) => !ends(reason)) : reasons;
}

/** Whether reaching for the server may end the pause: false while only a person, time or space can. */
export function mayReach(reasons: readonly PauseReason[]): boolean {
  return reasons.every((reason) => PAUSES[reason].reach);
}

/** Whether there is no way to the server, as far as anybody knows. */
export function isAway(reasons: readonly PauseReason[]): boolean {
  return reasons.some((reason) => AWAY.includes(reason));
}

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

type ContactPlan =
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
