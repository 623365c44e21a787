import { PAUSE_REASONS, type PauseReason } from '../../domain/answer.ts';
import { earliest, isWaitOver } from '../../domain/waits.ts';

export type Lift =
  | 'contact'
  | 'online'
  | 'signIn'
  | 'time'
  | 'space'
  /** A person presses 'Sync now'. */
  | 'person';

/** `reach`: the engine keeps trying to reach the server. */
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

export function raise(reasons: readonly PauseReason[], reason: PauseReason): readonly PauseReason[] {
  return reasons.includes(reason)
    ? reasons
    : PAUSE_REASONS.filter((known) => known === reason || reasons.includes(known));
}

/** Returns the same array if nothing changes. A contact also ends `offline`. */
export function lifted(reasons: readonly PauseReason[], lift: Lift): readonly PauseReason[] {
  const ends = (reason: PauseReason): boolean =>
    PAUSES[reason].lift === lift || (lift === 'contact' && reason === 'offline');
  return reasons.some(ends) ? reasons.filter((reason) => !ends(reason)) : reasons;
}

/** Returns false if no request can end the pause. */
export function mayReach(reasons: readonly PauseReason[]): boolean {
  return reasons.every((reason) => PAUSES[reason].reach);
}

export function isAway(reasons: readonly PauseReason[]): boolean {
  return reasons.some((reason) => AWAY.includes(reason));
}

export interface ContactFacts {
  readonly now: number;
  readonly reasons: readonly PauseReason[];
  readonly reached: boolean;
  readonly resumeAt: number;
  readonly throttledUntil: number;
  readonly fullUntil: number;
}

type ContactPlan =
  /** `until`: null waits until something changes. */
  | { readonly do: 'pause'; readonly until: number | null; readonly endsDrain: boolean }
  | { readonly do: 'wait'; readonly until: number; readonly endsDrain: true }
  | { readonly do: 'reach'; readonly endsDrain: true }
  | { readonly do: 'work' };

/** Throttling does not end the drain, because the pulls at its end would use up what the server allows. */
export function planContact(facts: ContactFacts): ContactPlan {
  const { now, reasons, reached, resumeAt, throttledUntil, fullUntil } = facts;
  if (!mayReach(reasons)) {
    const until = earliest([
      reasons.includes('throttled') ? throttledUntil : null,
      reasons.includes('storageFull') ? fullUntil : null,
    ]);
    return { do: 'pause', until, endsDrain: reasons.some((reason) => reason !== 'throttled') };
  }
  if (reached) return { do: 'work' };
  const isDue = isWaitOver(resumeAt, now);
  return isDue ? { do: 'reach', endsDrain: true } : { do: 'wait', until: resumeAt, endsDrain: true };
}
