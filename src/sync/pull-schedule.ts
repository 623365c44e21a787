import type { Random } from '../domain/ports.ts';

const SECOND = 1000;
const USUAL = 60 * SECOND;
const LONGEST = 600 * SECOND;
const SHORTEST = 2 * SECOND;
/** A pull may take a twentieth of the time at most: 10,000 records at 20 a page are 500 requests. */
const REST_FACTOR = 20;
/** Somebody waits to see what has changed; and many devices hear of it at the same moment. In ms. */
const POKED_AFTER = 250;
const POKED_WITHIN = 750;
/** However large a company is, and however slow its server. */
export const LONGEST_REST = 60 * 60 * SECOND;

/** When a collection was last read and when it is read again. Device times in ms. */
export interface PullPlan {
  /** 0 before the first pull. */
  readonly startedAt: number;
  /** Not before this, whoever asks. */
  readonly restUntil: number;
  /** Without being asked, while the app is on the screen. */
  readonly usualAt: number;
  /** Pulls in a row that changed nothing. */
  readonly idle: number;
  /** A screen, a drained outbox or a return to the screen asks for it. */
  readonly wanted: boolean;
  /** The server has said that something has changed: it is read by then, whatever rest the last reading wants. */
  readonly pokedFor: number | null;
}

export const NO_PULL_YET: PullPlan = {
  startedAt: 0,
  restUntil: 0,
  usualAt: 0,
  idle: 0,
  wanted: true,
  pokedFor: null,
};

/** When the next pull is due; null when only a wish can make it due (a hidden tab). */
export function nextPullAt(plan: PullPlan, visible: boolean): number | null {
  if (plan.wanted) return Math.min(plan.restUntil, plan.pokedFor ?? Number.POSITIVE_INFINITY);
  return visible ? Math.max(plan.restUntil, plan.usualAt) : null;
}

export function pullStarted(plan: PullPlan, now: number): PullPlan {
  return { ...plan, startedAt: now, wanted: false, pokedFor: null };
}

/** Device time in ms before which a reading that is over `now` and took `tookMs` is not repeated. */
export function restAfter(now: number, tookMs: number): number {
  return now + Math.min(LONGEST_REST, Math.max(SHORTEST, REST_FACTOR * tookMs));
}

/** Device time in ms from which on a first reading that broke off may go on. */
export function afterBreak(now: number): number {
  return now + SHORTEST;
}

/** A first reading broke off: it goes on as soon as the server can be reached. */
export function pullBroken(plan: PullPlan, now: number): PullPlan {
  return { ...plan, wanted: true, restUntil: afterBreak(now) };
}

/** Plans the next pull: in a minute, backing off to ten while nothing changes, with a tenth of jitter. */
export function pullEnded(
  plan: PullPlan,
  now: number,
  { tookMs, changed }: { readonly tookMs: number; readonly changed: boolean },
  random: Random,
): PullPlan {
  const idle = changed ? 0 : plan.idle + 1;
  const usual = Math.min(LONGEST, USUAL * 2 ** Math.max(0, Math.min(idle, 10) - 1));
  return {
    ...plan,
    restUntil: restAfter(now, tookMs),
    usualAt: now + usual * (0.9 + 0.2 * random()),
    idle,
  };
}

/**
 * The server says that something has changed: it is read soon, however long the last reading took. What is being read
 * now may have been asked for before the change.
 */
export function pullPoked(plan: PullPlan, now: number, random: Random): PullPlan {
  const soon = now + POKED_AFTER + (POKED_WITHIN - POKED_AFTER) * random();
  return { ...plan, wanted: true, pokedFor: Math.min(plan.pokedFor ?? soon, soon) };
}
