import type { Random } from '../../domain/ports.ts';
import { isOver, SECOND_CHECK_MS } from '../../outbox/retry-policy.ts';

/*
 * Decides how soon and how patiently collections are read: when each is due (PullPlan), how its pages are requested (Pace),
 * how often it is read for unknown creates (ProbeRun), which markers were false alarms (MarkerHistory), and when a
 * throttling server gets a rest (SparedServer).
 * All times are device times in ms. pull-memory.ts holds the states, plan-pull.ts picks one task.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const USUAL = MINUTE;
const LONGEST = 10 * MINUTE;
/** Rows of a page that is small enough to be polled each minute. */
const A_PAGE = 100;
/** Where the server tells of each change, a poll is only for what it may have forgotten to tell. */
const TOLD = 20 * MINUTE;
const SHORTEST = 2 * SECOND;
/** A pull may take a twentieth of the time at most: 10,000 records at 20 a page are 500 requests. */
const COOLDOWN_FACTOR = 20;
/** Somebody waits to see what has changed; and many devices hear of it at the same moment. In ms. */
const EVENT_AFTER_MS = 250;
const EVENT_WITHIN_MS = 750;
/** However large a company is, and however slow its server. */
const LONGEST_COOLDOWN = 60 * MINUTE;
/** Waits between two pages where the server has refused the second one of each sitting. */
const FIRST_PACE_MS = SECOND;
const SLOWEST_PACE_MS = 16 * SECOND;
/** Refusals closer together than this are of one burst. */
const BURST_MS = 30 * SECOND;
/** A server that has not refused for so long may be asked as usual. */
const FORGET_MS = 15 * MINUTE;
const FIRST_REST_MS = MINUTE;
const LONGEST_REST_MS = 10 * MINUTE;

/** When a collection was last read and when it is read again. */
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

/** Returns when a pull that ended `now` and took `tookMs` may be repeated. */
export function cooldownAfter(now: number, tookMs: number): number {
  return now + Math.min(LONGEST_COOLDOWN, Math.max(SHORTEST, COOLDOWN_FACTOR * tookMs));
}

/** Returns when a first pull that broke off may go on. */
export function afterBreak(now: number): number {
  return now + SHORTEST;
}

/** A first pull broke off: it goes on as soon as the server can be reached. */
export function pullBroken(plan: PullPlan, now: number): PullPlan {
  return { ...plan, wanted: true, cooldownUntil: afterBreak(now) };
}

/** What a pull came to. */
export interface PullEnd {
  /** When it ended, and how long it took. */
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

/** The last leader's pull wants its cooldown as well, unless a person has asked since or the clock was put back. */
export function pullInherited(
  plan: PullPlan,
  row: { readonly cooldownUntil?: number; readonly triedAt?: number },
  { now, askedAt }: { readonly now: number; readonly askedAt: number },
): PullPlan {
  const { cooldownUntil = 0, triedAt = 0 } = row;
  const isVoid = triedAt > now || triedAt < askedAt || isOver(cooldownUntil, now, LONGEST_COOLDOWN);
  return isVoid ? plan : { ...plan, cooldownUntil };
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

/** What the last markers of a collection have shown, and come to. */
export interface MarkerHistory {
  /** The last marker, and the last one for which all was read. */
  readonly last: string | null;
  readonly readFor: string | null;
  /** All is being read, or is to be, because of a marker. */
  readonly alarmed: boolean;
  /** How often in a row that was for nothing. */
  readonly falseAlarms: number;
  /** Whether the server is asked for what was changed last. */
  readonly newestFirst: boolean;
}

export const NO_MARKER_YET: MarkerHistory = {
  last: null,
  readFor: null,
  alarmed: false,
  falseAlarms: 0,
  newestFirst: true,
};

/** Returns the history after the whole collection was read. */
export function afterWholePull(history: MarkerHistory, changed: boolean): MarkerHistory {
  const inVain = history.alarmed ? history.falseAlarms + 1 : history.falseAlarms;
  return { ...history, falseAlarms: changed ? 0 : inVain, alarmed: false };
}

/** How the pages of a collection are to be asked for. */
export interface Pace {
  /** A page took too long: until they are soon there again, pages are smaller and have more time. */
  readonly small: boolean;
  /** The server has asked for patience. */
  readonly oneByOne: boolean;
  /** How long to wait between two pages, in ms, where the server allows no two requests in a row. */
  readonly paceMs: number;
}

/** What a sitting of a pull says of the server. */
interface PacedSitting {
  readonly isThrottled: boolean;
  /** It has come no further than the one before it. */
  readonly isStuck: boolean;
  readonly timedOut: boolean;
  /** It has read everything. */
  readonly stable: boolean;
  /** Its last page took too long for others to share the link. */
  readonly isSlow: boolean;
}

export const USUAL_PACE: Pace = { small: false, oneByOne: false, paceMs: 0 };

/** Returns how patiently to request pages after a sitting. */
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

/** Pulls of one collection for the sake of unknown creates, in a row. */
export interface ProbeRun {
  readonly count: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly tookMs: number;
}

/**
 * Returns when a collection may be read for unknown creates. The cooldown after a pull holds back polling, not this: a
 * person's change waits for it. The first two pulls, which prove a create absent, are half a minute apart. Each further one
 * in a row waits longer, so that a server that loses every answer is not read all day.
 * A clock that was put back makes the run void.
 */
export function probeFrom(run: ProbeRun | null, now: number): number {
  if (run === null || run.endedAt > now) return now;
  const { count, startedAt, endedAt, tookMs } = run;
  const factor = Math.min(COOLDOWN_FACTOR, 2 ** (count - 1) - 1);
  return Math.max(startedAt + SECOND_CHECK_MS, endedAt + factor * tookMs);
}

/** The run after a further pull: it begins anew where the usual cooldown has passed since the last one. */
export function probeRead(before: ProbeRun | null, read: Omit<ProbeRun, 'count'>): ProbeRun {
  const goesOn =
    before !== null &&
    before.endedAt <= read.startedAt &&
    read.startedAt < before.endedAt + Math.max(SECOND_CHECK_MS, COOLDOWN_FACTOR * before.tookMs);
  return { ...read, count: goesOn ? before.count + 1 : 1 };
}

/**
 * A server that counts requests is spared those that nobody waits for: pulls and changes that somebody waits for have what
 * it allows, on this device and on others that share it.
 */
export interface SparedServer {
  readonly refusedAt: number;
  readonly forMs: number;
  readonly until: number;
}

export const NEVER_REFUSED: SparedServer = { refusedAt: Number.NEGATIVE_INFINITY, forMs: 0, until: 0 };

/** One refusal may have been a burst of our own. From the second on, the server is spared twice as long each time. */
export function serverRefused(spared: SparedServer, now: number, random: Random): SparedServer {
  const since = now - spared.refusedAt;
  if (since >= 0 && since < BURST_MS) return { ...spared, refusedAt: now };
  const isAgain = since >= BURST_MS && since < FORGET_MS;
  const forMs = isAgain ? Math.min(LONGEST_REST_MS, 2 * spared.forMs || FIRST_REST_MS) : 0;
  return { refusedAt: now, forMs, until: now + forMs * (0.9 + 0.1 * random()) };
}

/** Returns until when the server is spared. A clock that was put back makes it void. */
export function sparedUntil({ until }: SparedServer, now: number): number {
  return isOver(until, now, LONGEST_REST_MS) ? 0 : until;
}
