import type { RecordKind } from '../domain/resource-spec.ts';
import { isListed, RECORD_KINDS } from '../domain/resource-specs.ts';
import { type MirrorRecord, unsentPosition } from '../outbox/mirror-record.ts';
import type { Databases } from './app-database.ts';
import { notWhole } from './collection-row.ts';
import { releaseFiles } from './file-store.ts';
import { changeLane, dropRecords, type LanePorts, readLane } from './lane-store.ts';
import { readCollection, writeMeta } from './meta-rows.ts';
import { allMutations } from './mirror-and-outbox.ts';
import type { JournalEntry } from './past-changes.ts';
import { draftTable, mirrorTable, type Tx, tablesOf } from './tables.ts';

interface Leftover {
  readonly record: MirrorRecord;
  /** The create, as it left the outbox. */
  readonly create: JournalEntry;
  /** A waiting change or a draft names the record. */
  readonly isNamed: boolean;
  /** It has waiting changes itself. */
  readonly isChanged: boolean;
}

/**
 * Mends records whose create has left the outbox, but which have no row of the server. While Firefox asks whether to
 * leave a page, it commits what a transaction has written so far, so half of a confirmation may be stored. Such a record
 * is dropped, and reading the list again brings it, under another local id. If something names it, nothing else would
 * lead to that id, so its create waits again instead. Photos have no list. What half of a cancellation left looks alike,
 * but must not be created.
 */
export async function mendLeftovers({ db, ...ports }: LanePorts & { readonly db: Databases }): Promise<void> {
  const { strict, relaxed } = db;
  for (const resource of RECORD_KINDS) {
    const found = await relaxed.transaction('r', [...tablesOf(relaxed, resource), relaxed.drafts], (tx) =>
      leftovers(tx, resource),
    );
    if (found.length === 0) continue;
    await strict.transaction('rw', [...tablesOf(strict, resource), strict.drafts], async (tx) => {
      const left = await leftovers(tx, resource);
      const dropped = left.filter((one) => isReadAgain(one) || wasGivenUp(one));
      await dropRecords(
        tx,
        resource,
        dropped.map(({ record }) => record.localId),
      );
      for (const leftover of left)
        if (!dropped.includes(leftover) && leftover.create.outcome === 'confirmed')
          await putBack(tx, ports, leftover);
      // The files of photos leave later.
      if (resource === 'attachments')
        for (const { record } of dropped) await releaseFiles(tx, record, ports.clock.now());
      else if (dropped.length > 0) await writeMeta(tx, notWhole(await readCollection(tx, resource)));
    });
  }
}

function isReadAgain({ create, isNamed }: Leftover): boolean {
  return isListed(create.resource) && !isNamed;
}

/** With later changes, a person decides about these first. */
function wasGivenUp({ create: { outcome }, isChanged }: Leftover): boolean {
  return (outcome === 'cancelled' || outcome === 'same') && !isChanged;
}

/** The place of its create in the outbox is free, because it has left. */
async function putBack(tx: Tx, ports: LanePorts, { record, create }: Leftover): Promise<void> {
  const lane = await readLane(tx, create);
  const { mutationId: id, fields, tookIn, resource, localId, at } = create;
  const { key = isListed(resource) ? null : localId } = create;
  const back = { seq: Number(record.position[1]), id, fields, ...(tookIn && { tookIn }) };
  await changeLane(tx, ports, { lane, event: { type: 'halfConfirmed', create: back, key, at } });
}

async function leftovers(tx: Tx, resource: RecordKind): Promise<Leftover[]> {
  const unsent = await withoutRow(tx, resource);
  if (unsent.length === 0) return [];
  const changes = await allMutations(tx);
  const own = changes.filter((change) => change.resource === resource && change.kind === 'create');
  const created = new Set(own.map(({ localId }) => localId));
  const wanted = new Set(unsent.filter((localId) => !created.has(localId)));
  if (wanted.size === 0) return [];
  const creates = new Map<string, JournalEntry>();
  // Creates of a record that was made again have other keys. The last one counts.
  await tx.table<JournalEntry, number>('journal').each((entry) => {
    if (entry.kind === 'create' && entry.resource === resource && wanted.has(entry.localId))
      creates.set(entry.localId, entry);
  });
  if (creates.size === 0) return [];
  const drafts = await draftTable(tx).toArray();
  const named = new Set(
    [
      ...changes.flatMap(({ localId, deps }) => [localId, ...deps]),
      ...drafts.flatMap(({ localId, fields }) => [localId, ...Object.values(fields)]),
    ].map(String),
  );
  const changed = new Set(
    changes.flatMap((change) => (change.resource === resource ? [change.localId] : [])),
  );
  const records = await mirrorTable(tx, resource).bulkGet([...creates.keys()]);
  return records.flatMap((record) => {
    const create = record && creates.get(record.localId);
    if (!create || record.position[0] !== unsentPosition(0)[0]) return [];
    const { localId } = record;
    return [{ record, create, isNamed: named.has(localId), isChanged: changed.has(localId) }];
  });
}

/** Returns the local ids of records that no server row belongs to, usually because they wait. */
async function withoutRow(tx: Tx, resource: RecordKind): Promise<string[]> {
  const table = mirrorTable(tx, resource);
  if (isListed(resource)) return table.where('position').aboveOrEqual(unsentPosition(0)).primaryKeys();
  // Photos have no index of positions. Two counts are enough where none waits.
  const withRow = () => table.where('serverId').aboveOrEqual(Number.NEGATIVE_INFINITY);
  if ((await withRow().count()) === (await table.count())) return [];
  const known = new Set(await withRow().primaryKeys());
  return (await table.toCollection().primaryKeys()).filter((localId) => !known.has(localId));
}
