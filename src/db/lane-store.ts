import { localIdOf } from '../domain/ids.ts';
import type { Clock, Random } from '../domain/ports.ts';
import type { RecordKey, RecordKind, ServerId } from '../domain/resource-spec.ts';
import type { References } from '../outbox/dependencies.ts';
import type { Lane, Reduction } from '../outbox/lane.ts';
import type { HistoryNote, LaneEvent } from '../outbox/lane-event.ts';
import type { DuplicateWatch } from '../outbox/match-create.ts';
import { type MirrorRecord, unsentPosition } from '../outbox/mirror-record.ts';
import { type Mutation, UNKNOWN_GENERATION, UNPLACED } from '../outbox/mutation.ts';
import { reduceLane } from '../outbox/reduce-lane.ts';
import { type CollectionRow, madeAgainIn, notWhole } from './collection-row.ts';
import type { CollectionWriter } from './collection-writer.ts';
import { watchEntries } from './entry-watch.ts';
import { reclaimFiles, releaseFiles } from './file-store.ts';
import { noteGone, unwatchDependent } from './known-server.ts';
import { readCollection, readRow, writeMeta } from './meta-rows.ts';
import {
  findByServerId,
  findMutation,
  mutationsOf,
  outboxTable,
  readReferences,
} from './mirror-and-outbox.ts';
import { dropHistory, lastNotes, moveHistory, writeHistory, writeJournal } from './past-changes.ts';
import {
  beginWatch,
  endWatches,
  findWatch,
  openWatches,
  raiseDuplicate,
  type SecondRow,
  writeWatch,
} from './second-rows.ts';
import { mirrorTable, type Tx } from './tables.ts';

// The only writer of records, outbox, journal, history and watches, apart from an upgrade (app-database.ts).

export interface LanePorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  readonly account: string;
}

export async function readLane(tx: Tx, { resource, localId }: RecordKey): Promise<Lane> {
  const [record, mutations] = await Promise.all([
    mirrorTable(tx, resource).get(localId),
    mutationsOf(tx, resource, localId),
  ]);
  return { resource, localId, record, mutations };
}

export async function laneOfMutation(tx: Tx, mutationId: string): Promise<Lane | undefined> {
  const mutation = await findMutation(tx, mutationId);
  return mutation && readLane(tx, mutation);
}

/** Returns the lane that has the change now: its record may have been merged into another. */
export async function laneOfChange(tx: Tx, change: Mutation): Promise<Lane> {
  const lane = await readLane(tx, change);
  if (lane.mutations.some(({ id }) => id === change.id)) return lane;
  return (await laneOfMutation(tx, change.id)) ?? lane;
}

export async function laneWithRow(
  tx: Tx,
  resource: RecordKind,
  serverId: ServerId,
): Promise<Lane | undefined> {
  const record = await findByServerId(tx, resource, serverId);
  if (!record) return undefined;
  const { localId } = record;
  return { resource, localId, record, mutations: await mutationsOf(tx, resource, localId) };
}

interface LaneChange {
  readonly lane: Lane;
  readonly event: LaneEvent;
  readonly references?: References | undefined;
  readonly writer?: CollectionWriter | undefined;
}

/**
 * Returns the same object if nothing has changed.
 * @throws BrokenLaneError; then abort the transaction
 */
export async function changeLane(
  tx: Tx,
  { clock, random, account }: LanePorts,
  { lane, event, references, writer }: LaneChange,
): Promise<Lane> {
  const seen = 'seen' in event && event.seen ? [event.seen] : [];
  const changes = [...lane.mutations, ...seen, ...(otherIn(event)?.mutations ?? [])];
  const now = clock.now();
  const reduction = reduceLane(lane, event, {
    now,
    random,
    account,
    references: references ?? (await readReferences(tx, changes)),
  });
  return writeLane(tx, { lane, reduction, writer, now });
}

function otherIn(event: LaneEvent): Lane | undefined {
  if (event.type === 'answered') return event.other;
  if (event.type === 'probed' && event.found.what === 'one') return event.found.other;
  return event.type === 'decided' && event.decision.what === 'keepOne' ? event.decision.other : undefined;
}

interface LaneWrite {
  readonly lane: Lane;
  readonly reduction: Reduction;
  readonly writer: CollectionWriter | undefined;
  /** Device time in ms. */
  readonly now: number;
}

async function writeLane(tx: Tx, { lane, reduction, writer, now }: LaneWrite): Promise<Lane> {
  const { lane: after, journal, history, notes, absorbed } = reduction;
  const before = absorbed ? [...lane.mutations, ...absorbed.mutations] : lane.mutations;
  const [mutations] = await Promise.all([
    writeMutations(tx, before, after.mutations),
    ...journal.map((note) => writeJournal(tx, { ...note, record: lane.record }, now)),
    writeHistory(tx, history),
    absorbed ? removeAbsorbed(tx, absorbed, lane) : undefined,
  ]);
  await watchEntries(tx, history, now);
  const record = after.record && placed(after.record, mutations);
  if (record && after.record !== lane.record) await mirrorTable(tx, lane.resource).put(record);
  else if (!record && lane.record) {
    await dropRecords(tx, lane.resource, [lane.localId]);
    if (lane.resource === 'attachments') await releaseFiles(tx, lane.record, now);
  }
  for (const note of notes) await carryOut(tx, note, { lane, writer, now });
  return after === lane ? lane : { ...after, record, mutations };
}

/** Runs before the record is written, because two rows may not share a server id. */
async function removeAbsorbed(tx: Tx, absorbed: Lane, lane: Lane): Promise<void> {
  await mirrorTable(tx, lane.resource).delete(absorbed.localId);
  await moveHistory(tx, absorbed, lane);
}

async function writeMutations(
  tx: Tx,
  before: readonly Mutation[],
  after: readonly Mutation[],
): Promise<readonly Mutation[]> {
  if (after === before) return after;
  const outbox = outboxTable(tx);
  const known = new Map(before.map((mutation) => [mutation.seq, mutation]));
  const kept = new Set(after.map(({ seq }) => seq));
  const gone = before.filter(({ seq }) => !kept.has(seq));
  const write = async (mutation: Mutation): Promise<Mutation> => {
    if (mutation.seq === UNPLACED) {
      const { seq: _, ...unplaced } = mutation;
      return { ...unplaced, seq: await outbox.add(unplaced) };
    }
    if (known.get(mutation.seq) !== mutation) await outbox.put(mutation);
    return mutation;
  };
  const [written] = await Promise.all([
    Promise.all(after.map(write)),
    ...gone.map(({ seq }) => outbox.delete(seq)),
  ]);
  return written;
}

function placed(record: MirrorRecord, mutations: readonly Mutation[]): MirrorRecord {
  const [first] = mutations;
  const isNew = record.position[1] === UNPLACED && first !== undefined;
  return isNew ? { ...record, position: unsentPosition(first.seq) } : record;
}

async function carryOut(
  tx: Tx,
  note: Reduction['notes'][number],
  { lane: { resource, localId, mutations }, writer, now }: Pick<LaneWrite, 'lane' | 'writer' | 'now'>,
): Promise<void> {
  const change = async (to: (row: CollectionRow) => CollectionRow): Promise<void> => {
    if (writer) writer.later(to);
    else await writeMeta(tx, to(await readCollection(tx, resource)));
  };
  switch (note.note) {
    case 'watch':
      return beginWatch(tx, note.watch, { since: claimedAt(mutations, note.watch), now });
    case 'secondRow':
      return raiseDuplicate(tx, note.watch, { serverId: note.serverId, at: now });
    case 'deleted': {
      const { serverId } = note;
      // A running pull may have read the record before its deletion.
      if (serverId !== undefined) await change((row) => ({ ...row, removed: [...row.removed, serverId] }));
      await endWatches(tx, resource, localId);
      return unwatchDependent(tx, resource, localId);
    }
    case 'madeAgain':
      return change((row) => madeAgainIn(row, localId, localIdOf(note.serverId)));
    case 'gone':
      return noteGone(tx, resource, note.record);
    case 'readWhole':
      if (!note.besideFeed || (await readRow(tx, 'feed'))) await change(notWhole);
      return;
    default:
      return note satisfies never;
  }
}

/** Returns the collection's generation at the last attempt; infinity if unknown. */
function claimedAt(mutations: readonly Mutation[], { id }: DuplicateWatch): number {
  const generation = mutations.find((mutation) => mutation.id === id)?.claimGeneration ?? UNKNOWN_GENERATION;
  return generation === UNKNOWN_GENERATION ? Number.POSITIVE_INFINITY : generation;
}

interface ServerRows {
  readonly rows: readonly MirrorRecord[];
  readonly history: readonly HistoryNote[];
  /** Device time in ms. */
  readonly now: number;
}

export async function putServerRows(
  tx: Tx,
  resource: RecordKind,
  { rows, history, now }: ServerRows,
): Promise<void> {
  // Dexie would announce a write of no rows.
  if (rows.length > 0) await mirrorTable(tx, resource).bulkPut([...rows]);
  if (resource === 'attachments') await reclaimFiles(tx, rows);
  await writeHistory(tx, history);
  await watchEntries(tx, history, now);
}

export async function dropRecords(tx: Tx, resource: RecordKind, localIds: readonly string[]): Promise<void> {
  await mirrorTable(tx, resource).bulkDelete([...localIds]);
  await dropHistory(tx, resource, localIds);
}

/** Newest first. */
export function lastNotesOf(tx: Tx, key: RecordKey): Promise<readonly HistoryNote[]> {
  return lastNotes(tx, key);
}

export async function watchesOver(
  tx: Tx,
  resource: RecordKind,
  now: number,
): Promise<readonly DuplicateWatch[]> {
  return openWatches(tx, resource, now);
}

export async function noteSecondRow(tx: Tx, watch: DuplicateWatch, row: SecondRow): Promise<void> {
  await raiseDuplicate(tx, watch, row);
}

export async function dismissSecondRow(tx: Tx, watchId: string, serverId: ServerId): Promise<void> {
  const watch = await findWatch(tx, watchId);
  if (watch)
    await writeWatch(tx, {
      ...watch,
      possibleDuplicates: watch.possibleDuplicates.filter((id) => id !== serverId),
    });
}
