import { detailOf } from '../../api/api-error.ts';
import { type ListPage, readListPage } from '../../api/list-envelope.ts';
import type { CollectionRow } from '../../db/meta.ts';
import { type Answer, apiSays } from '../../domain/answer.ts';
import { failedTo } from '../../domain/error-catalogue.ts';
import type { ResourceName, ServerId } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { readRecord, type WireRecord } from '../../domain/wire-record.ts';
import { failedGet } from '../failed-get.ts';
import { CONTACT, NOTHING, type SyncContext, type WorkResult } from '../sync-context.ts';
import { mergePage } from './merge-page.ts';
import type { PageReader } from './page-reader.ts';
import { afterBreak, restAfter } from './pull-schedule.ts';
import { beginReading, mayGoOn, note, type Reading } from './reading.ts';
import { sweepDeleted } from './sweep.ts';

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
  /** Null where it was not stable, and where nobody can tell whether rows have moved between its sittings. */
  readonly snapshot: Snapshot | null;
  /** A reading that broke off, and goes on where it stopped as soon as the server can be reached. */
  readonly broken: boolean;
  /** What the next sitting goes on with; null where it begins anew. */
  readonly goesOn: Reading | null;
  /** A page took too long. */
  readonly timedOut: boolean;
}

/** What a reading shows that has not come to its end. */
const BROKEN = { stable: false, snapshot: null } as const;

interface Sitting {
  /** What the sitting before this one had come to. */
  readonly broken: Reading | null;
  /** Whether it should break off behind the page that it is at, so that another collection comes first. */
  readonly makesWay: () => boolean;
}

/**
 * Reads a collection over all its pages into the mirror. A page that vanished, or a count that changed on the
 * way, makes the reading unstable: its rows are merged, nothing is swept, nothing starts over. Where it breaks off, the next
 * sitting asks for the last page once more, to see whether rows have moved, and goes on behind it. A first reading
 * notes after each page how far it has come, for a sitting in another tab.
 */
export async function pullCollection(
  context: SyncContext,
  resource: ResourceName,
  pages: PageReader,
  { broken, makesWay }: Sitting = { broken: null, makesWay: () => false },
): Promise<PullResult> {
  const now = context.clock.now();
  const reading =
    broken && mayGoOn(broken, now) && !(isReadToItsEnd(broken) && pages.isSmall)
      ? { ...broken, sittingAt: now }
      : await beginReading(context, resource);
  const { startGeneration, seen, candidates } = reading;
  const asked = new Set<string>();
  let progress = false;
  let changed = false;
  let arrived: WireRecord[] = [];

  /** Merges the pages that have arrived, after which the one at `next` is to be read. */
  async function mergeArrived(next: string | null): Promise<void> {
    const { unread, count, startedAt, gaps } = reading;
    const download = { read: seen.size, count, next: reading.mayBreakOff && reading.stable ? next : null };
    const merged = await mergePage(context, {
      resource,
      records: arrived,
      startGeneration,
      mayGoBack: reading.refusedAt !== null,
      candidates,
      ...(reading.isFirst && {
        noted: (underWay) => ({
          download: { ...download, startedAt, startGeneration, gaps, unread: [...unread, ...underWay] },
        }),
      }),
    });
    arrived = [];
    changed ||= merged.written > 0;
    reading.unread = [...unread, ...merged.underWay];
    reading.wentBack ||= merged.wentBack > 0;
    reading.next = next;
  }

  /** The page that the last sitting ended with, while it is looked at again. A first reading has nothing to judge by it. */
  let again = pages.isSmall || reading.mayBreakOff ? null : reading.last;
  let query = again ? again.query : pages.goOnAt(reading.next, seen.size);
  if (reading.last && !again) reading.held = false;
  for (let first = true; first || query !== null; first = false) {
    const answer: Answer = await pages.read(query);
    const page: ListPage | null = pageIn(answer);
    if (!page) {
      if (arrived.length > 0) await mergeArrived(query);
      // The last page emptied while the others were read: 404 'Invalid page.'.
      if (query !== null && apiSays(answer, 404)) {
        reading.stable = false;
        break;
      }
      return { ...(await fail(context, { resource, reading, pages, progress }, answer)), changed };
    }
    const { records, ids } = freshRecords(page, seen);
    if (haveMoved(reading, page, { ids, met: ids.length - records.length, before: again?.ids ?? null }))
      reading.stable = false;
    reading.count = page.count;
    reading.pages += 1;
    reading.last = { query, ids };
    progress ||= again === null;
    again = null;
    const next: string | null = page.next !== null && asked.has(page.next) ? null : page.next;
    if (next !== page.next) reading.stable = false;
    pages.askAhead({ ...page, next }, reading.count === null ? null : reading.count - seen.size);
    arrived.push(...records);
    const comesAlong = next !== null && arrived.length < ENOUGH_ROWS && pages.hasArrived(next);
    if (!comesAlong) await mergeArrived(next);
    query = next;
    if (query !== null) asked.add(query);
    if (query !== null && makesWay()) {
      if (arrived.length > 0) await mergeArrived(query);
      const goesOn = { ...reading, tookMs: reading.tookMs + pages.tookMs() };
      return { ...BROKEN, work: NOTHING, changed, broken: true, goesOn, timedOut: false };
    }
  }
  if (reading.count !== null && seen.size !== reading.count) reading.stable = false;
  const tookMs = reading.tookMs + pages.tookMs();
  const { work, whole } = await end(context, resource, reading, tookMs);
  // What is missing from it is asked about when the server is patient again: it need not be read anew for that. Once, or a
  // server that is never patient enough would be asked about nothing else.
  if (work.pause === 'throttled' && progress && !pages.isSmall)
    return { ...BROKEN, work, changed, broken: true, goesOn: { ...reading, tookMs }, timedOut: false };
  // A record that it did not show may be there all the same: where the answer was lost, nobody knows.
  const snapshot =
    whole && reading.held && !work.fault ? { resource, startedAt: reading.startedAt, candidates } : null;
  return { work, changed, stable: whole, snapshot, broken: false, goesOn: null, timedOut: false };
}

/** Whether nothing is left of it but one more look at its last page, and questions about what it did not show. */
function isReadToItsEnd({ next, last }: Reading): boolean {
  return next === null && last !== null;
}

/** Stores the end of a reading, and what it says of the device's records. Answers whether it was whole after all. */
async function end(
  context: SyncContext,
  resource: ResourceName,
  reading: Reading,
  tookMs: number,
): Promise<{ readonly work: WorkResult; readonly whole: boolean }> {
  const { stable, held, mayBreakOff, refusedAt } = reading;
  const ended = (row: CollectionRow, whole: boolean): Partial<CollectionRow> => ({
    pulledAt: whole ? reading.startedAt : row.pulledAt,
    triedAt: reading.sittingAt,
    unread: reading.unread,
    // Not where room was made since it began, or rows that it had passed over may have entered.
    complete: row.complete || (whole && (held || mayBreakOff) && (row.gaps ?? 0) === reading.gaps),
    // What an earlier reading left open, one that was not stable has not answered.
    shifted: isDoubtful(reading, row) || (!whole && row.shifted === true),
    // Not what was refused since.
    refusedAt: whole && row.refusedAt === refusedAt ? null : (row.refusedAt ?? null),
    unproven: unprovenAfter(reading, row, whole),
    restUntil: restAfter(context.clock.now(), tookMs),
    error: null,
    download: null,
  });
  if (stable && held && !mayBreakOff)
    return sweepDeleted(context, { ...reading, resource, mayGoBack: refusedAt !== null }, ended);
  // Into an empty mirror it can have put nothing that it has not seen.
  const absence = stable && mayBreakOff ? { absence: null } : {};
  await note(context, [resource], (row) => ({ ...ended(row, stable), ...absence }));
  return { work: CONTACT, whole: stable };
}

/** Since when a deletion that the feed tells of may have moved rows from page to page unseen. */
function unprovenAfter(
  { count, pages, sittingAt }: Reading,
  before: CollectionRow,
  whole: boolean,
): number | null {
  if (count === null && pages > 1) return sittingAt;
  return whole ? null : (before.unproven ?? null);
}

/** Whether a change feed, which does not tell again of what it has told, may not be relied on after a reading. */
function isDoubtful({ held, mayBreakOff, count, wentBack }: Reading, { removed }: CollectionRow): boolean {
  if (!held && !mayBreakOff) return true;
  // A row that was deleted meanwhile has let those behind it move up, and nobody counts them.
  if (count === null && (!held || removed.length > 0)) return true;
  // A replica that lags behind looks like a server that was restored: the next reading shows which it was.
  return wentBack;
}

function pageIn(answer: Answer): ListPage | null {
  return answer.kind === 'response' && answer.status === 200 && answer.body.kind === 'json'
    ? readListPage(answer.body.value)
    : null;
}

/** The page's records that were not met on an earlier page, and the ids of all of them. */
function freshRecords(
  page: ListPage,
  seen: Set<ServerId>,
): { readonly records: readonly WireRecord[]; readonly ids: readonly ServerId[] } {
  const records: WireRecord[] = [];
  const ids: ServerId[] = [];
  for (const row of page.rows) {
    const record = readRecord(row);
    if (!record) continue;
    ids.push(record.id);
    if (!seen.has(record.id)) records.push(record);
    seen.add(record.id);
  }
  return { records, ids };
}

interface Shown {
  readonly ids: readonly ServerId[];
  /** How many of them an earlier page has shown. */
  readonly met: number;
  /** What the page showed when it was read before the reading broke off; null for one that is read for the first time. */
  readonly before: readonly ServerId[] | null;
}

/**
 * Whether rows have moved from page to page, others may have moved past the reading: the count is another; the page with
 * which it broke off shows other rows; or, where nobody counts, two pages show the same row.
 */
function haveMoved(reading: Reading, page: ListPage, { ids, met, before }: Shown): boolean {
  if (reading.count !== null && page.count !== reading.count) return true;
  if (before !== null) return ids.length !== before.length || ids.some((id, n) => id !== before[n]);
  return page.count === null && met > 0 && reading.resumed === null;
}

interface Failed {
  readonly resource: ResourceName;
  readonly reading: Reading;
  readonly pages: PageReader;
  /** Whether this sitting has come any further. */
  readonly progress: boolean;
}

async function fail(
  context: SyncContext,
  { resource, reading, pages, progress }: Failed,
  answer: Answer,
): Promise<Omit<PullResult, 'changed'>> {
  const { label } = resourceSpecs[resource];
  const work = failedGet(context, answer);
  const isPaused = work.pause === 'throttled';
  const tookMs = pages.tookMs();
  // What the server itself refuses is not asked for again at once; where it asks for a pause, when that is over.
  const isCut = answer.kind !== 'response' || isPaused;
  const goesOn =
    reading.pages > 0 && (isCut || work.fault) ? { ...reading, tookMs: reading.tookMs + tookMs } : null;
  const broken = isCut && (reading.isFirst || (goesOn !== null && (progress || isPaused)));
  const now = context.clock.now();
  await note(context, [resource], (row) => ({
    restUntil: broken ? afterBreak(now) : restAfter(now, tookMs),
    triedAt: reading.sittingAt,
    error: isPaused ? row.error : detailOf(answer, failedTo('fetch', label.plural.toLowerCase())),
  }));
  const timedOut = answer.kind === 'noAnswer' && answer.cause === 'timeout';
  return { ...BROKEN, work, broken, goesOn, timedOut };
}
