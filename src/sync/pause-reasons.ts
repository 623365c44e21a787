import { PAUSE_REASONS, type PauseReason } from '../domain/pause-reason.ts';

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
