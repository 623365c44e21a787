import { type ListPage, listPageIn, resourceApi } from '../../api/resource-api.ts';
import { readCollection } from '../../db/meta-rows.ts';
import { mirrorTable } from '../../db/tables.ts';
import { isThrottled, readRecord, timeIn, type WireRecord } from '../../domain/answer.ts';
import { sameFields } from '../../domain/field-changes.ts';
import type { Fields, ResourceName, ServerId } from '../../domain/resource-spec.ts';
import { serverCopyOf } from '../../outbox/mirror-record.ts';
import {
  assertOwner,
  CONTACT,
  failedGet,
  NOTHING,
  type SyncContext,
  type WorkResult,
} from '../sync-context.ts';
import { mergePage } from './merge-page.ts';
import type { MarkerHistory } from './pull-policy.ts';

/** A server that does not know the parameter chooses its own size. */
const FEW_ROWS = `?page_size=20`;
const NEWEST_FIRST = '&ordering=-updated_at';
/** After this many whole pulls that found nothing, an unchanged marker causes no further pull. */
const SAME_ALARMS = 3;
/** After this many, even a changed marker causes none. */
const ALARMS = 10;

export interface Marker {
  readonly count: number | null;
  readonly records: readonly WireRecord[];
}

export interface HeldRows {
  readonly count: number;
  readonly copies: ReadonlyMap<ServerId, Fields | null>;
}

export function markerIn({ count, rows }: ListPage): Marker {
  return { count, records: rows.map(readRecord).filter((record) => record !== null) };
}

export function isNews(resource: ResourceName, { count, records }: Marker, held: HeldRows): boolean {
  if (count !== null && count !== held.count) return true;
  return records.some(({ id, wire }) => {
    const copy = held.copies.get(id) ?? null;
    return !sameFields(copy, serverCopyOf(resource, wire, copy));
  });
}

export function isLastChangedFirst({ records }: Marker): boolean {
  const times = records.map(({ wire }) => timeIn(wire, 'updated_at'));
  return times.every((time, n) => time !== null && time <= (times[n - 1] ?? Number.POSITIVE_INFINITY));
}

function fingerprintOf(resource: ResourceName, { count, records }: Marker): string {
  return JSON.stringify([count, records.map(({ id, wire }) => [id, serverCopyOf(resource, wire, null)])]);
}

export interface MarkerSeen {
  readonly work: WorkResult;
  readonly shows: 'nothing' | 'news' | 'doubtful';
  readonly rows: number;
  readonly history: MarkerHistory;
}

interface MarkerPoll {
  readonly resource: ResourceName;
  readonly generation: number;
  readonly history: MarkerHistory;
}

/**
 * Looks for signs of others' changes on the first page of a list. A page without such a sign proves nothing, so this
 * does not count as a pull.
 * If the server sorts by `updated_at`, any change shows within about a minute. If it sends a count, so does a created
 * or deleted record.
 * `ETag` is not used: stock CORS settings refuse `If-None-Match`.
 */
export async function pollForMarker(
  context: SyncContext,
  { resource, generation, history }: MarkerPoll,
): Promise<MarkerSeen> {
  const { send, signal } = context;
  const query = history.newestFirst ? FEW_ROWS + NEWEST_FIRST : FEW_ROWS;
  const answer = await resourceApi(send, resource).list(query, { signal });
  const page = listPageIn(answer);
  if (!page) {
    const failed = failedGet(context, answer);
    const isAnswered = answer.kind === 'response' && !failed.fault;
    // These statuses say nothing about the requested order.
    const isOther = isAnswered && (answer.status === 401 || isThrottled(answer.status));
    const isOrder = isAnswered && history.newestFirst && !isOther;
    const isLong = answer.kind === 'noAnswer' && answer.cause === 'timeout';
    const newestFirst = history.newestFirst && !isOrder && !isLong;
    const work = isOrder ? NOTHING : failed;
    return { work, shows: 'nothing', rows: 0, history: { ...history, newestFirst } };
  }
  const marker = markerIn(page);
  const known = { ...history, newestFirst: history.newestFirst && isLastChangedFirst(marker) };
  const seen = { work: CONTACT, rows: page.rows.length };
  const held = await heldOf(context, { resource, marker, generation });
  if (!held) return { ...seen, shows: 'nothing', history: known };
  const judged = judge(resource, { marker, held, history: known });
  // Merge the rows now, because the whole pull may have to wait.
  const isMerged =
    judged.shows !== 'nothing' && (await mergeMarker(context, { resource, marker, generation }));
  // These rows were the news, so the alarm was true even if the whole pull finds nothing.
  const after = isMerged ? { ...judged.history, falseAlarms: 0, alarmed: false } : judged.history;
  return { ...seen, shows: judged.shows, history: after };
}

interface JudgedMarker {
  readonly marker: Marker;
  readonly held: HeldRows;
  readonly history: MarkerHistory;
}

function judge(
  resource: ResourceName,
  { marker, held, history }: JudgedMarker,
): Pick<MarkerSeen, 'shows' | 'history'> {
  const last = fingerprintOf(resource, marker);
  // Without a count, a deletion shows as a moved row.
  const moved = marker.count === null && history.last !== null && history.last !== last;
  const seen = { ...history, last };
  if (!moved && !isNews(resource, marker, held)) return { shows: 'nothing', history: seen };
  const most = history.readFor === last ? SAME_ALARMS : ALARMS;
  if (history.falseAlarms >= most) return { shows: 'doubtful', history: seen };
  return { shows: 'news', history: { ...seen, readFor: last, alarmed: true } };
}

async function mergeMarker(
  context: SyncContext,
  { resource, marker, generation: startGeneration }: SeenMarker,
): Promise<boolean> {
  const { records } = marker;
  const { written } = await mergePage(context, { resource, records, startGeneration, candidates: new Map() });
  return written > 0;
}

interface SeenMarker {
  readonly resource: ResourceName;
  readonly marker: Marker;
  readonly generation: number;
}

/** Returns null if the collection was written after the request, because the page may then be out of date. */
async function heldOf(
  context: SyncContext,
  { resource, marker: { records }, generation }: SeenMarker,
): Promise<HeldRows | null> {
  assertOwner(context);
  const { relaxed } = context.db;
  return relaxed.transaction('r', relaxed[resource], relaxed.meta, async (tx) => {
    const table = mirrorTable(tx, resource);
    const row = await readCollection(tx, resource);
    if (row.generation !== generation) return null;
    const count = await table.orderBy('serverId').count();
    const here = await table
      .where('serverId')
      .anyOf(records.map(({ id }) => id))
      .toArray();
    const copies = new Map(
      here.flatMap(({ serverId, server }) => (serverId === undefined ? [] : [[serverId, server] as const])),
    );
    return { count, copies };
  });
}
