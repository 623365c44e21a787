import { type ListPage, readListPage } from '../../api/list-envelope.ts';
import { resourceApi } from '../../api/resource-api.ts';
import { readCollection } from '../../db/meta/meta-rows.ts';
import { mirrorTable } from '../../db/tables.ts';
import type { Fields, ResourceName, ServerId } from '../../domain/resource-spec.ts';
import { readRecord, type WireRecord } from '../../domain/wire-record.ts';
import { timeIn } from '../../outbox/seen.ts';
import { sameFields, serverCopyOf } from '../../outbox/server-copy.ts';
import { failedGet } from '../failed-get.ts';
import { assertOwner, CONTACT, NOTHING, type SyncContext, type WorkResult } from '../sync-context.ts';
import { mergePage } from './merge-page.ts';

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

interface MarkerHistory {
  /** The last marker, and the last one for which all was read. */
  last: string | null;
  readFor: string | null;
  /** All is being read, or is to be, because of a marker. */
  alarmed: boolean;
  /** How often in a row that was for nothing. */
  falseAlarms: number;
  /** Whether the server is asked for what was changed last. */
  newestFirst: boolean;
}

export interface MarkerSeen {
  readonly work: WorkResult;
  /** `news`: all is worth reading. `doubtful`: so were the last markers, and nothing had changed. */
  readonly shows: 'nothing' | 'news' | 'doubtful';
  /** How many rows the page has. */
  readonly rows: number;
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
export class Markers {
  readonly #context: SyncContext;
  readonly #known = new Map<ResourceName, MarkerHistory>();

  constructor(context: SyncContext) {
    this.#context = context;
  }

  /** @param generation the collection's, when the loop last polled: what is confirmed later the answer may not show */
  async poll(resource: ResourceName, generation: number): Promise<MarkerSeen> {
    const { send, signal } = this.#context;
    const known = this.#knownOf(resource);
    const query = known.newestFirst ? FEW_ROWS + NEWEST_FIRST : FEW_ROWS;
    const answer = await resourceApi(send, resource).list(query, { signal });
    const page =
      answer.kind === 'response' && answer.status === 200 && answer.body.kind === 'json'
        ? readListPage(answer.body.value)
        : null;
    if (!page) {
      // To order a long list may take long.
      if (answer.kind === 'noAnswer' && answer.cause === 'timeout') known.newestFirst = false;
      const failed = failedGet(this.#context, answer);
      const isAnswered = answer.kind === 'response' && !failed.fault;
      const isOrder = isAnswered && known.newestFirst && !NOT_THE_ORDER.includes(answer.status);
      if (isOrder) known.newestFirst = false;
      return { work: isOrder ? NOTHING : failed, shows: 'nothing', rows: 0 };
    }
    const marker = markerIn(page);
    if (!isNewestFirst(marker)) known.newestFirst = false;
    const held = await heldOf(this.#context, { resource, marker, generation });
    const shows = held ? this.#judge(resource, marker, held) : 'nothing';
    if (shows !== 'nothing') await this.#takeIn(resource, marker, generation);
    return { work: CONTACT, shows, rows: page.rows.length };
  }

  #judge(resource: ResourceName, marker: Marker, held: HeldRows): MarkerSeen['shows'] {
    const known = this.#knownOf(resource);
    const fingerprint = fingerprintOf(resource, marker);
    // Where nobody counts, a deletion shows as a row that has moved up.
    const moved = marker.count === null && known.last !== null && known.last !== fingerprint;
    known.last = fingerprint;
    if (!moved && !isNews(resource, marker, held)) return 'nothing';
    const most = known.readFor === fingerprint ? SAME_ALARMS : ALARMS;
    if (known.falseAlarms >= most) return 'doubtful';
    known.readFor = fingerprint;
    known.alarmed = true;
    return 'news';
  }

  /** Takes in the rows of a marker: after a long pull the next one may have to wait, and a person does not. */
  async #takeIn(resource: ResourceName, { records }: Marker, startGeneration: number): Promise<void> {
    const candidates = new Map<string, WireRecord[]>();
    const { written } = await mergePage(this.#context, { resource, records, startGeneration, candidates });
    if (written === 0) return;
    // Now the whole pull may find nothing more: the alarm was none that was false.
    const known = this.#knownOf(resource);
    known.falseAlarms = 0;
    known.alarmed = false;
  }

  /** The whole collection was read. */
  wasRead(resource: ResourceName, changed: boolean): void {
    const known = this.#knownOf(resource);
    if (changed) known.falseAlarms = 0;
    else if (known.alarmed) known.falseAlarms += 1;
    known.alarmed = false;
  }

  #knownOf(resource: ResourceName): MarkerHistory {
    const known = this.#known.get(resource) ?? {
      last: null,
      readFor: null,
      alarmed: false,
      falseAlarms: 0,
      newestFirst: true,
    };
    this.#known.set(resource, known);
    return known;
  }
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
