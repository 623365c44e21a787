import { takeFilesAhead } from '../../db/file-store.ts';
import { changeLane, laneWithRow, readLane } from '../../db/lane-store.ts';
import { readReferences } from '../../db/mirror-and-outbox.ts';
import { assertNotLeaving } from '../../db/owner.ts';
import type { JournalEntry } from '../../db/past-changes.ts';
import { mirrorTable, type Tx, tablesOf } from '../../db/tables.ts';
import { hashesOf } from '../../domain/attachment.ts';
import { type FieldChanges, valuesOf } from '../../domain/field-changes.ts';
import { localIdOf, uuidv7 } from '../../domain/ids.ts';
import type { FieldValue, RecordKey } from '../../domain/resource-spec.ts';
import { RECORD_KINDS, specOf } from '../../domain/resource-specs.ts';
import { withServerReferences } from '../../outbox/dependencies.ts';
import type { Lane } from '../../outbox/lane.ts';
import type { MirrorRecord } from '../../outbox/mirror-record.ts';
import { generatedFields, laneOf, type Mutation } from '../../outbox/mutation.ts';
import type { RecordServices } from '../record-services.ts';
import type { Manifest, RescuedLane } from './manifest.ts';
import { RescueError } from './rescue-error.ts';

/** Changes per transaction. The storage watch ends one that takes 15 s, and a slow phone may need 20 ms for a change. */
const STEP = 250;

/** Older ids are only needed if a file is loaded again after so many other changes. */
const IDS_KEPT = 5000;

/** A change, or null for a record without one. */
interface Item {
  readonly of: RescuedLane;
  readonly change: Mutation | null;
}

/**
 * Stores the changes in the order in which they were saved, because a deletion waits for earlier changes. What is stored
 * so far is always a state that the other device had.
 * @throws RescueError if only a part was stored
 */
export async function storeChanges(
  services: RecordServices,
  manifest: Manifest,
): Promise<{ readonly added: number; readonly known: number }> {
  const items = itemsIn(manifest.lanes);
  let added = 0;
  for (let from = 0; from === 0 || from < items.length; from += STEP) {
    const some = items.slice(from, from + STEP);
    const isLast = from + STEP >= items.length;
    added += await storeStep(services, manifest, { some, isLast }).catch((cause: unknown) => {
      if (from === 0) throw cause;
      services.log.error('a file was loaded only in part', cause);
      throw new RescueError('partly', { cause });
    });
  }
  const all = items.filter(({ change }) => change !== null).length;
  return { added, known: all - added };
}

function itemsIn(lanes: readonly RescuedLane[]): readonly Item[] {
  const items = lanes.flatMap((of): Item[] =>
    of.mutations.length === 0 ? [{ of, change: null }] : of.mutations.map((change) => ({ of, change })),
  );
  return items.sort((one, other) => (one.change?.seq ?? 0) - (other.change?.seq ?? 0));
}

interface Step {
  readonly some: readonly Item[];
  readonly isLast: boolean;
}

/** Returns how many changes were new. */
function storeStep(
  services: RecordServices,
  { lanes, files, savedAt }: Manifest,
  { some, isLast }: Step,
): Promise<number> {
  const { strict } = services.db;
  const tables = [...tablesOf(strict, ...RECORD_KINDS), strict.fileBytes, strict.settings];
  const inFile = new Set(files.map(({ sha256 }) => sha256));
  const hashes = some.flatMap(hashesIn).filter((hash) => inFile.has(hash));
  return strict.transaction('rw', tables, async (tx) => {
    await assertNotLeaving(tx);
    const row = await strict.settings.get('loadedWork');
    const before = row?.key === 'loadedWork' ? row : null;
    const ids = before?.ids ?? [];
    const journal = await strict.journal.toArray();
    const loadedIds = new Set(ids);
    const past = pastIn(loadedIds, journal);
    const sentBy = sentFor(loadedIds, journal);
    const added = await storeItems(tx, services, { lanes, some, past, sentBy, loadedIds });
    if (!(await takeFilesAhead(tx, hashes, services.clock.now())))
      throw new Error('Bytes have left the device during the load.');
    const unfinished = nextUnfinished(before?.unfinished, { savedAt, isLast });
    if (added.length > 0 || unfinished !== before?.unfinished)
      await strict.settings.put({
        key: 'loadedWork',
        ids: [...ids, ...added].slice(-IDS_KEPT),
        ...(unfinished !== undefined && { unfinished }),
      });
    return added.length;
  });
}

function nextUnfinished(
  before: number | undefined,
  { savedAt, isLast }: { readonly savedAt: number; readonly isLast: boolean },
): number | undefined {
  if (!isLast) return savedAt;
  return before === savedAt ? undefined : before;
}

function hashesIn({ of, change }: Item): readonly string[] {
  if (of.resource !== 'attachments') return [];
  return hashesOf(change?.kind === 'create' ? valuesOf(change.fields) : (of.copy?.server ?? {}));
}

type IsPast = (change: Mutation) => boolean;

/** Returns a function that finds the changes that this device had. A person may load again what one has discarded. */
function pastIn(loaded: ReadonlySet<string>, journal: readonly JournalEntry[]): IsPast {
  const last = new Map(journal.map((entry) => [entry.mutationId, entry]));
  return ({ id, fields }) => {
    const entry = last.get(id);
    if (entry?.outcome !== 'cancelled') return entry !== undefined || loaded.has(id);
    // The others of its fields were sent under another id.
    return !Object.keys(fields).every((field) => field in entry.fields);
  };
}

/** What this device has sent for creates of files, by record. */
type SentBy = ReadonlyMap<string, FieldChanges>;

function sentFor(loaded: ReadonlySet<string>, journal: readonly JournalEntry[]): SentBy {
  const sent = new Map<string, FieldChanges>();
  for (const entry of journal) {
    const isOfFile = entry.kind === 'create' || loaded.has(entry.mutationId);
    if ((entry.outcome !== 'confirmed' && entry.outcome !== 'same') || !isOfFile) continue;
    sent.set(laneOf(entry), { ...sent.get(laneOf(entry)), ...entry.fields });
  }
  return sent;
}

interface Rescued {
  readonly lanes: readonly RescuedLane[];
  readonly some: readonly Item[];
  readonly past: IsPast;
  readonly sentBy: SentBy;
  readonly loadedIds: ReadonlySet<string>;
}

/** Returns the ids of the changes that were new. */
async function storeItems(
  tx: Tx,
  services: RecordServices,
  { lanes, some, past, sentBy, loadedIds }: Rescued,
): Promise<string[]> {
  const added: string[] = [];
  const found = new Map<RescuedLane, { readonly before: Lane; lane: Lane }>();
  const renamed = await renamedIn(tx, lanes);
  for (const { of, change } of some) {
    const { copy } = of;
    let lanesOf = found.get(of);
    if (!lanesOf) {
      const before = await laneFor(tx, services, of);
      lanesOf = { before, lane: before };
      found.set(of, lanesOf);
    }
    const isKnown = change ? past(change) : lanesOf.lane.record !== undefined;
    if (isKnown) continue;
    const { before } = lanesOf;
    const held = { lane: before, loadedIds, sent: sentBy.get(laneOf(before)) };
    const news = change && (await newsIn(tx, held, withOwnIds(change, renamed)));
    if (change && !news) continue;
    const event = { type: 'loaded', change: news, copy } as const;
    lanesOf.lane = await changeLane(tx, services, { lane: lanesOf.lane, event });
    if (change) added.push(change.id);
  }
  return added;
}

async function renamedIn(tx: Tx, lanes: readonly RescuedLane[]): Promise<Renamed> {
  const renamed = new Map<string, string>();
  // Dexie loses a transaction in which a hundred `await`s in a row read nothing.
  for (const lane of lanes.filter((one) => one.copy === null && keyOf(one) !== one.localId)) {
    const localId = await ownIdOf(tx, lane);
    if (localId !== lane.localId) renamed.set(laneOf(lane), localId);
  }
  return renamed;
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
async function ownIdOf(tx: Tx, lane: RescuedLane): Promise<string> {
  const { resource, localId } = lane;
  const key = keyOf(lane);
  if (key === localId) return localId;
  const record = await mirrorTable(tx, resource).get(localId);
  const isOwn = record && (record.serverId === undefined || localIdOf(record.serverId) !== localId);
  return isOwn ? localId : key;
}

function keyOf({ localId, mutations }: RescuedLane): string {
  return mutations.find(({ kind }) => kind === 'create')?.idempotencyKey ?? localId;
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

interface Held {
  readonly lane: Lane;
  readonly loadedIds: ReadonlySet<string>;
  /** What this device has sent for the record's create; undefined if the journal no longer says. */
  readonly sent: FieldChanges | undefined;
}

/**
 * Returns what the lane lacks of a change: null if it has the change under this or another id, because a retry gives a
 * new one and an edit takes it in. The id of a created record is new on each device, so a create whose record is here
 * was loaded before: only its corrections since are news.
 */
async function newsIn(tx: Tx, { lane, loadedIds, sent }: Held, change: Mutation): Promise<Mutation | null> {
  const { record, mutations } = lane;
  if (change.kind === 'create' && record) return correctionsOf(tx, { record, mutations, sent }, change);
  const isHeld = mutations.some(
    (own) =>
      own.id === change.id ||
      // A change that was loaded is known by its id. Another one may set the same value again.
      (!loadedIds.has(own.id) &&
        own.kind === change.kind &&
        Object.entries(change.fields).every(([field, { value }]) => own.fields[field]?.value === value)),
  );
  return isHeld ? null : change;
}

/** Returns an update with what a create of the file says otherwise than this device; null if nothing. */
async function correctionsOf(
  tx: Tx,
  {
    record,
    mutations,
    ...held
  }: Pick<Held, 'sent'> & Pick<Lane, 'mutations'> & { readonly record: MirrorRecord },
  change: Mutation,
): Promise<Mutation | null> {
  const { resource } = change;
  const own = mutations.find(({ kind }) => kind === 'create');
  const sent = own ? undefined : held.sent;
  const references = await readReferences(tx, own ? [change, own] : [change]);
  const named = (fields: FieldChanges): FieldChanges => withServerReferences(references, resource, fields);
  const here = own ? valuesOf(named(own.fields)) : (record.server ?? {});
  // What was sent first: by this device's create, or else by the file's, which made the row.
  const before = sent ? valuesOf(named(sent)) : ((own ?? change).firstSentFields ?? {});
  const wanted = named(change.fields);
  const { sameValue } = specOf(resource);
  const chosen = generatedFields(change);
  const news = Object.entries(change.fields).flatMap(([field, { value }]) => {
    const same = (other: FieldValue | undefined): boolean => sameValue(field, wanted[field]?.value, other);
    if (chosen.includes(field) || same(here[field]) || (field in before && same(before[field]))) return [];
    const under = own?.fields ?? sent;
    const base = (under ? under[field]?.value : (before[field] ?? here[field])) ?? null;
    return [[field, { base, value }] as const];
  });
  if (news.length === 0) return null;
  const { firstSentFields: _, generated: __, ...rest } = change;
  const update = { kind: 'update', idempotencyKey: null, sentWithKey: false, probe: null } as const;
  return { ...rest, ...update, firstSentAt: null, fields: Object.fromEntries(news) } as Mutation;
}
