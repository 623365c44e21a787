import { listPageIn, resourceApi } from '../../api/resource-api.ts';
import { formerRowsOf } from '../../db/collection-row.ts';
import { fileTable, wantFiles } from '../../db/file-store.ts';
import { type PhotoWish, readCollection, readRow, writeMeta } from '../../db/meta-rows.ts';
import { findRecord } from '../../db/mirror-and-outbox.ts';
import { endPhotoWish, offlineKey, photoListKey, readPhotoList } from '../../db/photo-lists.ts';
import { mirrorTable, type PhotoListRow, type Tx } from '../../db/tables.ts';
import { type Answer, readRecord, type WireRecord } from '../../domain/answer.ts';
import { attachmentSpec, hashesOf } from '../../domain/attachment.ts';
import type { ServerId } from '../../domain/resource-spec.ts';
import type { MirrorRecord } from '../../outbox/mirror-record.ts';
import { classifyFileAnswer, isContact } from '../files/file-answer.ts';
import {
  assertOwner,
  CONTACT,
  failedGet,
  failureText,
  NOTHING,
  type SyncContext,
  type WorkResult,
} from '../sync-context.ts';
import { settleLostPhoto } from './lost-photos.ts';
import { mergePage } from './merge-page.ts';
import { askAbout } from './sweep.ts';

// A lazy chunk: most companies' servers keep no files.

/** In ms. Without a feed, the photos of a record that no screen shows are read again after this. */
const FRESH_MS = 10 * 60_000;

export interface PhotosRead {
  readonly work: WorkResult;
  /** The same list is to be tried again, but not at once. */
  readonly failed: boolean;
}

/** Reads the photos of one record. All the record's pages make one list, and rows that it lacks are asked about. */
export async function readPhotos(context: SyncContext, wish: PhotoWish): Promise<PhotosRead> {
  const list = await beginList(context, wish);
  if (list === null) return { work: NOTHING, failed: false };
  if (list.isFresh) {
    await wantListed(context, list);
    await endList(context, list, null);
    return { work: NOTHING, failed: false };
  }
  const read = await readPages(context, list);
  await wantListed(context, list);
  // The server may refuse to list photos of a record that it does not have. It is asked about each.
  const isRefused = list.isOrphan && read.answer && classifyFileAnswer(read.answer).do === 'refuse';
  if (read.answer && !isRefused) return fail(context, list, read.answer);
  if (!read.isWhole && !isRefused) return { work: CONTACT, failed: true };
  const ask = await missingRows(context, list, read.seen);
  const { work, open } = await askAbout(context, sweepOf(context, list), ask);
  if (open.length > 0) return { work, failed: true };
  const { startedAt: readAt, feed, doubtedAt } = list;
  // A refusal during the read stays.
  await endList(context, list, (row) => ({
    readAt,
    feed,
    error: null,
    doubtedAt: row.doubtedAt === doubtedAt ? null : row.doubtedAt,
  }));
  return { work: CONTACT, failed: false };
}

interface List {
  readonly wish: PhotoWish;
  readonly key: PhotoListRow['key'];
  /** The field in which a photo names the record. */
  readonly field: string;
  readonly serverId: ServerId;
  /** A photo names its record by either. */
  readonly ids: readonly string[];
  readonly isKeptOffline: boolean;
  readonly isFresh: boolean;
  /** The record is not on this device any more. */
  readonly isOrphan: boolean;
  /** Device time in ms. */
  readonly startedAt: number;
  readonly startGeneration: number;
  readonly feed: number | null;
  /** Not null if the server may have been restored since this list was read. */
  readonly doubtedAt: number | null;
}

/** Null if the server cannot have photos of the record. Then the wish is over. */
async function beginList(context: SyncContext, wish: PhotoWish): Promise<List | null> {
  assertOwner(context);
  const { relaxed } = context.db;
  const now = context.clock.now();
  const { resource } = wish;
  const tables = [relaxed[resource], relaxed.attachments, relaxed.settings, relaxed.meta];
  return relaxed.transaction('rw', tables, async (tx) => {
    const record = await findRecord(tx, resource, wish.id);
    const field = attachmentSpec.references.find(({ to }) => to === resource)?.field;
    const serverId = field && (record ? record.serverId : await namedBy(tx, field, wish.id));
    if (serverId === undefined || field === undefined) {
      // No photo of it is here, so none is in doubt.
      if (!record) await tx.table('settings').delete(photoListKey(resource, wish.id));
      await endPhotoWish(tx, wish);
      return null;
    }
    const localId = record?.localId ?? wish.id;
    const former = record ? formerRowsOf(await readCollection(tx, resource), localId) : [];
    // The photos of a deleted row are deleted too, so nothing would end a doubt about its list.
    await tx.table('settings').bulkDelete(former.map((id) => photoListKey(resource, id)));
    const key = photoListKey(resource, serverId);
    const before = await readPhotoList(tx, key);
    const collection = await readCollection(tx, 'attachments');
    // Nothing else reads photos meanwhile.
    if (collection.removed.length > 0) await writeMeta(tx, { ...collection, removed: [] });
    const feed = (await readRow(tx, 'feed'))?.since ?? null;
    const isRecent =
      before.readAt !== null && before.readAt <= now && now - before.readAt < FRESH_MS && feed === null;
    const isFollowed = feed !== null && before.feed === feed;
    const { doubtedAt } = before;
    return {
      wish,
      key,
      field,
      serverId,
      ids: [localId, String(serverId)],
      isKeptOffline: (await tx.table('settings').get(offlineKey(resource, localId))) !== undefined,
      isFresh: !wish.isShown && before.error === null && doubtedAt === null && (isFollowed || isRecent),
      isOrphan: !record,
      startedAt: now,
      startGeneration: collection.generation,
      feed,
      doubtedAt,
    };
  });
}

/** The server id of a record that is gone, as photos name it that the server has. */
async function namedBy(tx: Tx, field: string, id: string): Promise<ServerId | undefined> {
  const rows = await mirrorTable(tx, 'attachments').where(`view.${field}`).equals(id).toArray();
  const [known] = rows.flatMap(({ serverId, server }) =>
    serverId === undefined ? [] : (server?.[field] ?? []),
  );
  return known === undefined ? undefined : String(known);
}

interface PagesRead {
  readonly seen: ReadonlySet<ServerId>;
  /** The pages showed one state, and no row had to wait. */
  readonly isWhole: boolean;
  /** The answer that is no page. */
  readonly answer: Answer | null;
}

async function readPages(context: SyncContext, list: List): Promise<PagesRead> {
  const api = resourceApi(context.send, 'attachments');
  const parent = { field: list.field, id: list.serverId };
  const seen = new Set<ServerId>();
  const counts = new Set<number | null>();
  const asked = new Set<string>();
  const left: string[] = [];
  let isWhole = true;
  for (let query: string | null = null; ; ) {
    const answer = await api.listBelow(parent, query, context.signal);
    const page = listPageIn(answer);
    if (!page) return { seen, isWhole: false, answer };
    const records = page.rows.flatMap((row) => readRecord(row) ?? []);
    const fresh = records.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    counts.add(page.count);
    const { passedOver, underWay, wentBack } = await merge(context, list, fresh);
    // Rows moved between pages, or an older state may be a lagging replica's.
    const moved = fresh.length < records.length || counts.size > 1;
    left.push(...underWay);
    isWhole &&= !moved && passedOver === underWay.length && wentBack === 0;
    query = page.next;
    if (query === null) break;
    // Pages that go round in a circle.
    if (asked.has(query)) return { seen, isWhole: false, answer: null };
    asked.add(query);
  }
  const [count = null] = counts;
  isWhole &&= (count === null || count === seen.size) && !(await haveServerRows(context, left));
  return { seen, isWhole, answer: null };
}

/** A create under way leaves nothing unknown, but the answer to an update may be older than the list. */
async function haveServerRows({ db: { relaxed } }: SyncContext, left: readonly string[]): Promise<boolean> {
  const rows = left.length === 0 ? [] : await relaxed.attachments.bulkGet([...left]);
  return rows.some((row) => row?.serverId !== undefined);
}

/** A server that ignores the filter sends others' photos too. */
function merge(context: SyncContext, list: List, records: readonly WireRecord[]) {
  const own = records.filter(({ wire }) => String(wire[list.field]) === String(list.serverId));
  const { startGeneration, doubtedAt } = list;
  return mergePage(context, {
    resource: 'attachments',
    records: own,
    startGeneration,
    mayGoBack: doubtedAt !== null,
    candidates: new Map(),
  });
}

function sweepOf(context: SyncContext, list: List): Parameters<typeof askAbout>[1] {
  const resource = 'attachments';
  const { startGeneration } = list;
  const mayGoBack = list.doubtedAt !== null;
  return {
    resource,
    startGeneration,
    mergeExisting: async ({ id, wire }) => {
      const page = { records: [{ id, wire }], startGeneration, mayGoBack, candidates: new Map() };
      await mergePage(context, { resource, ...page });
    },
    settleGone: (id) => settleLostPhoto(context, id, { startGeneration, mayBeLost: mayGoBack }),
  };
}

async function missingRows(
  context: SyncContext,
  list: List,
  seen: ReadonlySet<ServerId>,
): Promise<readonly ServerId[]> {
  const { relaxed } = context.db;
  const rows = await relaxed.transaction('r', relaxed.attachments, (tx) => rowsOf(tx, list));
  return rows.flatMap(({ serverId, serverGen }) =>
    serverId !== undefined && !seen.has(serverId) && serverGen <= list.startGeneration ? [serverId] : [],
  );
}

function rowsOf(tx: Tx, { field, ids }: List): Promise<MirrorRecord[]> {
  return mirrorTable(tx, 'attachments').where(`view.${field}`).anyOf(ids).toArray();
}

/** Files that were here before are not fetched again, because the device may lack the room. A screen may ask for them. */
async function wantListed(context: SyncContext, list: List): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  const now = context.clock.now();
  const { files, attachments, outbox, meta } = relaxed;
  await relaxed.transaction('rw', files, attachments, outbox, meta, async (tx) => {
    const wanted = (await rowsOf(tx, list)).flatMap(({ view }) =>
      view ? filesOf(view, list.isKeptOffline) : [],
    );
    const known = await fileTable(tx).bulkGet(wanted.map(({ sha256 }) => sha256));
    await wantFiles(
      tx,
      wanted.filter((_, n) => !known[n]),
      now,
    );
  });
}

function filesOf(row: NonNullable<MirrorRecord['view']>, withOriginals: boolean) {
  const thumb = String(row['thumb_sha256'] ?? '');
  return hashesOf(row).flatMap((sha256) => {
    if (sha256 === thumb) return [{ sha256, size: 0, type: 'image/jpeg', isThumb: true } as const];
    if (!withOriginals) return [];
    return [{ sha256, size: Number(row['size'] ?? 0), type: String(row['media_type'] ?? '') }];
  });
}

async function fail(context: SyncContext, list: List, answer: Answer): Promise<PhotosRead> {
  const verdict = classifyFileAnswer(answer).do;
  if (answer.kind !== 'response' || verdict === 'wait')
    return { work: failedGet(context, answer), failed: true };
  const work = isContact(answer) && answer.body.kind === 'json' ? CONTACT : NOTHING;
  const error = failureText('attachments', answer, work);
  const isOver = verdict === 'refuse' || verdict === 'pause';
  await endList(context, list, () => ({ error }), { isOver });
  return { work, failed: !isOver };
}

async function endList(
  context: SyncContext,
  { wish, key }: List,
  change: ((row: PhotoListRow) => Partial<PhotoListRow>) | null,
  { isOver } = { isOver: true },
): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  await relaxed.transaction('rw', relaxed.settings, relaxed.meta, async (tx) => {
    const row = await readPhotoList(tx, key);
    if (change) await tx.table('settings').put({ ...row, ...change(row) });
    if (isOver) await endPhotoWish(tx, wish);
  });
}
