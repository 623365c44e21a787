import { localIdOf } from '../domain/ids.ts';
import type { Clock, Random } from '../domain/ports.ts';
import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import type { References } from '../outbox/dependencies.ts';
import type { Lane } from '../outbox/lane.ts';
import { type Reduction, UNPLACED } from '../outbox/lane-draft.ts';
import type { HistoryNote, LaneEvent, LaneKey, LaneNote } from '../outbox/lane-event.ts';
import type { DuplicateWatch } from '../outbox/match-create.ts';
import { type MirrorRecord, unsentPosition } from '../outbox/mirror-record.ts';
import { type Mutation, UNKNOWN_GENERATION } from '../outbox/mutation.ts';
import { reduceLane } from '../outbox/reduce-lane.ts';
import { type CollectionRow, madeAgainIn, notWhole } from './collection-row.ts';
import type { CollectionWriter } from './collection-writer.ts';
import { watchEntries } from './entry-watch.ts';
import { noteGone, unwatchBereft } from './known-server.ts';
import { readCollection, readRow, writeMeta } from './meta-rows.ts';
import { findByServerId } from './mirror.ts';
import { findMutation, mutationsOf, outboxTable } from './outbox.ts';
import { dropHistory, lastNotes, moveHistory, writeHistory, writeJournal } from './past-changes.ts';
import { readReferences } from './read-references.ts';
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

/** What a lane's changes take from outside. */
export interface LanePorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  /** Key of the account whose database it is. */
  readonly account: string;
}

export async function readLane(tx: Tx, { resource, localId }: LaneKey): Promise<Lane> {
  const [record, mutations] = await Promise.all([
    mirrorTable(tx, resource).get(localId),
    mutationsOf(tx, resource, localId),
  ]);
  return { resource, localId, record, mutations };
}

/** The lane that a mutation stands in; undefined where it has left the outbox. */
export async function laneOfMutation(tx: Tx, mutationId: string): Promise<Lane | undefined> {
  const mutation = await findMutation(tx, mutationId);
  return mutation && readLane(tx, mutation);
}

/** The lane that a change stands in now, or stood in last: its record may have been found to be another one since. */
export async function laneOfChange(tx: Tx, change: Mutation): Promise<Lane> {
  const lane = await readLane(tx, change);
  if (lane.mutations.some(({ id }) => id === change.id)) return lane;
  return (await laneOfMutation(tx, change.id)) ?? lane;
}

/** The lane that has a server's row; undefined where this device has none. */
export async function laneWithRow(
  tx: Tx,
  resource: ResourceName,
  serverId: ServerId,
): Promise<Lane | undefined> {
  const record = await findByServerId(tx, resource, serverId);
  if (!record) return undefined;
  const { localId } = record;
  return { resource, localId, record, mutations: await mutationsOf(tx, resource, localId) };
}

interface LaneChange {
  /** As it was read in this transaction. */
  readonly lane: Lane;
  readonly event: LaneEvent;
  /** What its changes refer to, where that was read in this transaction. */
  readonly references?: References | undefined;
  /** The writer of the server's truth that the event brings; it is still to be saved. */
  readonly writer?: CollectionWriter | undefined;
}

/**
 * Lets something happen to a lane: reads what it needs, decides, and writes what has changed, in the caller's transaction.
 * @returns the lane as it is now; the same object where nothing has changed
 * @throws BrokenLaneError where the result would not hold together: the transaction is to be aborted
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

/** The lane that may turn out to be the same record. */
function otherIn(event: LaneEvent): Lane | undefined {
  if (event.type === 'answered') return event.other;
  if (event.type === 'probed' && event.found.what === 'one') return event.found.other;
  return event.type === 'decided' && event.decision.what === 'keepOne' ? event.decision.other : undefined;
}

interface LaneWrite {
  /** As it was read. */
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
    absorbed ? becomeOne(tx, absorbed, lane) : undefined,
  ]);
  await watchEntries(tx, history, now);
  const record = after.record && placed(after.record, mutations);
  if (record && after.record !== lane.record) await mirrorTable(tx, lane.resource).put(record);
  else if (!record && lane.record) await dropRecords(tx, lane.resource, [lane.localId]);
  for (const note of notes) await carryOut(tx, note, { lane, writer, now });
  return after === lane ? lane : { ...after, record, mutations };
}

/** The row that a record was is one with another: two may not have the same server id. */
async function becomeOne(tx: Tx, absorbed: Lane, lane: Lane): Promise<void> {
  await mirrorTable(tx, lane.resource).delete(absorbed.localId);
  await moveHistory(tx, absorbed, lane);
}

/** Returns them with the places that the database has given to new ones. */
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

/** A record that was made here stands by the place of its first change. */
function placed(record: MirrorRecord, mutations: readonly Mutation[]): MirrorRecord {
  const [first] = mutations;
  const isNew = record.position[1] === UNPLACED && first !== undefined;
  return isNew ? { ...record, position: unsentPosition(first.seq) } : record;
}

async function carryOut(
  tx: Tx,
  note: LaneNote,
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
      // A pull that is under way may have read the record before it was deleted.
      if (serverId !== undefined) await change((row) => ({ ...row, removed: [...row.removed, serverId] }));
      await endWatches(tx, resource, localId);
      return unwatchBereft(tx, resource, localId);
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

/** The generation of the collection when a create was claimed last; infinite where nobody knows. */
function claimedAt(mutations: readonly Mutation[], { id }: DuplicateWatch): number {
  const generation = mutations.find((mutation) => mutation.id === id)?.claimGeneration ?? UNKNOWN_GENERATION;
  return generation === UNKNOWN_GENERATION ? Number.POSITIVE_INFINITY : generation;
}

interface ServerRows {
  readonly rows: readonly MirrorRecord[];
  /** What changed in those that the device had. */
  readonly history: readonly HistoryNote[];
  /** Device time in ms. */
  readonly now: number;
}

/** Puts rows of the server that no change waits for: together, without an event for each. */
export async function putServerRows(
  tx: Tx,
  resource: ResourceName,
  { rows, history, now }: ServerRows,
): Promise<void> {
  await putRows(tx, resource, rows);
  await writeHistory(tx, history);
  await watchEntries(tx, history, now);
}

/** So many rows are handed over in one task: the page draws and hears keys between them. */
const ROWS_AT_ONCE = 150;

/**
 * Puts many rows as the server gave them. While some rows are on their way to the database the next are made ready. Dexie
 * takes fifty rows or more for 'anything may have changed' and looks at none of them.
 */
async function putRows(tx: Tx, resource: ResourceName, rows: readonly MirrorRecord[]): Promise<void> {
  const table = mirrorTable(tx, resource);
  let before: PromiseLike<unknown> | undefined;
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const step = table.bulkPut(rows.slice(from, from + ROWS_AT_ONCE));
    // What fails one fails them all, and is thrown by the first that is waited for.
    step.catch(() => undefined);
    await before;
    before = step;
  }
  await before;
}

/** Takes records off the device that no change waits for. */
export async function dropRecords(
  tx: Tx,
  resource: ResourceName,
  localIds: readonly string[],
): Promise<void> {
  await mirrorTable(tx, resource).bulkDelete([...localIds]);
  await dropHistory(tx, resource, localIds);
}

/** Returns what changed in a record, the last first. */
export function lastNotesOf(tx: Tx, key: LaneKey): Promise<readonly HistoryNote[]> {
  return lastNotes(tx, key);
}

/** The watches over a collection that are not over at device time `now`. */
export async function watchesOver(
  tx: Tx,
  resource: ResourceName,
  now: number,
): Promise<readonly DuplicateWatch[]> {
  return openWatches(tx, resource, now);
}

/** Puts a row before a person that looks like a duplicate of what `watch` stands for. */
export async function noteSecondRow(tx: Tx, watch: DuplicateWatch, row: SecondRow): Promise<void> {
  await raiseDuplicate(tx, watch, row);
}

/** A person has said that a row is no second copy, or is one no longer. */
export async function dismissSecondRow(tx: Tx, watchId: string, serverId: ServerId): Promise<void> {
  const watch = await findWatch(tx, watchId);
  if (watch)
    await writeWatch(tx, {
      ...watch,
      possibleDuplicates: watch.possibleDuplicates.filter((id) => id !== serverId),
    });
}
