import type { Answer } from '../api/answer.ts';
import { detailOf } from '../api/api-error.ts';
import { type ListPage, readListPage } from '../api/list-envelope.ts';
import { readRecord, type WireRecord } from '../api/resource-api.ts';
import type { CollectionRow } from '../db/meta.ts';
import { failedTo } from '../domain/error-catalogue.ts';
import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import { resourceSpecs } from '../domain/resource-specs.ts';
import { failedGet } from './failed-get.ts';
import { mergePage } from './merge-page.ts';
import type { PageReader } from './page-reader.ts';
import { afterBreak, restAfter } from './pull-schedule.ts';
import { type Begun, beginReading, note } from './reading.ts';
import { sweepDeleted } from './sweep.ts';
import { CONTACT, type SyncContext, type WorkResult } from './sync-context.ts';

/** Pages that have arrived are merged together until they have so many rows: a person's own save waits for one such merge. */
const ENOUGH_ROWS = 1000;

/** What one complete and stable reading of a collection showed; null where it was neither. */
export interface Snapshot {
  readonly resource: ResourceName;
  /** Device time in ms at which the reading began. */
  readonly startedAt: number;
  /** Rows that may be creates of ours whose answer was lost, by mutation id. */
  readonly candidates: ReadonlyMap<string, readonly WireRecord[]>;
}

export interface PullResult {
  readonly work: WorkResult;
  /** Whether anything in the mirror was written. */
  readonly changed: boolean;
  /** Whether all pages were held, of one and the same state of the collection as far as anybody can tell. */
  readonly stable: boolean;
  /** Null where it was not stable, and of a reading that took more than one sitting. */
  readonly snapshot: Snapshot | null;
  /** A first reading that broke off, and goes on where it stopped. */
  readonly broken: boolean;
  /** A page took too long. */
  readonly timedOut: boolean;
}

/**
 * Reads a collection over all its pages into the mirror. A page that vanished, or a count that changed on the
 * way, makes the reading unstable: its rows are merged, nothing is swept, nothing starts over. A first reading notes
 * after each page how far it has come, and goes on from there when it breaks off.
 */
export async function pullCollection(
  context: SyncContext,
  resource: ResourceName,
  pages: PageReader,
): Promise<PullResult> {
  const begun = await beginReading(context, resource);
  const { startedAt, startGeneration, resumed, seen } = begun;
  const asked = new Set<string>();
  const candidates = new Map<string, WireRecord[]>();
  let stable = true;
  let changed = false;
  let unread: readonly string[] = resumed?.unread ?? [];
  let count: number | null = resumed?.count ?? null;
  let arrived: WireRecord[] = [];

  /** Merges the pages that have arrived, after which the one at `next` is to be read. */
  async function mergeArrived(next: string | null): Promise<void> {
    const before = unread;
    const download = { read: seen.size, count, next: begun.mayBreakOff && stable ? next : null };
    const merged = await mergePage(context, {
      resource,
      records: arrived,
      startGeneration,
      candidates,
      ...(begun.isFirst && {
        noted: (underWay) => ({
          download: { ...download, startedAt, startGeneration, unread: [...before, ...underWay] },
        }),
      }),
    });
    arrived = [];
    changed ||= merged.written > 0;
    unread = [...before, ...merged.underWay];
  }

  for (let query = pages.goOnAt(resumed), first = true; first || query !== null; first = false) {
    const answer: Answer = await pages.read(query);
    const page: ListPage | null = pageIn(answer);
    if (!page) {
      if (arrived.length > 0) await mergeArrived(query);
      // The last page emptied while the others were read: 404 'Invalid page.'.
      if (query !== null && answer.kind === 'response' && answer.status === 404) {
        stable = false;
        break;
      }
      return fail(context, { resource, begun, tookMs: pages.tookMs() }, answer);
    }
    if (count !== null && page.count !== count) stable = false;
    count = page.count;
    const records = freshRecords(page, seen);
    const next: string | null = page.next !== null && asked.has(page.next) ? null : page.next;
    if (next !== page.next) stable = false;
    pages.askAhead({ ...page, next }, count === null ? null : count - seen.size);
    arrived.push(...records);
    const comesAlong = next !== null && arrived.length < ENOUGH_ROWS && pages.hasArrived(next);
    if (!comesAlong) await mergeArrived(next);
    query = next;
    if (query !== null) asked.add(query);
  }

  if (count !== null && seen.size !== count) stable = false;
  const ended = (row: CollectionRow): Partial<CollectionRow> => ({
    pulledAt: stable ? startedAt : row.pulledAt,
    triedAt: begun.sittingAt,
    unread,
    complete: row.complete || stable,
    // A row that was deleted meanwhile has let those behind it move up, and nobody counts them.
    shifted: count === null && (resumed !== null || row.removed.length > 0),
    restUntil: restAfter(context.clock.now(), pages.tookMs()),
    error: null,
    download: null,
  });
  let work = CONTACT;
  // Into an empty mirror it can have put nothing that it has not seen.
  if (stable && begun.mayBreakOff)
    await note(context, [resource], (row) => ({ ...ended(row), absence: null }));
  else if (stable) work = await sweepDeleted(context, { resource, seen, startGeneration }, ended);
  else await note(context, [resource], ended);
  const snapshot = stable && !resumed ? { resource, startedAt, candidates } : null;
  return { work, changed, stable, snapshot, broken: false, timedOut: false };
}

function pageIn(answer: Answer): ListPage | null {
  return answer.kind === 'response' && answer.status === 200 && answer.body.kind === 'json'
    ? readListPage(answer.body.value)
    : null;
}

/** The page's records that were not met on an earlier page: rows made meanwhile shift the pages. */
function freshRecords(page: ListPage, seen: Set<ServerId>): WireRecord[] {
  const fresh: WireRecord[] = [];
  for (const row of page.rows) {
    const record = readRecord(row);
    if (!record || seen.has(record.id)) continue;
    seen.add(record.id);
    fresh.push(record);
  }
  return fresh;
}

async function fail(
  context: SyncContext,
  {
    resource,
    begun,
    tookMs,
  }: { readonly resource: ResourceName; readonly begun: Begun; readonly tookMs: number },
  answer: Answer,
): Promise<PullResult> {
  const { label } = resourceSpecs[resource];
  const work = failedGet(context, answer);
  const isPaused = work.pause === 'throttled';
  // What the server itself refuses is not asked for again at once; where it asks for a pause, when that is over.
  const broken = begun.isFirst && (answer.kind !== 'response' || isPaused);
  const now = context.clock.now();
  await note(context, [resource], (row) => ({
    restUntil: broken ? afterBreak(now) : restAfter(now, tookMs),
    triedAt: begun.sittingAt,
    error: isPaused ? row.error : detailOf(answer, failedTo('fetch', label.plural.toLowerCase())),
  }));
  const timedOut = answer.kind === 'noAnswer' && answer.cause === 'timeout';
  return { work, changed: false, stable: false, snapshot: null, broken, timedOut };
}
