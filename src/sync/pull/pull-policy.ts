import type { Random } from '../../domain/ports.ts';
import { isWaitOver } from '../../domain/waits.ts';
import { SECOND_CHECK_MS } from '../../outbox/retry-policy.ts';

/*
 * PullPlan: when a collection is due. Pace: how its pages are requested. ProbeRun: how often unknown creates cause a
 * pull. MarkerHistory: false alarms. RateLimitBackoff: how long a throttling server is left alone.
 * All times are device times in ms. pull-memory.ts holds these states; plan-pull.ts picks one task.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const USUAL = MINUTE;
const LONGEST = 10 * MINUTE;
/** Some servers ignore `page_size`. If the polled page has more rows than this, it is polled less often. */
const A_PAGE = 100;
/** With an event stream, a poll only finds what the server forgot to announce. */
const WITH_STREAM = 20 * MINUTE;
const SHORTEST = 2 * SECOND;
/** After a pull, waits 20 times as long as it took: 10,000 records at 20 a page are 500 requests. */
const COOLDOWN_FACTOR = 20;
/** In ms. The delay is random between these: a person is waiting, but many devices learn of the change at once. */
const EVENT_AFTER_MS = 250;
const EVENT_WITHIN_MS = 750;
const LONGEST_COOLDOWN = 60 * MINUTE;
/** In ms. The first wait between pages, once the server throttles a pull before it has read a new row. */
const FIRST_PACE_MS = SECOND;
const SLOWEST_PACE_MS = 16 * SECOND;
/** Refusals closer together count as one. */
const BURST_MS = 30 * SECOND;
const FORGET_MS = 15 * MINUTE;
const FIRST_REST_MS = MINUTE;
const LONGEST_REST_MS = 10 * MINUTE;

export interface PullPlan {
  readonly startedAt: number;
  /** Before this time, only an event or 'Sync now' causes a pull. */
  readonly cooldownUntil: number;
  readonly usualAt: number;
  readonly markerReadAt: number;
  /** Next poll for a marker. */
  readonly markerAt: number;
  /** Next whole pull, if no marker shows a change before. */
  readonly wholeAt: number;
  readonly activeAt: number;
  readonly wanted: boolean;
  /** An announced change is read by this time, despite the cooldown. */
  readonly eventDueAt: number | null;
}

export const NO_PULL_YET: PullPlan = {
  startedAt: 0,
  cooldownUntil: 0,
  usualAt: 0,
  markerReadAt: 0,
  markerAt: 0,
  wholeAt: 0,
  activeAt: 0,
  wanted: true,
  eventDueAt: null,
};

/**
 * Returns null if the tab is hidden and no pull was requested.
 * @param marked whether markers are polled between pulls
 */
export function nextPullAt(plan: PullPlan, visible: boolean, marked = false): number | null {
  if (plan.wanted) return Math.min(plan.cooldownUntil, plan.eventDueAt ?? Number.POSITIVE_INFINITY);
  return visible ? Math.max(plan.cooldownUntil, marked ? plan.wholeAt : plan.usualAt) : null;
}

export function pullWanted(plan: PullPlan, now: number): PullPlan {
  return { ...plan, wanted: true, activeAt: now };
}

export function pullStarted(plan: PullPlan, now: number): PullPlan {
  return { ...plan, startedAt: now, wanted: false, eventDueAt: null };
}

export function cooldownAfter(now: number, tookMs: number): number {
  return now + Math.min(LONGEST_COOLDOWN, Math.max(SHORTEST, COOLDOWN_FACTOR * tookMs));
}

export function afterBreak(now: number): number {
  return now + SHORTEST;
}

export function pullBroken(plan: PullPlan, now: number): PullPlan {
  return { ...plan, wanted: true, cooldownUntil: afterBreak(now) };
}

export interface PullEnd {
  readonly now: number;
  readonly tookMs: number;
  readonly changed: boolean;
  readonly whole: boolean;
  readonly failed: boolean;
  readonly hasEventStream?: boolean;
}

/**
 * Plans the next pull. The pause grows with the time since the last change or request, not with the number of pulls:
 * opening lists often must not make pulls rarer.
 */
export function pullEnded(plan: PullPlan, end: PullEnd, random: Random): PullPlan {
  const { now, tookMs, changed, whole, failed, hasEventStream = false } = end;
  const activeAt = changed ? now : plan.activeAt;
  const cooldownUntil = cooldownAfter(now, tookMs);
  const soon = now + USUAL * aTenthMoreOrLess(random);
  if (failed) return { ...plan, activeAt, cooldownUntil, usualAt: soon, markerAt: soon, wholeAt: soon };
  const usualAt =
    now + (hasEventStream ? WITH_STREAM : pauseAfter(now - activeAt)) * aTenthMoreOrLess(random);
  const wholeAt = whole ? now + LONGEST * (0.9 + 0.1 * random()) : usualAt;
  return { ...plan, activeAt, cooldownUntil, usualAt, markerAt: soon, wholeAt };
}

function pauseAfter(quietMs: number): number {
  return Math.min(LONGEST, Math.max(USUAL, quietMs));
}

function aTenthMoreOrLess(random: Random): number {
  return 0.9 + 0.2 * random();
}

export function markerSeen(
  plan: PullPlan,
  { now, tookMs, rows }: { readonly now: number; readonly tookMs: number; readonly rows: number },
  random: Random,
): PullPlan {
  const pause = Math.min(LONGEST, USUAL * Math.max(1, rows / A_PAGE));
  const markerAt = Math.max(cooldownAfter(now, tookMs), now + pause * aTenthMoreOrLess(random));
  return { ...plan, markerReadAt: now, markerAt };
}

/** Takes over the last leader's cooldown, unless 'Sync now' came later or the clock was set back. */
export function pullInherited(
  plan: PullPlan,
  row: { readonly cooldownUntil?: number; readonly triedAt?: number },
  { now, askedAt }: { readonly now: number; readonly askedAt: number },
): PullPlan {
  const { cooldownUntil = 0, triedAt = 0 } = row;
  const isVoid = triedAt > now || triedAt < askedAt || isWaitOver(cooldownUntil, now, LONGEST_COOLDOWN);
  return isVoid ? plan : { ...plan, cooldownUntil };
}

export function pullAfterReconnect(plan: PullPlan, now: number): PullPlan {
  const soon = Math.max(now, plan.startedAt + USUAL, plan.markerReadAt + USUAL);
  return {
    ...plan,
    activeAt: now,
    usualAt: Math.min(plan.usualAt, soon),
    markerAt: Math.min(plan.markerAt, soon),
  };
}

/** Replans even during a read, which may have begun before the change. */
export function pullAfterEvent(plan: PullPlan, now: number, random: Random): PullPlan {
  const soon = now + EVENT_AFTER_MS + (EVENT_WITHIN_MS - EVENT_AFTER_MS) * random();
  return { ...pullWanted(plan, now), eventDueAt: Math.min(plan.eventDueAt ?? soon, soon) };
}

export interface MarkerHistory {
  readonly last: string | null;
  readonly readFor: string | null;
  readonly alarmed: boolean;
  readonly falseAlarms: number;
  readonly newestFirst: boolean;
}

export const NO_MARKER_YET: MarkerHistory = {
  last: null,
  readFor: null,
  alarmed: false,
  falseAlarms: 0,
  newestFirst: true,
};

export function afterWholePull(history: MarkerHistory, changed: boolean): MarkerHistory {
  const inVain = history.alarmed ? history.falseAlarms + 1 : history.falseAlarms;
  return { ...history, falseAlarms: changed ? 0 : inVain, alarmed: false };
}

export interface Pace {
  /** A page took too long, so pages are smaller and have more time. */
  readonly small: boolean;
  readonly oneByOne: boolean;
  /** In ms. The wait between two pages, for a server that throttles the second of two requests in a row. */
  readonly paceMs: number;
}

interface PacedSitting {
  readonly isThrottled: boolean;
  readonly isStuck: boolean;
  readonly timedOut: boolean;
  readonly stable: boolean;
  readonly isSlow: boolean;
}

export const USUAL_PACE: Pace = { small: false, oneByOne: false, paceMs: 0 };

export function paceAfter(
  { small, oneByOne, paceMs }: Pace,
  { isThrottled, isStuck, timedOut, stable, isSlow }: PacedSitting,
): Pace {
  const slower = isStuck ? Math.min(SLOWEST_PACE_MS, 2 * paceMs || FIRST_PACE_MS) : paceMs;
  const isPatientAgain = stable && !isThrottled;
  return {
    small: timedOut || (small && !(stable && !isSlow)),
    oneByOne: isThrottled || (oneByOne && !isPatientAgain),
    paceMs: isPatientAgain ? 0 : slower,
  };
}

export interface ProbeRun {
  readonly count: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly tookMs: number;
}

/**
 * Ignores the cooldown, because a person is waiting. The first two pulls are half a minute apart. Later pulls wait
 * longer, or a server that loses every answer would be read all day.
 */
export function probeFrom(run: ProbeRun | null, now: number): number {
  if (run === null || run.endedAt > now) return now;
  const { count, startedAt, endedAt, tookMs } = run;
  const factor = Math.min(COOLDOWN_FACTOR, 2 ** (count - 1) - 1);
  return Math.max(startedAt + SECOND_CHECK_MS, endedAt + factor * tookMs);
}

export function probeRead(before: ProbeRun | null, read: Omit<ProbeRun, 'count'>): ProbeRun {
  const goesOn =
    before !== null &&
    before.endedAt <= read.startedAt &&
    read.startedAt < before.endedAt + Math.max(SECOND_CHECK_MS, COOLDOWN_FACTOR * before.tookMs);
  return { ...read, count: goesOn ? before.count + 1 : 1 };
}

export interface RateLimitBackoff {
  readonly refusedAt: number;
  readonly forMs: number;
  readonly until: number;
}

export const NEVER_REFUSED: RateLimitBackoff = { refusedAt: Number.NEGATIVE_INFINITY, forMs: 0, until: 0 };

/** The first refusal may come from our own burst. Each further one doubles the wait. */
export function afterRefusal(spared: RateLimitBackoff, now: number, random: Random): RateLimitBackoff {
  const since = now - spared.refusedAt;
  if (since >= 0 && since < BURST_MS) return { ...spared, refusedAt: now };
  const isAgain = since >= BURST_MS && since < FORGET_MS;
  const forMs = isAgain ? Math.min(LONGEST_REST_MS, 2 * spared.forMs || FIRST_REST_MS) : 0;
  return { refusedAt: now, forMs, until: now + forMs * (0.9 + 0.1 * random()) };
}

/** Returns 0 if the clock was set back. */
export function restUntil({ until }: RateLimitBackoff, now: number): number {
  return isWaitOver(until, now, LONGEST_REST_MS) ? 0 : until;
}
