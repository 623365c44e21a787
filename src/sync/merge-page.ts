import type { Table } from 'dexie';
import { mirrorTable, type Tx, tablesOf } from '../db/app-database.ts';
import { type CollectionWriter, collectionWriter } from '../db/collection-writer.ts';
import type { CollectionRow } from '../db/meta.ts';
import { allMutations, changeMutation, mutationsOf } from '../db/outbox.ts';
import { putRows } from '../db/put-rows.ts';
import { openWatches, type TwinWatch } from '../db/twin-watch.ts';
import { localIdOf, uuidv7 } from '../domain/ids.ts';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import type { WireRecord } from '../domain/wire-record.ts';
import type { Merged } from '../outbox/merge.ts';
import { folded, isForeignRow, type MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { sameFields, serverCopyOf } from '../outbox/server-copy.ts';
import { confirmIn } from './confirm.ts';
import { confirmCreate } from './confirm-create.ts';
import {
  isKeyed,
  looksLikeCreate,
  mayBeOnServer,
  type SentCreate,
  sentCreate,
  wasEdited,
} from './match-create.ts';
import { conflictOver, keepMadeOver, mergeWaiting } from './merge-waiting.ts';
import { moveIn } from './move.ts';
import { RefusedCreates } from './refused-create.ts';
import { assertOwner, type SyncContext } from './sync-context.ts';
import { meetRow } from './twins.ts';
import { withoutUnchanged } from './unchanged.ts';

const NUMERIC = /^\d+$/;

interface Page {
  readonly resource: ResourceName;
  readonly records: readonly WireRecord[];
  /** The collection's generation when the reading began: what was confirmed later is newer than the page. */
  readonly startGeneration: number;
  /** Whether the server may have been restored to an older state since: then lower versions are the newer ones. */
  readonly mayGoBack?: boolean;
  /** Filled with rows that may be creates of ours, by mutation id. */
  readonly candidates: Map<string, WireRecord[]>;
  /** What is noted of the collection together with the page, by what the page left to changes that are under way. */
  readonly noted?: (underWay: readonly string[]) => Partial<Omit<CollectionRow, 'key' | 'generation'>>;
}

interface MergedPage {
  /** How many records were written. */
  readonly written: number;
  /**
   * How many were left as they are: the device has learnt of them since the page was asked for, they may be creates
   * of ours, or a change of them is under way.
   */
  readonly passedOver: number;
  /** Local ids of those of which a change is under way: what its answer says may be older than the page. */
  readonly underWay: readonly string[];
  /** How many are at a lower version than before. */
  readonly wentBack: number;
}

/**
 * Merges rows of a collection into the mirror, in one transaction: only what differs is written, waiting
 * changes are merged with what the server now has, and a row that looks like an open create of ours is left
 * out until its probe has decided. A row of which an update, or a create with its key, is under way is left to that: its
 * answer may be older than the page, or newer.
 */
export async function mergePage(context: SyncContext, page: Page): Promise<MergedPage> {
  assertOwner(context);
  const { relaxed } = context.db;
  const { resource } = page;
  return relaxed.transaction('rw', tablesOf(relaxed, resource), async (tx) => {
    const [writer, mutations] = await Promise.all([collectionWriter(tx, resource), allMutations(tx)]);
    const { generation } = writer.before;
    const removed = new Set(writer.before.removed);
    const madeAgain = new Set(writer.before.madeAgain);
    const localIdFor = ({ id }: WireRecord): string =>
      madeAgain.has(localIdOf(id)) ? uuidv7(context.clock.now(), context.random) : localIdOf(id);
    const open = mutations.filter((mutation) => mutation.resource === resource);
    const creates: SentCreate[] = [];
    for (const mutation of open.filter(mayBeOnServer)) creates.push(await sentCreate(tx, mutation));
    const refused = await RefusedCreates.among(tx, open);
    let watches: readonly TwinWatch[] | null = null;
    const changed = new Set(open.map((mutation) => mutation.localId));
    const sending = new Map(open.filter(isUnderWay).map((mutation) => [mutation.localId, mutation]));
    const keyed = new Map<unknown, Mutation>(
      open.filter(isKeyed).map((mutation) => [mutation.uid, mutation]),
    );
    const { collections, ownWrites } = context;
    const compared = { resource, collection: collections[resource], generation, ownWrites };
    // A row that may be a create of ours is looked at, whatever is known of it.
    const records =
      creates.length + keyed.size > 0
        ? page.records
        : withoutUnchanged(page.records, { ...compared, versionOf: writer.versionOf });
    const known = await knownRecords(tx, resource, records);
    const ours: (readonly [Mutation, WireRecord])[] = [];
    const puts: MirrorRecord[] = [];
    let passedOver = 0;
    let wentBack = 0;
    const underWay: string[] = [];
    for (const [index, record] of records.entries()) {
      const row = known[index];
      const mine = keyed.get(record.wire['client_uid']);
      if (mine?.state === 'sending') {
        await changeMutation(tx, mine, { readFirst: true });
        underWay.push(mine.localId);
        continue;
      }
      if (mine) {
        ours.push([mine, record]);
        continue;
      }
      const copy = serverCopyOf(resource, record.wire, row?.server ?? null);
      const twins =
        row && !isForeignRow(row) ? [] : noteCandidates(creates, record, copy, row, page.candidates);
      if (!row && (twins.length > 0 || removed.has(record.id))) {
        if (twins.length > 0) passedOver += 1;
        // The answer that is on its way may be older than what was just read.
        for (const { state, localId } of twins) if (state === 'sending') underWay.push(localId);
        continue;
      }
      const met = row ? 'nothing' : refused.meet(record, copy);
      if (met === 'to be met later') {
        passedOver += 1;
        continue;
      }
      // One that is a create of its own is no second copy of another that is equal.
      if (!row && met === 'nothing') {
        watches ??= await openWatches(tx, resource, context.clock.now());
        await meetRow(tx, watches, record, copy, context.clock.now());
      }
      const version = writer.versionOf(record);
      if (row && isSame(row, version, copy)) continue;
      if (row && isNewer(row, version, page)) {
        // Where versions are counted the page's copy is surely older, and nothing is missed.
        if (row.version === undefined || version === undefined) passedOver += 1;
        continue;
      }
      const attempt = row && sending.get(row.localId);
      if (attempt) {
        await changeMutation(tx, attempt, { readFirst: true });
        underWay.push(attempt.localId);
        continue;
      }
      if (isLower(row?.version, version)) wentBack += 1;
      const next = row ? writer.updated(row, record, copy) : newRow(localIdFor(record), record, copy, writer);
      puts.push(
        changed.has(next.localId) ? await mergeHead(context, tx, resource, row, next) : folded(next, []),
      );
    }
    const found = refused.found.map(([, { id }]) => id);
    ours.push(...refused.found);
    const others = puts.filter(({ serverId }) => serverId === undefined || !found.includes(serverId));
    if (others.length > 0)
      ownWrites.add(
        resource,
        writer.generation,
        others.map(({ localId }) => localId),
      );
    await putRows(tx, resource, others);
    if (page.noted) await writer.save(page.noted(underWay));
    else if (others.length > 0) await writer.save();
    await refused.ask(tx, context.clock.now());
    for (const [create, record] of ours) await confirmCreate(context, tx, create, record, 'reading');
    const written = others.length + ours.length;
    return { written, passedOver: passedOver + underWay.length, underWay, wentBack };
  });
}

function newRow(localId: string, record: WireRecord, server: Fields, writer: CollectionWriter): MirrorRecord {
  const blank: MirrorRecord = {
    localId,
    serverId: record.id,
    server,
    view: server,
    mark: 'synced',
    position: writer.place(record),
    serverGen: writer.generation,
    firstSeenGen: writer.generation,
  };
  return writer.updated(blank, record, server);
}

function isUnderWay({ kind, state }: Mutation): boolean {
  return kind === 'update' && state === 'sending';
}

/** Whether the device has learnt of a newer state of the record since the page was asked for. */
function isNewer(
  row: MirrorRecord,
  version: number | undefined,
  { startGeneration, mayGoBack = false }: Page,
): boolean {
  const isLater = row.serverGen > startGeneration;
  if (row.version === undefined || version === undefined) return isLater;
  return isLower(row.version, version) && (isLater || !mayGoBack);
}

function isLower(before: number | undefined, version: number | undefined): boolean {
  return before !== undefined && version !== undefined && before > version;
}

function isSame(row: MirrorRecord, version: number | undefined, copy: Fields): boolean {
  return sameFields(row.server, copy) && row.version === version;
}

function noteCandidates(
  creates: readonly SentCreate[],
  record: WireRecord,
  copy: Fields,
  row: MirrorRecord | undefined,
  candidates: Page['candidates'],
): readonly Mutation[] {
  const twins = creates
    .filter(
      (create) =>
        (!row || row.firstSeenGen > create.mutation.claimGeneration) &&
        looksLikeCreate({ copy, edited: wasEdited(record.wire) }, create),
    )
    .map(({ mutation }) => mutation);
  for (const create of twins) candidates.set(create.id, [...(candidates.get(create.id) ?? []), record]);
  return twins.filter((create) => create.state !== 'parked');
}

/** The device's records of a page's rows. */
async function knownRecords(
  tx: Tx,
  resource: ResourceName,
  records: readonly WireRecord[],
): Promise<(MirrorRecord | undefined)[]> {
  const table = mirrorTable(tx, resource);
  const keys = await keysAmong(table, records);
  const known = await table.bulkGet(keys ?? records.map(({ id }) => localIdOf(id)));
  const byServerId = new Map(known.map((record) => [record?.serverId, record]));
  const missing = records.map(({ id }) => id).filter((id) => !byServerId.has(id));
  if (keys === null && missing.length > 0) {
    for (const record of await table.where('serverId').anyOf(missing).toArray())
      byServerId.set(record.serverId, record);
  }
  return records.map(({ id }) => byServerId.get(id));
}

/**
 * Local ids of what the device has of these rows, by one look into the index: of a first reading, looking for each row
 * takes longer than all the rest. Null where it would show too much beside them, or where ids are no numbers.
 */
async function keysAmong(
  table: Table<MirrorRecord, string>,
  records: readonly WireRecord[],
): Promise<string[] | null> {
  const ids = records.map(({ id }) => id).filter((id) => typeof id === 'number');
  if (ids.length < records.length || ids.length === 0) return null;
  const wanted = new Set(ids.map(localIdOf));
  const atMost = 2 * ids.length;
  const keys = await table
    .where('serverId')
    .between(Math.min(...ids), Math.max(...ids), true, true)
    .limit(atMost)
    .primaryKeys();
  if (keys.length === atMost) return null;
  // A record that was made here keeps its own id, which does not tell which row it became. Nor does that of one that was
  // made again: it is the number of the row that was deleted.
  return keys.every((key) => wanted.has(key) || !NUMERIC.test(key)) ? keys : null;
}

/**
 * Merges the record's first change with the copy that the server has now, if it waits to be sent or for what the server
 * has. Any other is merged when its turn comes, with what has changed since it was made.
 */
async function mergeHead(
  context: SyncContext,
  tx: Tx,
  resource: ResourceName,
  row: MirrorRecord | undefined,
  next: MirrorRecord,
): Promise<MirrorRecord> {
  const head = (await mutationsOf(tx, resource, next.localId))[0];
  const theirs = next.server;
  const conflict = head?.state === 'parked' ? head.refusal?.conflict : undefined;
  const merges = head?.kind === 'update' && (head.state === 'queued' || conflict);
  if (!merges && row && theirs) await keepMadeOver(tx, resource, row, theirs);
  if (merges && theirs) {
    const before = conflict?.before ?? head.madeOver ?? row?.server ?? null;
    const merged = await mergeWaiting(tx, head, before, theirs);
    if (row) await keepMadeOver(tx, resource, row, theirs, { change: head, fields: merged.fields });
    await takeIn(tx, head, merged, { before, theirs, now: context.clock.now() });
  }
  return folded(next, await mutationsOf(tx, resource, next.localId));
}

/** What a merge made of a record's first change: it goes on, it waits for a person, or the server has it. */
async function takeIn(
  tx: Tx,
  head: Mutation,
  { fields, conflicts }: Merged,
  sides: { readonly before: Fields | null; readonly theirs: Fields; readonly now: number },
): Promise<void> {
  const parked = head.state === 'parked';
  if (conflicts.length > 0) {
    const refusal = conflictOver(conflicts, sides.before, sides.theirs, sides.now);
    if (!parked) await moveIn(tx, head, 'conflicted', { refusal, madeOver: null });
    // The person is shown what the server has now; since when it waits stays.
    else await changeMutation(tx, head, { refusal: { ...refusal, at: head.refusal?.at ?? sides.now } });
  } else if (parked && Object.keys(fields).length === 0) await confirmIn(tx, head, null, sides.now);
  else if (parked) await moveIn(tx, head, 'agreed', { fields, refusal: null });
  else await changeMutation(tx, head, { fields, madeOver: null });
}
