import type { PauseReason } from '../../domain/pause-reason.ts';
import { heads } from '../../outbox/lane.ts';
import { isOver } from '../../outbox/retry-policy.ts';
import { earliest } from '../earliest.ts';
import { mayReach } from '../pause-reasons.ts';
import type { Poll } from '../poll.ts';
import { type PullAction, type PullFacts, planPull } from '../pull/plan-pull.ts';
import { nextProbeAt, windowSize } from '../push/lanes.ts';
import { type PushFacts, type PushPlan, planPushes } from '../push/plan-pushes.ts';

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

/** What decides about the work, beside what the loop has seen. */
export interface WorkFacts {
  readonly pull: PullFacts;
  /** How many requests are under way for what is being read, and whether the dashboard's figures are being read. */
  readonly reads: number;
  readonly readsStats: boolean;
  /** Whether a pull may be begun: not while another tab waits to lead. */
  readonly mayRead: boolean;
  readonly push: Omit<PushFacts, 'window' | 'pulling'>;
  /** The collection that is being read, or the feed; null where nothing is. */
  readonly pulling: string | null;
}

export type Action =
  /** `request`: device time in ms at which a screen asked for the figures. */
  | { readonly do: 'readStats'; readonly request: number }
  | { readonly do: 'read'; readonly what: PullAction }
  | { readonly do: 'send'; readonly pushes: PushPlan };

export interface WorkPlan {
  readonly actions: readonly Action[];
  /** Device time in ms at which to check again; null is when something changes. */
  readonly recheckAt: number | null;
}

/** Decides what is begun now: at most one pull, and what the lanes and the connections allow to be sent beside it. */
export function planWork(poll: Poll, facts: WorkFacts): WorkPlan {
  const { mayRead, push } = facts;
  const actions: Action[] = [];
  const request = facts.readsStats || !mayRead ? null : statsWanted(poll);
  if (request !== null) actions.push({ do: 'readStats', request });
  const pull = planPull(poll, facts.pull);
  const what: PullAction = mayRead || pull.do === 'wait' ? pull : { do: 'wait', until: null };
  if (what.do !== 'wait') actions.push({ do: 'read', what });
  const readsStats = facts.readsStats || request !== null;
  const reads = Math.max(facts.reads + (what.do === 'wait' ? 0 : 1), readsStats ? 1 : 0);
  const window = windowSize(push.successes, reads);
  const pushes = planPushes(poll, { ...push, window, pulling: pullingAfter(what) ?? facts.pulling });
  actions.push({ do: 'send', pushes });
  const { now } = facts.pull;
  const pullAt = what.do === 'wait' ? what.until : null;
  return { actions, recheckAt: earliest([pullAt, pushes.dueAt, nextProbeAt(poll.open, now)]) };
}

/** When a screen asked for the dashboard's figures, where that is not answered; device time in ms. */
function statsWanted({ meta }: Poll): number | null {
  const request = meta.get('request:dashboard');
  return request && request.at !== meta.get('dashboard')?.answers ? request.at : null;
}

/** What holds an update back once this has begun; null where that is nothing. */
function pullingAfter(what: PullAction): string | null {
  if (what.do === 'pull') return what.resource;
  return what.do === 'beginFeed' || what.do === 'follow' ? 'feed' : null;
}

/**
 * Since when changes have been waiting to be sent; null when none does. A drain begins with the first change that waits and
 * ends when none is left to send, or none can be sent: what waits behind a change that waits for a person does not keep it
 * going.
 * @param before what it was at the last poll
 * @param now device time in ms
 */
export function drainAfter(
  before: number | null,
  { open, held }: Pick<Poll, 'open' | 'held'>,
  now: number,
): number | null {
  const draining = heads(open).some(
    ({ id, state }) => state === 'sending' || (state === 'queued' && !held.has(id)),
  );
  // Never later than now, in case the clock was put back.
  return draining ? Math.min(before ?? now, now) : null;
}
