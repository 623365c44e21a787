import type { CollectionRow, Download } from '../../db/collection-row.ts';
import { readCollection, writeMeta } from '../../db/meta-rows.ts';
import { mirrorTable } from '../../db/tables.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Clock } from '../../domain/ports.ts';
import type { ResourceName, ServerId } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import type { WireRecord } from '../../domain/wire-record.ts';
import { assertOwner, failedGet, failureText, type SyncContext, type WorkResult } from '../sync-context.ts';
import { afterBreak, cooldownAfter } from './pull-policy.ts';

/** A pull that broke off is gone on with for so long after it began, in ms: after that, little of it is still true. */
const LONGEST_BREAK_MS = 24 * 60 * 60_000;

/** A page as it was read, by which to see whether rows have moved while the pull was broken off. */
export interface LastPage {
  /** Its query string; null is the first page. */
  readonly query: string | null;
  readonly ids: readonly ServerId[];
}

/** A pull of a collection as far as it has come, in one sitting or more. */
export interface PullState {
  /** Device time in ms at which it began, and at which this sitting did. */
  readonly startedAt: number;
  readonly sittingAt: number;
  /** The collection's generation then: what is confirmed from there on is newer than what is read. */
  readonly startGeneration: number;
  /** How often the device had lost rows by then. */
  readonly gaps: number;
  /** Since when the server may have been restored to an older state; null where nothing says so. */
  readonly refusedAt: number | null;
  /** How far earlier sittings of a first pull have come, of which only the disk knows; null where there are none. */
  readonly resumed: Download | null;
  /** Whether it is the first one, and whether nothing but itself has filled the mirror, so that it may go on later. */
  readonly isFirst: boolean;
  readonly mayBreakOff: boolean;
  /** Server ids of what was read. */
  readonly seen: Set<ServerId>;
  /** Rows that may be creates of ours whose answer was lost, by mutation id. */
  readonly candidates: Map<string, WireRecord[]>;
  /** Whether all pages were of one and the same state of the collection as far as anybody can tell. */
  stable: boolean;
  /** Whether each sitting found the last page of the one before it as it was. */
  held: boolean;
  /** Rows in the whole collection, where the server tells. */
  count: number | null;
  /** Local ids of records that were left to a change that was under way. */
  unread: readonly string[];
  /** Whether records of the device are at a lower version than before. */
  wentBack: boolean;
  pages: number;
  last: LastPage | null;
  /** Query string of the page that comes next. */
  next: string | null;
  /** How long the sittings before this one took, in ms. */
  tookMs: number;
}

/** What one complete and stable pull of a collection showed; null where it was neither. */
export interface Snapshot {
  readonly resource: ResourceName;
  /** Device time in ms at which the pull began. */
  readonly startedAt: number;
  /** Rows that may be creates of ours whose answer was lost, by mutation id. */
  readonly candidates: ReadonlyMap<string, readonly WireRecord[]>;
}

/**
 * What is noted of a collection when its pull has ended.
 * @param whole whether no record was left out that is there
 */
export type EndPatch = (row: CollectionRow, whole: boolean) => Partial<CollectionRow>;

/** Begins a pull, or goes on with a first one whose earlier sittings the disk knows of. */
export async function beginPull(context: SyncContext, resource: ResourceName): Promise<PullState> {
  const { relaxed } = context.db;
  const now = context.clock.now();
  return relaxed.transaction('rw', relaxed[resource], relaxed.meta, async (tx) => {
    const row = await readCollection(tx, resource);
    const isFirst = row.pulledAt === null;
    const download = isFirst ? (row.download ?? null) : null;
    const resumed = download && download.next !== null && mayGoOn(download, now) ? download : null;
    if (!resumed && row.removed.length > 0) await writeMeta(tx, { ...row, removed: [] });
    const ids = isFirst ? await mirrorTable(tx, resource).orderBy('serverId').keys() : [];
    return {
      startedAt: resumed?.startedAt ?? now,
      sittingAt: now,
      startGeneration: resumed?.startGeneration ?? row.generation,
      gaps: (resumed ? resumed.gaps : row.gaps) ?? 0,
      refusedAt: resumed ? null : (row.refusedAt ?? null),
      resumed,
      isFirst,
      mayBreakOff: resumed !== null || (isFirst && ids.length === 0),
      seen: new Set(resumed ? (ids as ServerId[]) : []),
      candidates: new Map(),
      stable: true,
      held: resumed === null,
      count: resumed?.count ?? null,
      unread: resumed?.unread ?? [],
      wentBack: false,
      pages: 0,
      last: null,
      next: resumed?.next ?? null,
      tookMs: 0,
    };
  });
}

/** Whether a pull that broke off is still worth going on with. */
export function mayGoOn({ startedAt }: Pick<PullState, 'startedAt'>, now: number): boolean {
  return startedAt <= now && now - startedAt < LONGEST_BREAK_MS;
}

/** Returns what is known of all collections, before one answer that may tell of any of them. */
export async function beginPulls({
  db: { relaxed },
}: SyncContext): Promise<ReadonlyMap<ResourceName, CollectionRow>> {
  return relaxed.transaction('rw', relaxed.meta, async (tx) => {
    const rows = new Map<ResourceName, CollectionRow>();
    for (const resource of RESOURCE_NAMES) {
      const row = await readCollection(tx, resource);
      if (row.removed.length > 0) await writeMeta(tx, { ...row, removed: [] });
      rows.set(resource, row);
    }
    return rows;
  });
}

/** Changes what is known of collections, in one transaction. */
export async function note(
  context: SyncContext,
  resources: readonly ResourceName[],
  change: (row: CollectionRow, resource: ResourceName) => Partial<CollectionRow>,
): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  await relaxed.transaction('rw', relaxed.meta, async (tx) => {
    for (const resource of resources) {
      const row = await readCollection(tx, resource);
      await writeMeta(tx, { ...row, ...change(row, resource) });
    }
  });
}

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
