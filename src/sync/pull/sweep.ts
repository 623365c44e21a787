import type { Table } from 'dexie';
import { resourceApi } from '../../api/resource-api.ts';
import type { CollectionRow } from '../../db/collection-row.ts';
import { changeLane, laneWithRow } from '../../db/lane-store.ts';
import { readCollection, writeMeta } from '../../db/meta-rows.ts';
import { mirrorTable, tablesOf } from '../../db/tables.ts';
import { classifyRecordRead, type WireRecord } from '../../domain/answer.ts';
import type { RecordKind, ResourceName, ServerId } from '../../domain/resource-spec.ts';
import type { MirrorRecord } from '../../outbox/mirror-record.ts';
import { assertOwner, CONTACT, failedGet, type SyncContext, type WorkResult } from '../sync-context.ts';
import { judgeAbsence } from './absence.ts';
import { type EndPatch, note } from './pull-state.ts';

const NUMBER = /^(0|[1-9]\d{0,14})$/;

interface MissingRows {
  readonly resource: RecordKind;
  readonly startGeneration: number;
  /** Merges a row that the list left out. Nothing else may ever show its changes. */
  readonly mergeExisting: (record: WireRecord) => Promise<void>;
  /** Returns true if a row that the server does not have is dealt with. By default, it is removed. */
  readonly settleGone?: (id: ServerId) => Promise<boolean>;
}

interface Sweep extends MissingRows {
  readonly resource: ResourceName;
  readonly seen: ReadonlySet<ServerId>;
}

export interface SweepResult {
  readonly work: WorkResult;
  /** False if a missing record still exists: its row moved between pages. */
  readonly whole: boolean;
}

/**
 * Asks the server about each missing row, and removes it only after the API's own 404 or 410. A request without a
 * result is repeated. A row that still exists makes the pull unstable, unless the list left it out the last time too.
 */
export async function sweepDeleted(
  context: SyncContext,
  swept: Sweep,
  ended: EndPatch,
): Promise<SweepResult> {
  const { ask, unlisted } = await noteAbsence(context, swept, ended);
  if (ask.length === 0) return { work: CONTACT, whole: true };
  const { work, open, there } = await askAbout(context, swept, ask);
  const whole = there.every((id) => unlisted.includes(id));
  const at = context.clock.now();
  const absence: CollectionRow['absence'] =
    open.length > 0 ? { missing: open, held: swept.seen.size, at, step: 'recheck' } : null;
  await note(context, [swept.resource], (row) => ({
    ...ended(row, whole),
    absence: row.absence ?? absence,
    unlisted: there,
  }));
  return { work, whole };
}

interface SweepAnswer {
  readonly work: WorkResult;
  readonly open: readonly ServerId[];
  readonly there: readonly ServerId[];
}

export async function askAbout(
  context: SyncContext,
  swept: MissingRows,
  ask: readonly ServerId[],
): Promise<SweepAnswer> {
  const api = resourceApi(context.send, swept.resource);
  const { settleGone = (id) => removeRow(context, swept, id) } = swept;
  const open: ServerId[] = [];
  const there: ServerId[] = [];
  for (const [index, id] of ask.entries()) {
    const answer = await api.read(id, context.signal);
    const result = classifyRecordRead(answer);
    if (result.found === 'record' && String(result.record.id) === String(id)) {
      await swept.mergeExisting(result.record);
      there.push(id);
      continue;
    }
    const isSettled = result.found === 'gone' && (await settleGone(id));
    if (!isSettled) open.push(id);
    if (result.found === 'gone') continue;
    const failed = failedGet(context, answer);
    // The server may have a problem with all rows.
    if (failed.fault || failed.pause !== null)
      return { work: failed, open: [...open, ...ask.slice(index + 1)], there };
  }
  return { work: CONTACT, open, there };
}

interface SweepPlan {
  readonly ask: readonly ServerId[];
  readonly unlisted: readonly ServerId[];
}

async function noteAbsence(context: SyncContext, swept: Sweep, ended: EndPatch): Promise<SweepPlan> {
  assertOwner(context);
  const { relaxed } = context.db;
  const now = context.clock.now();
  const { resource } = swept;
  return relaxed.transaction('rw', relaxed[resource], relaxed.meta, async (tx) => {
    const row = await readCollection(tx, resource);
    const { missing, held } = await missingFrom(mirrorTable(tx, resource), swept, row.madeAgain);
    const judged = judgeAbsence({ missing, held, before: row.absence, now });
    const noted = { ...row, absence: judged.absence };
    const isOver = judged.ask.length === 0;
    await writeMeta(tx, isOver ? { ...noted, ...ended(noted, true), unlisted: [] } : noted);
    return { ask: judged.ask, unlisted: row.unlisted ?? [] };
  });
}

async function missingFrom(
  table: Table<MirrorRecord, string>,
  { seen, startGeneration }: Sweep,
  madeAgain: readonly string[] = [],
): Promise<{ readonly missing: readonly ServerId[]; readonly held: number }> {
  // Walking the index of server ids takes three times as long.
  const keys = await table.toCollection().primaryKeys();
  const isShown = (key: string): boolean =>
    !madeAgain.includes(key) && (seen.has(key) || (NUMBER.test(key) && seen.has(Number(key))));
  const others = await table.bulkGet(keys.filter((key) => !isShown(key)));
  const sent = others.flatMap((record) => {
    const { serverId, serverGen = 0 } = record ?? {};
    return serverId === undefined ? [] : [{ serverId, serverGen }];
  });
  const unseen = sent.filter(({ serverId }) => !seen.has(serverId));
  const missing = unseen.filter(({ serverGen }) => serverGen <= startGeneration);
  const unsent = others.length - sent.length;
  return {
    missing: missing.map(({ serverId }) => serverId),
    held: keys.length - unsent - (unseen.length - missing.length),
  };
}

export async function removeRow(
  context: SyncContext,
  swept: Pick<MissingRows, 'resource' | 'startGeneration'>,
  id: ServerId,
): Promise<boolean> {
  assertOwner(context);
  const { relaxed } = context.db;
  const { resource } = swept;
  return relaxed.transaction('rw', tablesOf(relaxed, resource), async (tx) => {
    const lane = await laneWithRow(tx, resource, id);
    if (!lane) return true;
    if ((lane.record?.serverGen ?? 0) > swept.startGeneration) return false;
    if (lane.mutations.some(({ state }) => state !== 'parked')) return false;
    await changeLane(tx, context, { lane, event: { type: 'rowGone' } });
    return true;
  });
}
