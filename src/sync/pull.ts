import type { Answer } from '../api/answer.ts';
import { detailOf } from '../api/api-error.ts';
import { type ListPage, readListPage } from '../api/list-envelope.ts';
import { readRecord, resourceApi, type WireRecord } from '../api/resource-api.ts';
import type { CollectionRow } from '../db/meta.ts';
import { failedTo } from '../domain/error-catalogue.ts';
import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import { resourceSpecs } from '../domain/resource-specs.ts';
import { failedGet } from './failed-get.ts';
import { mergePage } from './merge-page.ts';
import { restAfter } from './pull-schedule.ts';
import { beginReading, note } from './reading.ts';
import { sweepDeleted } from './sweep.ts';
import { CONTACT, type SyncContext, type WorkResult } from './sync-context.ts';

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
  readonly snapshot: Snapshot | null;
}

/**
 * Reads a collection over all its pages into the mirror. A page that vanished, or a count that changed on the
 * way, makes the reading unstable: its rows are merged, nothing is swept, nothing starts over.
 */
export async function pullCollection(context: SyncContext, resource: ResourceName): Promise<PullResult> {
  const api = resourceApi(context.send, resource);
  const startedAt = context.clock.now();
  const startGeneration = await beginReading(context, resource);
  const seen = new Set<ServerId>();
  const asked = new Set<string>();
  const candidates = new Map<string, WireRecord[]>();
  let stable = true;
  let changed = false;
  const unread: string[] = [];
  let count: number | null = null;

  for (let query: string | null = null, first = true; first || query !== null; first = false) {
    const answer: Answer = await api.list(query, context.signal);
    const page: ListPage | null = pageIn(answer);
    if (!page) {
      // The last page emptied while the others were read: 404 'Invalid page.'.
      if (!first && answer.kind === 'response' && answer.status === 404) {
        stable = false;
        break;
      }
      return fail(context, { resource, startedAt }, answer);
    }
    if (count !== null && page.count !== count) stable = false;
    count = page.count;
    const records = freshRecords(page, seen);
    const merged = await mergePage(context, { resource, records, startGeneration, candidates });
    changed ||= merged.written > 0;
    unread.push(...merged.underWay);
    query = page.next;
    if (query !== null && asked.has(query)) {
      stable = false;
      query = null;
    }
    if (query !== null) asked.add(query);
  }

  if (count !== null && seen.size !== count) stable = false;
  const ended = (row: CollectionRow): Partial<CollectionRow> => ({
    pulledAt: stable ? startedAt : row.pulledAt,
    triedAt: startedAt,
    unread,
    complete: row.complete || stable,
    restUntil: restAfter(startedAt, context.clock.now()),
    error: null,
  });
  let work = CONTACT;
  if (stable) work = await sweepDeleted(context, { resource, seen, startGeneration }, ended);
  else await note(context, [resource], ended);
  return { work, changed, snapshot: stable ? { resource, startedAt, candidates } : null };
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
  { resource, startedAt }: Pick<Snapshot, 'resource' | 'startedAt'>,
  answer: Answer,
): Promise<PullResult> {
  const { label } = resourceSpecs[resource];
  await note(context, [resource], () => ({
    restUntil: restAfter(startedAt, context.clock.now()),
    triedAt: startedAt,
    error: detailOf(answer, failedTo('fetch', label.plural.toLowerCase())),
  }));
  return { work: failedGet(context, answer), changed: false, snapshot: null };
}
