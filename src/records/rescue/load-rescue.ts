import { keepAhead, takeFilesAhead } from '../../db/file-store.ts';
import { changeLane, laneWithRow, readLane } from '../../db/lane-store.ts';
import { readReferences } from '../../db/mirror-and-outbox.ts';
import { assertNotLeaving } from '../../db/owner.ts';
import type { JournalEntry } from '../../db/past-changes.ts';
import { isQuotaError } from '../../db/storage-watch.ts';
import { mirrorTable, type Tx, tablesOf } from '../../db/tables.ts';
import { type FieldChanges, valuesOf } from '../../domain/field-changes.ts';
import { localIdOf, uuidv7 } from '../../domain/ids.ts';
import type { FieldValue, RecordKey } from '../../domain/resource-spec.ts';
import { RECORD_KINDS, specOf } from '../../domain/resource-specs.ts';
import { withServerReferences } from '../../outbox/dependencies.ts';
import type { Lane } from '../../outbox/lane.ts';
import type { MirrorRecord } from '../../outbox/mirror-record.ts';
import { generatedFields, laneOf, type Mutation } from '../../outbox/mutation.ts';
import type { RecordServices } from '../record-services.ts';
import {
  type Manifest,
  type OpenedRescue,
  openRescue,
  photosIn,
  type RescuedLane,
  RescueError,
  type RescueOwner,
} from './rescue-file.ts';

export interface LoadedRescue {
  /** Changes that now wait for a person. */
  readonly added: number;
  /** Changes that this device has or had already. */
  readonly known: number;
  /** Photos without a change, which the server may have lost. */
  readonly photos: number;
  /** Device time in ms. */
  readonly savedAt: number;
  /** What the other device could not read. */
  readonly unread: Manifest['unread'];
}

interface Options {
  readonly owner: RescueOwner;
  /** Blank for none. */
  readonly passphrase: string;
  /** Ignored once the changes are being stored. */
  readonly signal?: AbortSignal;
}

/**
 * Parks the changes of a file for a person. All of them are stored, or none.
 * @throws RescueError; then no change was stored
 */
export async function loadRescue(
  services: RecordServices,
  file: Blob,
  { owner, passphrase, signal }: Options,
): Promise<LoadedRescue> {
  const stopIfAsked = (): void => {
    if (signal?.aborted) throw new RescueError('stopped');
  };
  const rescue = await openRescue(services, file, passphrase);
  const { manifest } = rescue;
  if (manifest.origin !== owner.origin) throw new RescueError('otherServer', { from: manifest.origin });
  if (!isSameUser(manifest, owner)) throw new RescueError('otherUser', { from: manifest.username });
  // Finds damage anywhere before anything is written.
  for (const n of manifest.files.keys()) {
    stopIfAsked();
    await rescue.bytesOf(n);
  }
  try {
    await storeFiles(services, rescue, stopIfAsked);
    stopIfAsked();
    const found = await storeChanges(services, manifest);
    const photos = photosIn(manifest.lanes);
    if (found.added + photos > 0) services.onSaved();
    return { ...found, photos, savedAt: manifest.savedAt, unread: manifest.unread };
  } catch (cause) {
    if (cause instanceof RescueError) throw cause;
    services.log.error('a file was not loaded', cause);
    throw new RescueError(isQuotaError(cause) ? 'full' : 'notStored', { cause });
  }
}

/** As accounts are found at a sign-in: a name may have passed to another user, so it counts only without ids. */
function isSameUser(one: RescueOwner, other: RescueOwner): boolean {
  if (one.userId !== null && other.userId !== null) return one.userId === other.userId;
  if (one.subject && other.subject) return one.subject === other.subject;
  const names = namesOf(other);
  return namesOf(one).some((name) => names.includes(name));
}

function namesOf({ username, names = [] }: RescueOwner): readonly string[] {
  return [username, ...names];
}

/**
 * Stores the bytes first, one file at a time, because a phone cannot hold all of them. If the page dies, no row names
 * them, and they leave after a day.
 */
async function storeFiles(
  { db, clock }: RecordServices,
  { manifest, bytesOf }: OpenedRescue,
  stopIfAsked: () => void,
): Promise<void> {
  const { strict } = db;
  for (const [n, { sha256, type }] of manifest.files.entries()) {
    stopIfAsked();
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
    const past = pastIn(loadedIds, await strict.journal.toArray());
    const added = await storeLanes(tx, services, { lanes, past });
    const hashes = files.map(({ sha256 }) => sha256);
    if (!(await takeFilesAhead(tx, hashes, services.clock.now())))
      throw new Error('Bytes have left the device during the load.');
    if (added.length > 0)
      await strict.settings.put({ key: 'loadedWork', ids: [...loadedIds, ...added].slice(-IDS_KEPT) });
    const all = lanes.reduce((sum, { mutations }) => sum + mutations.length, 0);
    return { added: added.length, known: all - added.length };
  });
}

type IsPast = (change: Mutation) => boolean;

/** Returns a function that finds the changes that this device had. A person may load again what one has discarded. */
function pastIn(loadedIds: readonly string[], journal: readonly JournalEntry[]): IsPast {
  const loaded = new Set(loadedIds);
  const last = new Map(journal.map((entry) => [entry.mutationId, entry]));
  return ({ id, fields }) => {
    const entry = last.get(id);
    if (entry?.outcome !== 'cancelled') return entry !== undefined || loaded.has(id);
    // The others of its fields were sent under another id.
    return !Object.keys(fields).every((field) => field in entry.fields);
  };
}

interface Rescued {
  readonly lanes: readonly RescuedLane[];
  readonly past: IsPast;
}

/** Keeps the order of saving, which tells deletions what to wait for. Returns the ids of the changes that were new. */
async function storeLanes(tx: Tx, services: RecordServices, { lanes, past }: Rescued): Promise<string[]> {
  const added: string[] = [];
  const found: { readonly before: Lane; lane: Lane; readonly copy: RescuedLane['copy'] }[] = [];
  const renamed = new Map<string, string>();
  for (const rescued of lanes) {
    const { copy, mutations } = rescued;
    const before = await laneFor(tx, services, rescued);
    const isBare = mutations.length === 0 && !before.record;
    const event = { type: 'loaded', change: null, copy } as const;
    const lane = isBare ? await changeLane(tx, services, { lane: before, event }) : before;
    found.push({ before, lane, copy });
    if (copy === null && lane.localId !== rescued.localId) renamed.set(laneOf(rescued), lane.localId);
  }
  const all = lanes.flatMap(({ mutations }, n) => mutations.map((change) => ({ change, of: found[n] })));
  for (const { change, of } of all.sort((one, other) => one.change.seq - other.change.seq)) {
    const news = of && !past(change) ? await newsIn(tx, of.before, withOwnIds(change, renamed)) : null;
    if (!of || !news) continue;
    of.lane = await changeLane(tx, services, {
      lane: of.lane,
      event: { type: 'loaded', change: news, copy: of.copy },
    });
    added.push(change.id);
  }
  return added;
}

/** Finds the record by the server's id: each device gives its own id to a record that the server has. */
async function laneFor(tx: Tx, services: RecordServices, rescued: RescuedLane): Promise<Lane> {
  const { resource, copy } = rescued;
  if (copy === null) return readLane(tx, { resource, localId: await ownIdOf(tx, rescued) });
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

/** A record that was created again keeps the number of its deleted row, which this device may hold. Its key is new. */
async function ownIdOf(tx: Tx, { resource, localId, mutations }: RescuedLane): Promise<string> {
  const key = mutations.find(({ kind }) => kind === 'create')?.idempotencyKey ?? localId;
  if (key === localId) return localId;
  const record = await mirrorTable(tx, resource).get(localId);
  const isOwn = record && (record.serverId === undefined || localIdOf(record.serverId) !== localId);
  return isOwn ? localId : key;
}

/** Local ids of this device, by the record's id on the other one. */
type Renamed = ReadonlyMap<string, string>;

function withOwnIds(change: Mutation, renamed: Renamed): Mutation {
  const fields = { ...change.fields };
  const named = (to: RecordKey['resource'], value: FieldValue): FieldValue =>
    (typeof value === 'string' && renamed.get(laneOf({ resource: to, localId: value }))) || value;
  for (const { field, to } of specOf(change.resource).references) {
    const { base, value } = fields[field] ?? {};
    if (base !== undefined && value !== undefined)
      fields[field] = { base: named(to, base), value: named(to, value) };
  }
  return { ...change, fields };
}

/**
 * Returns what the lane lacks of a change: null if it has the change under this or another id, because a retry gives a
 * new one and an edit takes it in. The id of a created record is new on each device, so a create whose record is here
 * was loaded before: only its corrections since are news.
 */
async function newsIn(tx: Tx, { record, mutations }: Lane, change: Mutation): Promise<Mutation | null> {
  if (change.kind === 'create' && record) return correctionsOf(tx, { record, mutations }, change);
  const isHeld = mutations.some(
    (own) =>
      own.id === change.id ||
      (own.kind === change.kind &&
        Object.entries(change.fields).every(([field, { value }]) => own.fields[field]?.value === value)),
  );
  return isHeld ? null : change;
}

/** Returns an update with what a create of the file says otherwise than this device; null if nothing. */
async function correctionsOf(
  tx: Tx,
  { record, mutations }: { readonly record: MirrorRecord; readonly mutations: readonly Mutation[] },
  change: Mutation,
): Promise<Mutation | null> {
  const { resource } = change;
  const own = mutations.find(({ kind }) => kind === 'create');
  const references = await readReferences(tx, own ? [change, own] : [change]);
  const named = (fields: FieldChanges): FieldChanges => withServerReferences(references, resource, fields);
  const here = own ? valuesOf(named(own.fields)) : (record.server ?? {});
  // What was sent first: by this device's create, or else by the file's, which made the row.
  const before = (own ?? change).firstSentFields ?? {};
  const wanted = named(change.fields);
  const { sameValue } = specOf(resource);
  const chosen = generatedFields(change);
  const news = Object.entries(change.fields).flatMap(([field, { value }]) => {
    const same = (other: FieldValue | undefined): boolean => sameValue(field, wanted[field]?.value, other);
    if (chosen.includes(field) || same(here[field]) || (field in before && same(before[field]))) return [];
    const base = (own ? own.fields[field]?.value : (before[field] ?? here[field])) ?? null;
    return [[field, { base, value }] as const];
  });
  if (news.length === 0) return null;
  const { firstSentFields: _, generated: __, ...rest } = change;
  const update = { kind: 'update', idempotencyKey: null, sentWithKey: false, probe: null } as const;
  return { ...rest, ...update, firstSentAt: null, fields: Object.fromEntries(news) } as Mutation;
}
