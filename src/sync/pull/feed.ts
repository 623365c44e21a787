import { type FeedPage, feedPageIn, requestChanges } from '../../api/sync-api.ts';
import type { CollectionRow } from '../../db/collection-row.ts';
import { unsendAll } from '../../db/file-store.ts';
import { changeLane, laneWithRow } from '../../db/lane-store.ts';
import {
  type MetaRows,
  type PhotoWish,
  type RowOf,
  readCollection,
  readMeta,
  writeMeta,
} from '../../db/meta-rows.ts';
import { doubtPhotoLists, photoListKey, wishForPhotos } from '../../db/photo-lists.ts';
import { mirrorTable, type Tx, tablesOf } from '../../db/tables.ts';
import { type Answer, apiSays, type WireRecord } from '../../domain/answer.ts';
import type { RecordKind, ResourceName, ServerId } from '../../domain/resource-spec.ts';
import { RECORD_KINDS, RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import { isUnderWay } from '../../outbox/mutation.ts';
import {
  assertOwner,
  CONTACT,
  failedGet,
  failureText,
  NOTHING,
  type SyncContext,
  type WorkResult,
} from '../sync-context.ts';
import { heldPhotos, isBeingMade, madeFor } from './held-photos.ts';
import { mergePage } from './merge-page.ts';
import { beginPulls, note } from './pull-state.ts';

/** Gets the first cursor. Runs before the collections are read, so that later changes are in the feed. */
export async function beginFeed(context: SyncContext): Promise<WorkResult> {
  const since = context.clock.now();
  const before = pullsIn(await metaOf(context));
  const answer = await requestChanges(context.send, null, context.signal);
  const page = feedPageIn(answer);
  if (!page) return failedGet(context, answer);
  assertOwner(context);
  const { relaxed } = context.db;
  await relaxed.transaction('rw', relaxed.meta, relaxed.files, async (tx) => {
    // Without a cursor, a restore is not noticed.
    await unsendAll(tx);
    await writeMeta(tx, { key: 'feed', cursor: page.cursor, since, before, ready: false });
  });
  return CONTACT;
}

export async function noteFeedReady(context: SyncContext): Promise<void> {
  await changeFeed(context, async (feed, tx) =>
    !feed.ready && isReadAnew(feed, await readMeta(tx), context.clock.now())
      ? { ...feed, ready: true }
      : feed,
  );
}

function isReadAnew(feed: RowOf<'feed'>, meta: MetaRows, now: number): boolean {
  // If the clock was set back, an earlier pull may have the later time.
  const clockWasSetBack = feed.since > now;
  const readAnew = pullsIn(meta).every(
    (at, n) => at !== null && at !== feed.before[n] && (at >= feed.since || clockWasSetBack),
  );
  const isWhole = RESOURCE_NAMES.every((name) => {
    const { unread = [], shifted = false } = meta.get(`collection:${name}`) ?? {};
    return unread.length === 0 && !shifted;
  });
  return readAnew && isWhole;
}

function metaOf({ db: { relaxed } }: SyncContext): Promise<MetaRows> {
  return relaxed.transaction('r', relaxed.meta, readMeta);
}

function pullsIn(meta: MetaRows): (number | null)[] {
  return RESOURCE_NAMES.map((resource) => meta.get(`collection:${resource}`)?.pulledAt ?? null);
}

type Known = ReadonlyMap<RecordKind, CollectionRow>;

export interface FeedResult {
  readonly work: WorkResult;
  readonly changed: boolean;
  /** A row had to wait. */
  readonly leftOpen: boolean;
  readonly settings?: number | undefined;
}

/**
 * Follows the feed to its end. After a crash between rows and cursor, a page is read again, which changes nothing. The
 * cursor does not pass a row that must wait, because the feed would not repeat the row.
 * @param names lists that the feed brings up to date; others lack rows that only a pull brings
 */
export async function followFeed(context: SyncContext, names: readonly ResourceName[]): Promise<FeedResult> {
  const startedAt = context.clock.now();
  const feed = await context.db.relaxed.meta.get('feed');
  if (!feed) return { work: NOTHING, changed: false, leftOpen: false };
  let changed = false;
  let leftOpen = false;
  let known: Known = new Map();
  let settings: number | undefined;
  for (let cursor = feed.cursor, more = true; more; ) {
    // Read again for each page, because the rows may have changed since the last one.
    known = await beginPulls(context);
    const answer = await requestChanges(context.send, cursor, context.signal);
    const page = feedPageIn(answer);
    if (!page) return { work: await fail(context, answer), changed, leftOpen };
    settings = page.settings ?? settings;
    const applied = await applyPage(context, page, known);
    changed ||= applied.changed;
    leftOpen ||= applied.leftOpen;
    // A cursor that does not move ends the feed.
    more = page.more && page.cursor !== cursor;
    const asked = cursor;
    cursor = page.cursor;
    // Another tab may have followed or restarted the feed.
    if (!leftOpen) await changeFeed(context, (row) => (row.cursor === asked ? { ...row, cursor } : row));
  }
  await note(context, [...names, 'attachments'], (row, resource) => ({
    pulledAt: leftOpen ? row.pulledAt : startedAt,
    unread: leftOpen ? (row.unread ?? []) : [],
    // If a pull has set this after the last request, only the next round can clear it.
    unproven: row.unproven === known.get(resource)?.unproven ? null : (row.unproven ?? null),
    error: null,
  }));
  return { work: CONTACT, changed, leftOpen, settings };
}

async function fail(context: SyncContext, answer: Answer): Promise<WorkResult> {
  if (apiSays(answer, 410)) {
    await forgetCursor(context);
    return CONTACT;
  }
  const work = failedGet(context, answer);
  if (work.pause === 'throttled') return work;
  await note(context, RESOURCE_NAMES, (_, resource) => ({
    error: failureText(resource, answer, work),
  }));
  return work;
}

/** Called if the cursor is too old or the server was restored. */
async function forgetCursor(context: SyncContext): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  const refusedAt = context.clock.now();
  const { meta, files, settings, attachments } = relaxed;
  await relaxed.transaction('rw', meta, files, settings, attachments, async (tx) => {
    await meta.delete('feed');
    await unsendAll(tx);
    for (const resource of RESOURCE_NAMES)
      await writeMeta(tx, { ...(await readCollection(tx, resource)), refusedAt });
    // No pull reads all photos, so each list is in doubt by itself.
    const made: Parameters<typeof doubtPhotoLists>[1][number][] = [];
    await mirrorTable(tx, 'attachments').each((row) => {
      for (const { to, id } of madeFor(row)) made.push(photoListKey(to, id));
    });
    await doubtPhotoLists(tx, made, refusedAt);
  });
}

async function applyPage(
  context: SyncContext,
  { changes }: FeedPage,
  known: Known,
): Promise<Pick<FeedResult, 'changed' | 'leftOpen'>> {
  let changed = false;
  let leftOpen = false;
  for (const resource of RECORD_KINDS) {
    const all = changes.filter((change) => change.resource === resource);
    const photos = resource === 'attachments' ? await heldPhotos(context, all) : null;
    const own = photos?.changes ?? all;
    const records: WireRecord[] = own.flatMap(({ record }) => (record ? [record] : []));
    const startGeneration = known.get(resource)?.generation ?? 0;
    if (records.length > 0) {
      const merged = await mergePage(context, { resource, records, startGeneration, candidates: new Map() });
      changed ||= merged.written > 0;
      leftOpen ||= merged.passedOver > 0;
    }
    for (const { id, record } of own) {
      if (record !== null) continue;
      const applied = await removeDeleted(context, resource, id);
      changed ||= applied === 'done';
      leftOpen ||= applied === 'later';
    }
    if (own.length > records.length) await noteDeletion(context, resource);
    if (photos && photos.wishes.length > 0) await wishFor(context, photos.wishes);
  }
  return { changed, leftOpen };
}

async function wishFor(context: SyncContext, wishes: readonly PhotoWish[]): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  await relaxed.transaction('rw', relaxed.meta, (tx) => wishForPhotos(tx, wishes));
}

/** Without a count, a pull cannot see that a deletion moved rows to pages already read. */
async function noteDeletion(context: SyncContext, resource: RecordKind): Promise<void> {
  await note(context, [resource], ({ unproven, shifted = false }) => ({
    shifted: shifted || typeof unproven === 'number',
  }));
}

/** Removes a deleted record, or parks its waiting changes. If one is being sent, its answer comes first. */
async function removeDeleted(
  context: SyncContext,
  resource: RecordKind,
  id: ServerId,
): Promise<'done' | 'later' | 'unknown'> {
  assertOwner(context);
  const { relaxed } = context.db;
  return relaxed.transaction('rw', tablesOf(relaxed, resource), async (tx) => {
    const lane = await laneWithRow(tx, resource, id);
    // The row may belong to a create whose server id is not known yet.
    if (!lane) return (await isBeingMade(tx, resource)) ? 'later' : 'unknown';
    if (lane.mutations.some(isUnderWay)) return 'later';
    await changeLane(tx, context, { lane, event: { type: 'rowGone' } });
    return 'done';
  });
}

async function changeFeed(
  context: SyncContext,
  change: (feed: RowOf<'feed'>, tx: Tx) => RowOf<'feed'> | Promise<RowOf<'feed'>>,
): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  await relaxed.transaction('rw', relaxed.meta, async (tx) => {
    const feed = (await readMeta(tx)).get('feed');
    if (!feed) return;
    const next = await change(feed, tx);
    if (next !== feed) await writeMeta(tx, next);
  });
}
