import { keepAhead, takeFilesAhead } from '../../db/file-store.ts';
import { changeLane, laneWithRow, readLane } from '../../db/lane-store.ts';
import { assertNotLeaving } from '../../db/owner.ts';
import { isQuotaError } from '../../db/storage-watch.ts';
import { mirrorTable, type Tx, tablesOf } from '../../db/tables.ts';
import { localIdOf, uuidv7 } from '../../domain/ids.ts';
import { RECORD_KINDS } from '../../domain/resource-specs.ts';
import type { Lane } from '../../outbox/lane.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import type { RecordServices } from '../record-services.ts';
import {
  type Manifest,
  type OpenedRescue,
  openRescue,
  type RescuedLane,
  RescueError,
  type RescueOwner,
} from './rescue-file.ts';

export interface LoadedRescue {
  /** Changes that now wait for a person. */
  readonly added: number;
  /** Changes that this device has or had already. */
  readonly known: number;
  /** Device time in ms. */
  readonly savedAt: number;
  /** What the other device could not read. */
  readonly unread: Manifest['unread'];
}

interface Options {
  readonly owner: RescueOwner;
  /** Blank for none. */
  readonly passphrase: string;
}

/**
 * Parks the changes of a file for a person. All of them are stored, or none.
 * @throws RescueError; then no change was stored
 */
export async function loadRescue(
  services: RecordServices,
  file: Blob,
  { owner, passphrase }: Options,
): Promise<LoadedRescue> {
  const rescue = await openRescue(services, file, passphrase);
  const { manifest } = rescue;
  if (manifest.origin !== owner.origin) throw new RescueError('otherServer', { from: manifest.origin });
  if (!isSameUser(manifest, owner)) throw new RescueError('otherUser', { from: manifest.username });
  // Finds damage anywhere before anything is written.
  for (const n of manifest.files.keys()) await rescue.bytesOf(n);
  try {
    await storeFiles(services, rescue);
    const found = await storeChanges(services, manifest);
    if (found.added > 0) services.onSaved();
    return { ...found, savedAt: manifest.savedAt, unread: manifest.unread };
  } catch (cause) {
    if (cause instanceof RescueError) throw cause;
    services.log.error('a file was not loaded', cause);
    throw new RescueError(isQuotaError(cause) ? 'full' : 'notStored', { cause });
  }
}

/** A name may have passed to another user, so it counts only while an id is unknown. */
function isSameUser(one: RescueOwner, other: RescueOwner): boolean {
  if (one.userId !== null && other.userId !== null) return one.userId === other.userId;
  return one.username === other.username;
}

/**
 * Stores the bytes first, one file at a time, because a phone cannot hold all of them. If the page dies, no row names
 * them, and they leave after a day.
 */
async function storeFiles({ db, clock }: RecordServices, { manifest, bytesOf }: OpenedRescue): Promise<void> {
  const { strict } = db;
  for (const [n, { sha256, type }] of manifest.files.entries()) {
    const bytes = await bytesOf(n);
    await strict.transaction('rw', strict.files, strict.fileBytes, strict.meta, (tx) =>
      keepAhead(tx, { sha256, type, bytes }, clock.now()),
    );
  }
}

/** Older ids are only needed if a file is loaded again after so many other changes. */
const IDS_KEPT = 5000;

async function storeChanges(
  services: RecordServices,
  { lanes, files }: Manifest,
): Promise<Pick<LoadedRescue, 'added' | 'known'>> {
  const { strict } = services.db;
  const tables = [...tablesOf(strict, ...RECORD_KINDS), strict.fileBytes, strict.settings];
  return strict.transaction('rw', tables, async (tx) => {
    await assertNotLeaving(tx);
    const before = await strict.settings.get('loadedWork');
    const loadedIds = before && 'ids' in before ? before.ids : [];
    const finished = await strict.journal.toArray();
    const past = new Set([...loadedIds, ...finished.map(({ mutationId }) => mutationId)]);
    const added: string[] = [];
    for (const rescued of lanes) added.push(...(await storeLane(tx, services, { rescued, past })));
    const hashes = files.map(({ sha256 }) => sha256);
    if (!(await takeFilesAhead(tx, hashes, services.clock.now())))
      throw new Error('Bytes have left the device during the load.');
    if (added.length > 0)
      await strict.settings.put({ key: 'loadedWork', ids: [...loadedIds, ...added].slice(-IDS_KEPT) });
    const all = lanes.reduce((sum, { mutations }) => sum + mutations.length, 0);
    return { added: added.length, known: all - added.length };
  });
}

interface OneLane {
  readonly rescued: RescuedLane;
  /** Ids of changes that this device had. */
  readonly past: ReadonlySet<string>;
}

/** Returns the ids of the changes that were new. */
async function storeLane(tx: Tx, services: RecordServices, { rescued, past }: OneLane): Promise<string[]> {
  const { copy, mutations } = rescued;
  const before = await laneFor(tx, services, rescued);
  const added: string[] = [];
  let lane = before;
  if (mutations.length === 0 && !lane.record)
    lane = await changeLane(tx, services, { lane, event: { type: 'loaded', change: null, copy } });
  for (const change of mutations) {
    if (past.has(change.id) || isHeld(before, change)) continue;
    lane = await changeLane(tx, services, { lane, event: { type: 'loaded', change, copy } });
    added.push(change.id);
  }
  return added;
}

/** Finds the record by the server's id: each device gives its own id to a record that the server has. */
async function laneFor(
  tx: Tx,
  services: RecordServices,
  { resource, localId, copy }: RescuedLane,
): Promise<Lane> {
  if (copy === null) return readLane(tx, { resource, localId });
  const { serverId } = copy;
  const known = await laneWithRow(tx, resource, serverId);
  if (known) return known;
  const own = localIdOf(serverId);
  // A record that was created again may have kept the number of its deleted row.
  const isTaken = (await mirrorTable(tx, resource).get(own)) !== undefined;
  return readLane(tx, {
    resource,
    localId: isTaken ? uuidv7(services.clock.now(), services.random) : own,
  });
}

/** Returns true if the lane has the change under this or another id: a retry gives a new one, an edit takes it in. */
function isHeld({ record, mutations }: Lane, change: Mutation): boolean {
  // The id of a created record is new on each device, so this device made or loaded it.
  if (change.kind === 'create' && record) return true;
  return mutations.some(
    (own) =>
      own.id === change.id ||
      (own.kind === change.kind &&
        Object.entries(change.fields).every(([field, { value }]) => own.fields[field]?.value === value)),
  );
}
