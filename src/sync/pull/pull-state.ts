import type { CollectionRow } from '../../db/collection-row.ts';
import { readCollection, writeMeta } from '../../db/meta-rows.ts';
import { mirrorTable } from '../../db/tables.ts';
import type { Answer, WireRecord } from '../../domain/answer.ts';
import type { Clock } from '../../domain/ports.ts';
import type { RecordKind, ResourceName, ServerId } from '../../domain/resource-spec.ts';
import { RECORD_KINDS } from '../../domain/resource-specs.ts';
import { assertOwner, failedGet, failureText, type SyncContext, type WorkResult } from '../sync-context.ts';
import { afterBreak, cooldownAfter } from './pull-policy.ts';

/** In ms. After a longer break, little of an interrupted pull is still true. */
const LONGEST_BREAK_MS = 24 * 60 * 60_000;

export interface LastPage {
  readonly query: string | null;
  readonly ids: readonly ServerId[];
}

export interface PullState {
  /** Device times in ms of the pull's and this sitting's start. */
  readonly startedAt: number;
  readonly sittingAt: number;
  readonly startGeneration: number;
  readonly gaps: number;
  /** Device time in ms since which the server may show an older state. */
  readonly refusedAt: number | null;
  /** Progress of earlier sittings, from the disk. */
  readonly resumed: NonNullable<CollectionRow['download']> | null;
  readonly isFirst: boolean;
  /** Only this first pull has filled the mirror, so it may resume in any tab. */
  readonly mayBreakOff: boolean;
  readonly seen: Set<ServerId>;
  readonly candidates: Map<string, WireRecord[]>;
  /** All pages seem to show one state. */
  stable: boolean;
  /** Each sitting found the previous sitting's last page unchanged. */
  held: boolean;
  count: number | null;
  /** Local ids of records left alone because a change was under way. */
  unread: readonly string[];
  wentBack: boolean;
  pages: number;
  last: LastPage | null;
  next: string | null;
  tookMs: number;
}

export interface Snapshot {
  readonly resource: ResourceName;
  readonly startedAt: number;
  readonly candidates: ReadonlyMap<string, readonly WireRecord[]>;
}

export type EndPatch = (row: CollectionRow, whole: boolean) => Partial<CollectionRow>;

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

export function mayGoOn({ startedAt }: Pick<PullState, 'startedAt'>, now: number): boolean {
  return startedAt <= now && now - startedAt < LONGEST_BREAK_MS;
}

export async function beginPulls({
  db: { relaxed },
}: SyncContext): Promise<ReadonlyMap<RecordKind, CollectionRow>> {
  return relaxed.transaction('rw', relaxed.meta, async (tx) => {
    const rows = new Map<RecordKind, CollectionRow>();
    for (const resource of RECORD_KINDS) {
      const row = await readCollection(tx, resource);
      if (row.removed.length > 0) await writeMeta(tx, { ...row, removed: [] });
      rows.set(resource, row);
    }
    return rows;
  });
}

export async function note<K extends RecordKind>(
  context: SyncContext,
  resources: readonly K[],
  change: (row: CollectionRow, resource: K) => Partial<CollectionRow>,
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
  readonly changed: boolean;
  readonly stable: boolean;
  /** Null if the pull proves nothing about unknown creates. */
  readonly snapshot: Snapshot | null;
  readonly broken: boolean;
  readonly goesOn: PullState | null;
  readonly timedOut: boolean;
}

export const BROKEN = { stable: false, snapshot: null } as const;

export function endOf(pull: PullState, tookMs: number, clock: Clock): EndPatch {
  const { held, mayBreakOff, refusedAt } = pull;
  return (row, whole) => ({
    pulledAt: whole ? pull.startedAt : row.pulledAt,
    triedAt: pull.sittingAt,
    unread: pull.unread,
    // Not complete if `notWhole` was called after the pull began.
    complete: row.complete || (whole && (held || mayBreakOff) && (row.gaps ?? 0) === pull.gaps),
    shifted: isDoubtful(pull, row) || (!whole && row.shifted === true),
    // A refusal after the pull's start stays.
    refusedAt: whole && row.refusedAt === refusedAt ? null : (row.refusedAt ?? null),
    unproven: unprovenAfter(pull, row, whole),
    cooldownUntil: cooldownAfter(clock.now(), tookMs),
    error: null,
    portal: false,
    download: null,
  });
}

/** Returns the time since which a reported deletion may have moved rows between pages. */
function unprovenAfter(
  { count, pages, sittingAt }: PullState,
  before: CollectionRow,
  whole: boolean,
): number | null {
  if (count === null && pages > 1) return sittingAt;
  return whole ? null : (before.unproven ?? null);
}

/** Returns true if following the feed is not enough after the pull. */
function isDoubtful({ held, mayBreakOff, count, wentBack }: PullState, { removed }: CollectionRow): boolean {
  if (!held && !mayBreakOff) return true;
  // A deletion moves later rows up. Without a count, the pull cannot see this.
  if (count === null && (!held || removed.length > 0)) return true;
  // A lagging replica looks like a restored server. The next pull shows which it was.
  return wentBack;
}

interface FailedPull {
  readonly resource: ResourceName;
  readonly pull: PullState;
  readonly answer: Answer;
  readonly progress: boolean;
  readonly tookMs: number;
}

export async function failPull(
  context: SyncContext,
  { resource, pull, answer, progress, tookMs }: FailedPull,
): Promise<Omit<PullResult, 'changed'>> {
  const work = failedGet(context, answer);
  const isPaused = work.pause === 'throttled';
  // A page that the server itself refuses is not requested again at once.
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
