import type { Random } from '../../domain/ports.ts';

const SECOND = 1000;
const USUAL = 60 * SECOND;
const LONGEST = 600 * SECOND;
/** Rows of a page that is small enough to be polled each minute. */
const A_PAGE = 100;
/** Where the server tells of each change, a poll is only for what it may have forgotten to tell. */
const TOLD = 1200 * SECOND;
const SHORTEST = 2 * SECOND;
/** A pull may take a twentieth of the time at most: 10,000 records at 20 a page are 500 requests. */
const COOLDOWN_FACTOR = 20;
/** Somebody waits to see what has changed; and many devices hear of it at the same moment. In ms. */
const EVENT_AFTER_MS = 250;
const EVENT_WITHIN_MS = 750;
/** However large a company is, and however slow its server. */
export const LONGEST_COOLDOWN = 60 * 60 * SECOND;

/** When a collection was last read and when it is read again. Device times in ms. */
export interface PullPlan {
  /** 0 before the first pull. */
  readonly startedAt: number;
  /** Not before this, whoever asks. */
  readonly cooldownUntil: number;
  /** Without being asked, while the app is on the screen: of a collection whose changes no cheaper marker shows. */
  readonly usualAt: number;
  /** When a change marker was last polled for and when it is again, and when all is read where there was none. */
  readonly markerReadAt: number;
  readonly markerAt: number;
  readonly wholeAt: number;
  /** When something was last seen to have changed, or a person last did something. */
  readonly activeAt: number;
  /** A screen, a drained outbox or a return to the screen asks for it, or a change marker does. */
  readonly wanted: boolean;
  /** The server has said that something has changed: it is read by then, whatever cooldown the last pull wants. */
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
 * When the next pull is due; null when only a pull request can make it due (a hidden tab).
 * @param marked whether change markers are polled for between two pulls
 */
export function nextPullAt(plan: PullPlan, visible: boolean, marked = false): number | null {
  if (plan.wanted) return Math.min(plan.cooldownUntil, plan.eventDueAt ?? Number.POSITIVE_INFINITY);
  return visible ? Math.max(plan.cooldownUntil, marked ? plan.wholeAt : plan.usualAt) : null;
}

/** Somebody asks for a pull, or does something after which others' changes should soon be seen. */
export function pullWanted(plan: PullPlan, now: number): PullPlan {
  return { ...plan, wanted: true, activeAt: now };
}

export function pullStarted(plan: PullPlan, now: number): PullPlan {
  return { ...plan, startedAt: now, wanted: false, eventDueAt: null };
}

/** Device time in ms before which a pull that is over `now` and took `tookMs` is not repeated. */
export function cooldownAfter(now: number, tookMs: number): number {
  return now + Math.min(LONGEST_COOLDOWN, Math.max(SHORTEST, COOLDOWN_FACTOR * tookMs));
}

/** Device time in ms from which on a first pull that broke off may go on. */
export function afterBreak(now: number): number {
  return now + SHORTEST;
}

/** A first pull broke off: it goes on as soon as the server can be reached. */
export function pullBroken(plan: PullPlan, now: number): PullPlan {
  return { ...plan, wanted: true, cooldownUntil: afterBreak(now) };
}

/** What a pull came to. */
export interface PullEnd {
  /** Device time in ms at which it ended, and how long it took. */
  readonly now: number;
  readonly tookMs: number;
  /** Whether the server was seen to have changed something. */
  readonly changed: boolean;
  /** Whether it showed the collection as it is: all of it, at one time. */
  readonly whole: boolean;
  /** The server could not be reached, or asked for a pause. */
  readonly failed: boolean;
  /** The server tells of each change. */
  readonly told?: boolean;
}

/**
 * Plans the next pull, with a tenth of jitter: in a minute, and where nothing has changed and nobody has done anything
 * for longer, after as long again, ten minutes at most. Time counts and not pulls: who opens a list often does not make it
 * rarer. One that failed changes nothing but that it is due in a minute.
 */
export function pullEnded(plan: PullPlan, end: PullEnd, random: Random): PullPlan {
  const { now, tookMs, changed, whole, failed, told = false } = end;
  const activeAt = changed ? now : plan.activeAt;
  const cooldownUntil = cooldownAfter(now, tookMs);
  const soon = now + USUAL * aTenthMoreOrLess(random);
  if (failed) return { ...plan, activeAt, cooldownUntil, usualAt: soon, markerAt: soon, wholeAt: soon };
  const usualAt = now + (told ? TOLD : pauseAfter(now - activeAt)) * aTenthMoreOrLess(random);
  const wholeAt = whole ? now + LONGEST * (0.9 + 0.1 * random()) : usualAt;
  return { ...plan, activeAt, cooldownUntil, usualAt, markerAt: soon, wholeAt };
}

/** In ms, where nothing has happened for `quietMs`. */
function pauseAfter(quietMs: number): number {
  return Math.min(LONGEST, Math.max(USUAL, quietMs));
}

function aTenthMoreOrLess(random: Random): number {
  return 0.9 + 0.2 * random();
}

/**
 * A marker was polled for, which took `tookMs` and brought so many rows: it is polled for again in a minute, or later where
 * that would be more than a twentieth of the time, or where a page has more than a few rows.
 */
export function markerSeen(
  plan: PullPlan,
  { now, tookMs, rows }: { readonly now: number; readonly tookMs: number; readonly rows: number },
  random: Random,
): PullPlan {
  const pause = Math.min(LONGEST, USUAL * Math.max(1, rows / A_PAGE));
  const markerAt = Math.max(cooldownAfter(now, tookMs), now + pause * aTenthMoreOrLess(random));
  return { ...plan, markerReadAt: now, markerAt };
}

/** The server can be reached again: what was not seen meanwhile is polled for, a minute after the last poll. */
export function pullHealed(plan: PullPlan, now: number): PullPlan {
  const soon = Math.max(now, plan.startedAt + USUAL, plan.markerReadAt + USUAL);
  return {
    ...plan,
    activeAt: now,
    usualAt: Math.min(plan.usualAt, soon),
    markerAt: Math.min(plan.markerAt, soon),
  };
}

/**
 * The server says that something has changed: it is read soon, however long the last pull took. What is being read
 * now may have been asked for before the change.
 */
export function pullAfterEvent(plan: PullPlan, now: number, random: Random): PullPlan {
  const soon = now + EVENT_AFTER_MS + (EVENT_WITHIN_MS - EVENT_AFTER_MS) * random();
  return { ...pullWanted(plan, now), eventDueAt: Math.min(plan.eventDueAt ?? soon, soon) };
}
