import type { CollectionRow } from '../../db/collection-row.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Clock } from '../../domain/ports.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { failedGet, failureText } from '../failed-get.ts';
import type { SyncContext, WorkResult } from '../sync-context.ts';
import { afterBreak, cooldownAfter } from './pull-policy.ts';
import { type EndPatch, note, type PullState, type Snapshot } from './pull-state.ts';

export interface PullResult {
  readonly work: WorkResult;
  /** Whether anything in the mirror was written. */
  readonly changed: boolean;
  /** Whether all pages were held, of one and the same state of the collection as far as anybody can tell. */
  readonly stable: boolean;
  /** Null where it was not stable, and where nobody can tell whether rows have moved between its sittings. */
  readonly snapshot: Snapshot | null;
  /** A pull that broke off, and goes on where it stopped as soon as the server can be reached. */
  readonly broken: boolean;
  /** What the next sitting goes on with; null where it begins anew. */
  readonly goesOn: PullState | null;
  /** A page took too long. */
  readonly timedOut: boolean;
}

/** What a pull shows that has not come to its end. */
export const BROKEN = { stable: false, snapshot: null } as const;

/**
 * What the end of a pull makes of what is known of its collection.
 * @param tookMs how long all its sittings took, in ms
 */
export function endOf(pull: PullState, tookMs: number, clock: Clock): EndPatch {
  const { held, mayBreakOff, refusedAt } = pull;
  return (row, whole) => ({
    pulledAt: whole ? pull.startedAt : row.pulledAt,
    triedAt: pull.sittingAt,
    unread: pull.unread,
    // Not where room was made since it began, or rows that it had passed over may have entered.
    complete: row.complete || (whole && (held || mayBreakOff) && (row.gaps ?? 0) === pull.gaps),
    // What an earlier pull left open, one that was not stable has not answered.
    shifted: isDoubtful(pull, row) || (!whole && row.shifted === true),
    // Not what was refused since.
    refusedAt: whole && row.refusedAt === refusedAt ? null : (row.refusedAt ?? null),
    unproven: unprovenAfter(pull, row, whole),
    cooldownUntil: cooldownAfter(clock.now(), tookMs),
    error: null,
    portal: false,
    download: null,
  });
}

/** Since when a deletion that the feed tells of may have moved rows from page to page unseen. */
function unprovenAfter(
  { count, pages, sittingAt }: PullState,
  before: CollectionRow,
  whole: boolean,
): number | null {
  if (count === null && pages > 1) return sittingAt;
  return whole ? null : (before.unproven ?? null);
}

/** Whether a change feed, which does not tell again of what it has told, may not be relied on after a pull. */
function isDoubtful({ held, mayBreakOff, count, wentBack }: PullState, { removed }: CollectionRow): boolean {
  if (!held && !mayBreakOff) return true;
  // A row that was deleted meanwhile has let those behind it move up, and nobody counts them.
  if (count === null && (!held || removed.length > 0)) return true;
  // A replica that lags behind looks like a server that was restored: the next pull shows which it was.
  return wentBack;
}

interface FailedPull {
  readonly resource: ResourceName;
  readonly pull: PullState;
  readonly answer: Answer;
  /** Whether this sitting has come any further. */
  readonly progress: boolean;
  /** How long this sitting took, in ms. */
  readonly tookMs: number;
}

/** Notes that a page did not come, and whether the next sitting goes on with what was read. */
export async function failPull(
  context: SyncContext,
  { resource, pull, answer, progress, tookMs }: FailedPull,
): Promise<Omit<PullResult, 'changed'>> {
  const work = failedGet(context, answer);
  const isPaused = work.pause === 'throttled';
  // What the server itself refuses is not asked for again at once; where it asks for a pause, when that is over.
  const isCut = answer.kind !== 'response' || isPaused;
  const goesOn = pull.pages > 0 && (isCut || work.fault) ? { ...pull, tookMs: pull.tookMs + tookMs } : null;
  const broken = isCut && (pull.isFirst || (goesOn !== null && (progress || isPaused)));
  const now = context.clock.now();
  await note(context, [resource], (row) => ({
    cooldownUntil: broken ? afterBreak(now) : cooldownAfter(now, tookMs),
    triedAt: pull.sittingAt,
    portal: pull.isFirst && work.pause === 'captivePortal',
    error: isPaused ? row.error : failureText(resource, answer, work),
  }));
  const timedOut = answer.kind === 'noAnswer' && answer.cause === 'timeout';
  return { ...BROKEN, work, broken, goesOn, timedOut };
}
