import { type ListPage, readListPage, resourceApi } from '../../api/resource-api.ts';
import { readCollection } from '../../db/meta-rows.ts';
import { mirrorTable } from '../../db/tables.ts';
import { type Fields, type ResourceName, type ServerId } from '../../domain/resource-spec.ts';
import { readRecord, type WireRecord } from '../../domain/wire-record.ts';
import { timeIn } from '../../outbox/seen.ts';
import { sameFields, serverCopyOf } from '../../outbox/server-copy.ts';
import {
  assertOwner,
  CONTACT,
  failedGet,
  NOTHING,
  type SyncContext,
  type WorkResult,
} from '../sync-context.ts';
import { mergePage } from './merge-page.ts';
import { type MarkerHistory } from './pull-policy.ts';

/** Rows asked for; a server that does not know the parameter gives as many as it likes. */
const FEW_ROWS = `?page_size=20`;
const NEWEST_FIRST = '&ordering=-updated_at';
/** Markers in a row after which all was read and nothing had changed: the same marker is no reason to read any more. */
const SAME_ALARMS = 3;
/** Then any marker waits for the usual time: nobody knows what the server counts. */
const ALARMS = 10;
/** What is not about the order of the list that was asked for. */
const NOT_THE_ORDER = [401, 425, 429];

/** What the first page of a list shows. */
export interface Marker {
  /** Rows in the whole list, where the server tells. */
  readonly count: number | null;
  readonly records: readonly WireRecord[];
}

/** What the device has of a collection, as the server last confirmed it. */
export interface HeldRows {
  readonly count: number;
  readonly copies: ReadonlyMap<ServerId, Fields | null>;
}

export function markerIn({ count, rows }: ListPage): Marker {
  return { count, records: rows.map(readRecord).filter((record) => record !== null) };
}

/** Whether the list shows something that the device does not have, or counts other rows. */
export function isNews(resource: ResourceName, { count, records }: Marker, held: HeldRows): boolean {
  if (count !== null && count !== held.count) return true;
  return records.some(({ id, wire }) => {
    const copy = held.copies.get(id) ?? null;
    return !sameFields(copy, serverCopyOf(resource, wire, copy));
  });
}

/** Whether the page itself shows that the rows that were changed last come first. */
export function isNewestFirst({ records }: Marker): boolean {
  const times = records.map(({ wire }) => timeIn(wire, 'updated_at'));
  return times.every((time, n) => time !== null && time <= (times[n - 1] ?? Number.POSITIVE_INFINITY));
}

/** The same for markers that show the same. */
function fingerprintOf(resource: ResourceName, { count, records }: Marker): string {
  return JSON.stringify([count, records.map(({ id, wire }) => [id, serverCopyOf(resource, wire, null)])]);
}

export interface MarkerSeen {
  readonly work: WorkResult;
  /** `news`: all is worth reading. `doubtful`: so were the last markers, and nothing had changed. */
  readonly shows: 'nothing' | 'news' | 'doubtful';
  /** How many rows the page has. */
  readonly rows: number;
  readonly history: MarkerHistory;
}

interface MarkerPoll {
  readonly resource: ResourceName;
  /** The collection's, when the loop last polled: what is confirmed later the answer may not show. */
  readonly generation: number;
  readonly history: MarkerHistory;
}

/**
 * Polls for markers that others have changed a collection, by one request for the first page of its list. A marker that
 * shows nothing proves nothing: it is no pull, and decides nothing but that the list is not read already. What a marker
 * shows that is new is taken in at once.
 *
 * Where the server sorts by `updated_at`, any change shows within a minute or so; where it counts rows, so does a record that
 * was made or deleted. A change on another page that leaves the count as it is waits for the next pull.
 * `ETag` is not used: the CORS settings of a stock server refuse `If-None-Match`.
 * With 500 rows of each kind in pages of 20, an hour in which nothing happens takes some 815 requests and 5.4 MiB, of which
 * 600 requests are pulls of everything, one every ten minutes.
 */
export async function pollForMarker(
  context: SyncContext,
  { resource, generation, history }: MarkerPoll,
): Promise<MarkerSeen> {
  const { send, signal } = context;
  const query = history.newestFirst ? FEW_ROWS + NEWEST_FIRST : FEW_ROWS;
  const answer = await resourceApi(send, resource).list(query, { signal });
  const page =
    answer.kind === 'response' && answer.status === 200 && answer.body.kind === 'json'
      ? readListPage(answer.body.value)
      : null;
  if (!page) {
    const failed = failedGet(context, answer);
    const isAnswered = answer.kind === 'response' && !failed.fault;
    const isOrder = isAnswered && history.newestFirst && !NOT_THE_ORDER.includes(answer.status);
    // To order a long list may take long.
    const isLong = answer.kind === 'noAnswer' && answer.cause === 'timeout';
    const newestFirst = history.newestFirst && !isOrder && !isLong;
    const work = isOrder ? NOTHING : failed;
    return { work, shows: 'nothing', rows: 0, history: { ...history, newestFirst } };
  }
  const marker = markerIn(page);
  const known = { ...history, newestFirst: history.newestFirst && isNewestFirst(marker) };
  const seen = { work: CONTACT, rows: page.rows.length };
  const held = await heldOf(context, { resource, marker, generation });
  if (!held) return { ...seen, shows: 'nothing', history: known };
  const judged = judge(resource, { marker, held, history: known });
  // After a long pull the next one may have to wait, and a person does not.
  const isTakenIn = judged.shows !== 'nothing' && (await takeIn(context, { resource, marker, generation }));
  // Then the whole pull may find nothing more: the alarm was none that was false.
  const after = isTakenIn ? { ...judged.history, falseAlarms: 0, alarmed: false } : judged.history;
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
  // Where nobody counts, a deletion shows as a row that has moved up.
  const moved = marker.count === null && history.last !== null && history.last !== last;
  const seen = { ...history, last };
  if (!moved && !isNews(resource, marker, held)) return { shows: 'nothing', history: seen };
  const most = history.readFor === last ? SAME_ALARMS : ALARMS;
  if (history.falseAlarms >= most) return { shows: 'doubtful', history: seen };
  return { shows: 'news', history: { ...seen, readFor: last, alarmed: true } };
}

/** Merges the rows of a marker. Returns whether any was new. */
async function takeIn(
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
  /** The collection's generation when it was asked for. */
  readonly generation: number;
}

/** Null where something of the collection was written since: the marker may be older than that. */
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
