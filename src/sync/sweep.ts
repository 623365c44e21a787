import type { Table } from 'dexie';
import { resourceApi } from '../api/resource-api.ts';
import { type MirrorRecord, mirrorTable, tablesOf } from '../db/app-database.ts';
import { noteGone } from '../db/deletions.ts';
import { type Absence, type CollectionRow, readCollection, writeMeta } from '../db/meta.ts';
import { mutationsOf } from '../db/outbox.ts';
import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import { judgeAbsence } from './absence.ts';
import { classifyReading } from './classify-failure.ts';
import { failedGet } from './failed-get.ts';
import { loseRecord } from './lose-record.ts';
import { note } from './reading.ts';
import { assertOwner, CONTACT, type SyncContext, type WorkResult } from './sync-context.ts';

/** A local id that is the number of a row. */
const NUMBER = /^(0|[1-9]\d{0,14})$/;

interface Swept {
  readonly resource: ResourceName;
  /** Every id that a complete and stable reading of the collection showed. */
  readonly seen: ReadonlySet<ServerId>;
  readonly startGeneration: number;
}

type Ended = (row: CollectionRow) => Partial<CollectionRow>;

/**
 * Removes rows that others deleted. Absence from a list is only a reason to ask: each missing row is read,
 * and leaves the mirror on the API's own 404 or 410. One with waiting changes stays: sending them will tell, and what
 * waits for a person is told to them. What could not be settled is missing still, and asked about again.
 * @param ended what is noted of the collection in the end
 */
export async function sweepDeleted(context: SyncContext, swept: Swept, ended: Ended): Promise<WorkResult> {
  const ask = await noteAbsence(context, swept, ended);
  if (ask.length === 0) return CONTACT;
  const { work, open } = await askAbout(context, swept, ask);
  const at = context.clock.now();
  const absence: Absence | null =
    open.length > 0 ? { missing: open, held: swept.seen.size, at, step: 'recheck' } : null;
  await note(context, [swept.resource], (row) => ({ ...ended(row), absence: row.absence ?? absence }));
  return work;
}

interface Asked {
  readonly work: WorkResult;
  /** Rows of which nobody knows yet whether they are gone. */
  readonly open: readonly ServerId[];
}

async function askAbout(context: SyncContext, swept: Swept, ask: readonly ServerId[]): Promise<Asked> {
  const api = resourceApi(context.send, swept.resource);
  const open: ServerId[] = [];
  for (const [index, id] of ask.entries()) {
    const answer = await api.read(id, context.signal);
    const reading = classifyReading(answer);
    const isSettled =
      reading.found === 'gone' ? await removeRow(context, swept, id) : reading.found === 'record';
    if (!isSettled) open.push(id);
    if (reading.found !== 'nothing') continue;
    const failed = failedGet(context, answer);
    // The server has trouble with this row alone, or with everything.
    if (failed.fault || failed.pause !== null)
      return { work: failed, open: [...open, ...ask.slice(index + 1)] };
  }
  return { work: CONTACT, open };
}

/** Notes what is missing, and the end where the server need be asked about nothing. Answers what it may be asked about. */
async function noteAbsence(context: SyncContext, swept: Swept, ended: Ended): Promise<readonly ServerId[]> {
  assertOwner(context);
  const { relaxed } = context.db;
  const now = context.clock.now();
  const { resource } = swept;
  return relaxed.transaction('rw', relaxed[resource], relaxed.meta, async (tx) => {
    const { missing, held } = await missingFrom(mirrorTable(tx, resource), swept);
    const row = await readCollection(tx, resource);
    const judged = judgeAbsence({ missing, held, before: row.absence, now });
    const noted = { ...row, absence: judged.absence };
    await writeMeta(tx, judged.ask.length === 0 ? { ...noted, ...ended(noted) } : noted);
    return judged.ask;
  });
}

/**
 * Server ids of the device's records that were not seen, and of how many. What was confirmed since the reading began it
 * could not show: that is not among them.
 */
async function missingFrom(
  table: Table<MirrorRecord, string>,
  { seen, startGeneration }: Swept,
): Promise<{ readonly missing: readonly ServerId[]; readonly held: number }> {
  // To look through an index takes three times as long.
  const keys = await table.toCollection().primaryKeys();
  const isShown = (key: string): boolean => seen.has(key) || (NUMBER.test(key) && seen.has(Number(key)));
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

/** Answers false where something of the record is still under way, or was confirmed since the reading began. */
async function removeRow(context: SyncContext, swept: Swept, id: ServerId): Promise<boolean> {
  assertOwner(context);
  const { relaxed } = context.db;
  const { resource } = swept;
  return relaxed.transaction('rw', tablesOf(relaxed, resource), async (tx) => {
    const table = mirrorTable(tx, resource);
    const record = await table.where('serverId').equals(id).first();
    if (!record) return true;
    if (record.serverGen > swept.startGeneration) return false;
    const waiting = await mutationsOf(tx, resource, record.localId);
    const [head] = waiting;
    if (waiting.some(({ state }) => state !== 'parked')) return false;
    if (head) await loseRecord(tx, head, context.clock.now());
    else await table.delete(record.localId);
    if (head?.kind !== 'delete') await noteGone(tx, resource, record);
    return true;
  });
}
