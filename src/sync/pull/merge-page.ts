import type { Table } from 'dexie';
import type { CollectionRow } from '../../db/collection-row.ts';
import { collectionWriter } from '../../db/collection-writer.ts';
import {
  changeLane,
  laneOfMutation,
  noteSecondRow,
  putServerRows,
  readLane,
  watchesOver,
} from '../../db/lane-store.ts';
import { readRow } from '../../db/meta-rows.ts';
import { allMutations, readReferences } from '../../db/mirror-and-outbox.ts';
import { mirrorTable, type Tx, tablesOf } from '../../db/tables.ts';
import type { WireRecord } from '../../domain/answer.ts';
import { localIdOf, uuidv7 } from '../../domain/ids.ts';
import type { Fields, RecordKind, ServerId } from '../../domain/resource-spec.ts';
import type { HistoryNote } from '../../outbox/lane-event.ts';
import { type DuplicateWatch, isExactly, RefusedCreates, sentCreate } from '../../outbox/match-create.ts';
import { type MirrorRecord, serverCopyOf } from '../../outbox/mirror-record.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { rowWithoutChanges } from '../../outbox/row-read.ts';
import { mayBeOnServer } from '../poll.ts';
import { assertOwner, type SyncContext } from '../sync-context.ts';
import { confirmWithRow } from './found-create.ts';
import { judgeRow, type ListedRow, type PageFacts, pendingIn } from './judge-row.ts';

const NUMERIC = /^\d+$/;

/**
 * Rows judged and written per task; the page can render between tasks. A whole page of 750 rows took 69 ms of a
 * phone's processor time in its longest task (P8).
 */
const ROWS_AT_ONCE = 100;

interface Page {
  readonly resource: RecordKind;
  readonly records: readonly WireRecord[];
  /** The collection's generation when the pull began. Later confirmations are newer. */
  readonly startGeneration: number;
  readonly mayGoBack?: boolean;
  readonly candidates: Map<string, WireRecord[]>;
  readonly noted?: (underWay: readonly string[]) => Partial<Omit<CollectionRow, 'key' | 'generation'>>;
}

interface MergedPage {
  readonly written: number;
  readonly passedOver: number;
  readonly underWay: readonly string[];
  readonly wentBack: number;
}

/** Merges rows into the mirror and waiting changes in one transaction. Writes only differences. */
export async function mergePage(context: SyncContext, page: Page): Promise<MergedPage> {
  assertOwner(context);
  const { relaxed } = context.db;
  return relaxed.transaction('rw', tablesOf(relaxed, page.resource), async (tx) => {
    const merge = new PageMerge(tx, { context, page, found: await findFacts(tx, page, context.clock.now()) });
    const records = merge.worthJudging();
    const known = await knownRecords(tx, page.resource, records);
    for (const [index, record] of records.entries()) await merge.take(record, known[index]);
    return merge.end();
  });
}

interface MergeOf {
  readonly context: SyncContext;
  readonly page: Page;
  readonly found: PageContext;
}

interface PageContext {
  readonly writer: Awaited<ReturnType<typeof collectionWriter>>;
  readonly commits: number;
  readonly changed: ReadonlySet<string>;
  readonly facts: PageFacts;
}

async function findFacts(
  tx: Tx,
  { resource, startGeneration, mayGoBack = false }: Page,
  now: number,
): Promise<PageContext> {
  const [writer, mutations, counted] = await Promise.all([
    collectionWriter(tx, resource, now),
    allMutations(tx),
    readRow(tx, 'changes'),
  ]);
  const open = mutations.filter((mutation) => mutation.resource === resource);
  const creates = open.filter(({ kind }) => kind === 'create');
  const references = await readReferences(tx, creates, { former: true });
  return {
    writer,
    commits: counted?.n ?? 0,
    changed: new Set(open.map(({ localId }) => localId)),
    facts: {
      ...pendingIn(open),
      creates: creates.filter(mayBeOnServer).map((create) => sentCreate(references, create)),
      refused: RefusedCreates.among(references, open),
      removed: writer.before.removed,
      startGeneration,
      mayGoBack,
    },
  };
}

class PageMerge {
  readonly #tx: Tx;
  readonly #context: SyncContext;
  readonly #page: Page;
  readonly #found: PageContext;
  #watches: readonly DuplicateWatch[] | null = null;
  readonly #ours: (readonly [Mutation, WireRecord])[] = [];
  #puts: MirrorRecord[] = [];
  /** Each may turn out to be a refused create. */
  readonly #held: MirrorRecord[] = [];
  readonly #history: HistoryNote[] = [];
  #written = 0;
  #passedOver = 0;
  #wentBack = 0;
  readonly #underWay: string[] = [];

  constructor(tx: Tx, { context, page, found }: MergeOf) {
    this.#tx = tx;
    this.#context = context;
    this.#page = page;
    this.#found = found;
  }

  worthJudging(): readonly WireRecord[] {
    const { resource, records } = this.#page;
    const { facts, writer, commits } = this.#found;
    // Each row may be a create of this device, so none may be skipped.
    if (facts.creates.length + facts.byKey.size > 0) return records;
    const { versionOf } = writer;
    return this.#context.knownRows.changedAmong(resource, records, { commits, versionOf });
  }

  async take(record: WireRecord, known: MirrorRecord | undefined): Promise<void> {
    const { facts, writer } = this.#found;
    const copy = serverCopyOf(this.#page.resource, record.wire, known?.server ?? null);
    const row = { record, copy, version: writer.versionOf(record), known };
    const { verdict, mayBe } = judgeRow(row, facts);
    const { candidates } = this.#page;
    for (const { id } of mayBe) candidates.set(id, [...(candidates.get(id) ?? []), record]);
    switch (verdict.is) {
      case 'ours':
        this.#ours.push([verdict.create, record]);
        return;
      case 'underWay':
        return this.#leave(verdict.attempt);
      case 'maybeOurs':
        this.#passedOver += 1;
        // The answer to come may be older than this row.
        for (const { state, localId } of verdict.creates)
          if (state === 'sending') this.#underWay.push(localId);
        return;
      case 'older':
        if (verdict.isUncertain) this.#passedOver += 1;
        return;
      case 'heldForRefused':
        this.#passedOver += 1;
        return;
      case 'deletedHere':
        return;
      case 'known':
        if (known) this.#context.knownRows.learn(this.#page.resource, known);
        return;
      case 'news':
        if (verdict.refused) facts.refused.note(verdict.refused, record);
        else if (!known) await this.#noteIfSecondRow(record, copy);
        if (verdict.wentBack) this.#wentBack += 1;
        return this.#put(row, verdict.refused ? this.#held : this.#puts);
      default:
        return verdict satisfies never;
    }
  }

  /** Raises a duplicate alert if the new row looks like a create that was confirmed with another row. */
  async #noteIfSecondRow({ id: serverId }: WireRecord, copy: Fields): Promise<void> {
    const { resource } = this.#page;
    const at = this.#context.clock.now();
    this.#watches ??= await watchesOver(this.#tx, resource, at);
    for (const watch of this.#watches) {
      const { marks, earlier } = watch;
      const isLike =
        isExactly(copy, { resource, fingerprint: marks }) ||
        (earlier && isExactly(copy, { resource, fingerprint: earlier }));
      if (isLike && String(watch.serverId) !== String(serverId))
        await noteSecondRow(this.#tx, watch, { serverId, at });
    }
  }

  async #put({ record, known, copy }: ListedRow, puts: MirrorRecord[]): Promise<void> {
    const { writer, changed } = this.#found;
    const { resource } = this.#page;
    const localId = known?.localId ?? this.#newLocalId(record);
    const row = writer.rowOf(record, known);
    if (changed.has(localId)) {
      const lane = await readLane(this.#tx, { resource, localId });
      await changeLane(this.#tx, this.#context, { lane, event: { type: 'rowRead', row }, writer });
      this.#written += 1;
    } else {
      const now = this.#context.clock.now();
      const taken = rowWithoutChanges({ resource, localId }, { known, row, copy }, now);
      puts.push(taken.record);
      this.#history.push(...taken.history);
      if (this.#puts.length === ROWS_AT_ONCE) await this.#store();
    }
  }

  async #store(history: readonly HistoryNote[] = []): Promise<void> {
    const rows = this.#puts;
    this.#puts = [];
    this.#written += rows.length;
    await putServerRows(this.#tx, this.#page.resource, { rows, history, now: this.#context.clock.now() });
  }

  #newLocalId({ id }: WireRecord): string {
    const { clock, random } = this.#context;
    const isAnothers = this.#found.writer.before.madeAgain?.includes(localIdOf(id)) ?? false;
    return isAnothers ? uuidv7(clock.now(), random) : localIdOf(id);
  }

  async #leave(seen: Mutation): Promise<void> {
    const lane = await readLane(this.#tx, seen);
    await changeLane(this.#tx, this.#context, { lane, event: { type: 'rowLeft', seen } });
    this.#underWay.push(seen.localId);
  }

  async end(): Promise<MergedPage> {
    const { noted } = this.#page;
    const { facts, writer } = this.#found;
    const { refused } = facts;
    const found = refused.found;
    const foundRows = new Set<ServerId | undefined>(found.map(([, { id }]) => id));
    this.#puts.push(...this.#held.filter(({ serverId }) => !foundRows.has(serverId)));
    await this.#store(this.#history);
    if (noted) await writer.save(noted(this.#underWay));
    else if (this.#written > 0) await writer.save();
    for (const [seen, refusal] of refused.questions(this.#context.clock.now())) {
      const lane = await readLane(this.#tx, seen);
      await changeLane(this.#tx, this.#context, { lane, event: { type: 'refused', seen, refusal } });
    }
    const ours = [...this.#ours, ...found];
    for (const [{ id: mutationId }, record] of ours) {
      const lane = await laneOfMutation(this.#tx, mutationId);
      if (lane) await confirmWithRow(this.#context, this.#tx, { lane, mutationId, record, readWhole: false });
    }
    return {
      written: this.#written + ours.length,
      passedOver: this.#passedOver + this.#underWay.length,
      underWay: this.#underWay,
      wentBack: this.#wentBack,
    };
  }
}

async function knownRecords(
  tx: Tx,
  resource: RecordKind,
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
 * Reads local ids by one range of the index: a lookup for each row would dominate a first pull. Returns null if ids are
 * not numbers or the range holds too many other rows.
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
  // A local id that is not a number is that of a record created on this device. Any other number may be that of
  // a recreated record, with a different server id.
  return keys.every((key) => wanted.has(key) || !NUMERIC.test(key)) ? keys : null;
}
