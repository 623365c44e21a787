import type { Table } from 'dexie';
import { mirrorTable, type Tx, tablesOf } from '../../db/app-database.ts';
import { type CollectionWriter, collectionWriter } from '../../db/collection-writer.ts';
import { changeLane, laneOfMutation, putServerRows, readLane, watchesOver } from '../../db/lane-store.ts';
import type { CollectionRow } from '../../db/meta.ts';
import { allMutations } from '../../db/outbox.ts';
import { readReferences } from '../../db/read-references.ts';
import { localIdOf, uuidv7 } from '../../domain/ids.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import type { WireRecord } from '../../domain/wire-record.ts';
import {
  isKeyed,
  looksLikeCreate,
  mayBeOnServer,
  type SentCreate,
  sentCreate,
  wasEdited,
} from '../../outbox/match-create.ts';
import { folded, isForeignRow, type MirrorRecord } from '../../outbox/mirror-record.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { RefusedCreates } from '../../outbox/refused-creates.ts';
import { newServerRecord, sameFields, serverCopyOf, withServerCopy } from '../../outbox/server-copy.ts';
import type { TwinWatch } from '../../outbox/twin-watch.ts';
import { assertOwner, type SyncContext } from '../sync-context.ts';
import { adopt } from './probe.ts';
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
  return relaxed.transaction('rw', tablesOf(relaxed, page.resource), async (tx) => {
    const merge = await PageMerge.begin(tx, context, page);
    const records = merge.worthALook();
    const known = await knownRecords(tx, page.resource, records);
    for (const [index, record] of records.entries()) await merge.take(record, known[index]);
    return merge.end();
  });
}

/** The merge of one page, in one transaction. */
class PageMerge {
  readonly #tx: Tx;
  readonly #context: SyncContext;
  readonly #page: Page;
  readonly #writer: CollectionWriter;
  /** Open mutations of the collection: of records, and creates by what the server knows them by. */
  readonly #changed: ReadonlySet<string>;
  readonly #sending: ReadonlyMap<string, Mutation>;
  readonly #keyed: ReadonlyMap<unknown, Mutation>;
  readonly #creates: readonly SentCreate[];
  readonly #refused: RefusedCreates;
  #watches: readonly TwinWatch[] | null = null;
  /** Creates of ours that rows of the page are. */
  readonly #ours: (readonly [Mutation, WireRecord])[] = [];
  /** Rows without changes, to be put together. */
  readonly #puts: MirrorRecord[] = [];
  /** Local ids of records that changes wait for, merged one by one. */
  readonly #merged: string[] = [];
  #passedOver = 0;
  #wentBack = 0;
  readonly #underWay: string[] = [];

  private constructor(tx: Tx, context: SyncContext, page: Page, found: Found) {
    this.#tx = tx;
    this.#context = context;
    this.#page = page;
    this.#writer = found.writer;
    this.#creates = found.creates;
    this.#refused = found.refused;
    const { open } = found;
    this.#changed = new Set(open.map(({ localId }) => localId));
    this.#sending = new Map(open.filter(isUpdateUnderWay).map((mutation) => [mutation.localId, mutation]));
    this.#keyed = new Map(open.filter(isKeyed).map((mutation) => [mutation.uid, mutation]));
  }

  static async begin(tx: Tx, context: SyncContext, page: Page): Promise<PageMerge> {
    const { resource } = page;
    const [writer, mutations] = await Promise.all([collectionWriter(tx, resource), allMutations(tx)]);
    const open = mutations.filter((mutation) => mutation.resource === resource);
    const creates = open.filter(({ kind }) => kind === 'create');
    const references = await readReferences(tx, creates, { former: true });
    return new PageMerge(tx, context, page, {
      writer,
      open,
      creates: creates.filter(mayBeOnServer).map((create) => sentCreate(references, create)),
      refused: RefusedCreates.among(references, open),
    });
  }

  /** The page's rows without those that the tab's memory has as they are. */
  worthALook(): readonly WireRecord[] {
    const { resource, records } = this.#page;
    // A row that may be a create of ours is looked at, whatever is known of it.
    if (this.#creates.length + this.#keyed.size > 0) return records;
    const { collections, ownWrites } = this.#context;
    const { versionOf, before } = this.#writer;
    const { generation } = before;
    return withoutUnchanged(records, {
      resource,
      collection: collections[resource],
      generation,
      ownWrites,
      versionOf,
    });
  }

  /** Takes in one row. @param row what this device has of it */
  async take(record: WireRecord, row: MirrorRecord | undefined): Promise<void> {
    const mine = this.#keyed.get(record.wire['client_uid']);
    if (mine?.state === 'sending') return this.#leave(mine);
    if (mine) {
      this.#ours.push([mine, record]);
      return;
    }
    const copy = serverCopyOf(this.#page.resource, record.wire, row?.server ?? null);
    const isTaken = row ? this.#meetKnown(record, row, copy) : await this.#meetNew(record, copy);
    if (!isTaken) return;
    const attempt = row && this.#sending.get(row.localId);
    if (attempt) return this.#leave(attempt);
    if (isLower(row?.version, this.#writer.versionOf(record))) this.#wentBack += 1;
    await this.#put(record, row, copy);
  }

  /** False where nothing of the row is news. */
  #meetKnown(record: WireRecord, row: MirrorRecord, copy: Fields): boolean {
    if (isForeignRow(row)) noteCandidates(this.#creates, record, { copy, row }, this.#page.candidates);
    const version = this.#writer.versionOf(record);
    if (isUnchanged(row, version, copy)) return false;
    if (!isNewer(row, version, this.#page)) return true;
    // Where versions are counted the page's copy is surely older, and nothing is missed.
    if (row.version === undefined || version === undefined) this.#passedOver += 1;
    return false;
  }

  /** False where a row that is not on this device does not enter it. */
  async #meetNew(record: WireRecord, copy: Fields): Promise<boolean> {
    const twins = noteCandidates(this.#creates, record, { copy }, this.#page.candidates);
    if (twins.length > 0) {
      this.#passedOver += 1;
      // The answer that is on its way may be older than what was just read.
      for (const { state, localId } of twins) if (state === 'sending') this.#underWay.push(localId);
      return false;
    }
    if (this.#writer.before.removed.includes(record.id)) return false;
    const met = this.#refused.meet(record, copy);
    if (met === 'to be met later') {
      this.#passedOver += 1;
      return false;
    }
    // One that is a create of its own is no second copy of another that is equal.
    if (met === 'nothing') {
      const now = this.#context.clock.now();
      this.#watches ??= await watchesOver(this.#tx, this.#page.resource, now);
      await meetRow(this.#tx, this.#watches, { record, copy, now });
    }
    return true;
  }

  async #put(record: WireRecord, known: MirrorRecord | undefined, copy: Fields): Promise<void> {
    const localId = known?.localId ?? this.#newLocalId(record);
    const row = this.#writer.rowOf(record, known);
    if (this.#changed.has(localId)) {
      const lane = await readLane(this.#tx, { resource: this.#page.resource, localId });
      await changeLane(this.#tx, this.#context, {
        lane,
        event: { type: 'rowRead', row },
        writer: this.#writer,
      });
      this.#merged.push(localId);
    } else {
      const server = known ? withServerCopy(known, row, copy) : newServerRecord(localId, row, copy);
      this.#puts.push(folded(server, []));
    }
  }

  #newLocalId({ id }: WireRecord): string {
    const { clock, random } = this.#context;
    const isAnothers = this.#writer.before.madeAgain?.includes(localIdOf(id)) ?? false;
    return isAnothers ? uuidv7(clock.now(), random) : localIdOf(id);
  }

  /** A change of the record is under way, whose answer tells. */
  async #leave(seen: Mutation): Promise<void> {
    const lane = await readLane(this.#tx, seen);
    await changeLane(this.#tx, this.#context, { lane, event: { type: 'rowLeft', seen } });
    this.#underWay.push(seen.localId);
  }

  async end(): Promise<MergedPage> {
    const { resource, noted } = this.#page;
    const found = this.#refused.found;
    const foundRows = found.map(([, { id }]) => id);
    const others = this.#puts.filter(
      ({ serverId }) => serverId === undefined || !foundRows.includes(serverId),
    );
    const written = [...this.#merged, ...others.map(({ localId }) => localId)];
    // Once for all of them: a second time with the same generation would forget the first.
    if (written.length > 0) this.#context.ownWrites.add(resource, this.#writer.generation, written);
    await putServerRows(this.#tx, resource, others);
    if (noted) await this.#writer.save(noted(this.#underWay));
    else if (written.length > 0) await this.#writer.save();
    for (const [seen, refusal] of this.#refused.questions(this.#context.clock.now())) {
      const lane = await readLane(this.#tx, seen);
      await changeLane(this.#tx, this.#context, { lane, event: { type: 'refused', seen, refusal } });
    }
    const ours = [...this.#ours, ...found];
    for (const [{ id: mutationId }, record] of ours) {
      const lane = await laneOfMutation(this.#tx, mutationId);
      if (lane) await adopt(this.#context, this.#tx, { lane, mutationId, record, readWhole: false });
    }
    return {
      written: written.length + ours.length,
      passedOver: this.#passedOver + this.#underWay.length,
      underWay: this.#underWay,
      wentBack: this.#wentBack,
    };
  }
}

interface Found {
  readonly writer: CollectionWriter;
  /** Open mutations of the collection. */
  readonly open: readonly Mutation[];
  readonly creates: readonly SentCreate[];
  readonly refused: RefusedCreates;
}

function isUpdateUnderWay({ kind, state }: Mutation): boolean {
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

function isUnchanged(row: MirrorRecord, version: number | undefined, copy: Fields): boolean {
  return sameFields(row.server, copy) && row.version === version;
}

function noteCandidates(
  creates: readonly SentCreate[],
  record: WireRecord,
  { copy, row }: { readonly copy: Fields; readonly row?: MirrorRecord },
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
