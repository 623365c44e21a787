import { agreedAttachments } from '../../db/agreed-attachments.ts';
import type { Databases } from '../../db/app-database.ts';
import { readLane } from '../../db/lane-store.ts';
import { readReferences } from '../../db/mirror-and-outbox.ts';
import { type Tx, tablesOf } from '../../db/tables.ts';
import { hashesOf } from '../../domain/attachment.ts';
import { createdFields, valuesOf } from '../../domain/field-changes.ts';
import type { RecordKey } from '../../domain/resource-spec.ts';
import { RECORD_KINDS } from '../../domain/resource-specs.ts';
import { hashOf } from '../../domain/sha256.ts';
import { withServerReferences } from '../../outbox/dependencies.ts';
import type { Lane } from '../../outbox/lane.ts';
import { laneOf, MUTATION_SCHEMA, type Mutation } from '../../outbox/mutation.ts';
import type { RecordServices } from '../record-services.ts';
import { noteHandedOut, noteLater } from './handed-out.ts';
import { type Manifest, photosIn, type RescuedFile, type RescuedLane, type RescueOwner } from './manifest.ts';
import { RescueError } from './rescue-error.ts';
import { RescueWriter } from './rescue-file.ts';

export interface Rescue {
  readonly file: Blob;
  readonly changes: number;
  /** Photos without a change, which the server may have lost. */
  readonly photos: number;
  /** Files of photos in it. */
  readonly files: number;
  readonly unread: Manifest['unread'];
  /** False if this device could not store yet that another one may send these changes. */
  readonly isNoted: boolean;
}

interface Options {
  readonly owner: RescueOwner;
  readonly appVersion: string;
  /** Blank for none. */
  readonly passphrase: string;
  /** Leaves out photos and documents, whose bytes may be too much for the device or the way. */
  readonly onlyChanges?: boolean;
}

/**
 * Puts all unsent changes and photos into a file. Only needs to read, so that it also works on a full device. What cannot
 * be read is left out and counted.
 * @throws RescueError if nothing can be read
 */
export async function makeRescue(services: RecordServices, options: Options): Promise<Rescue> {
  const { owner, appVersion, passphrase, onlyChanges = false } = options;
  const writer = await RescueWriter.begin(services, passphrase);
  const savedAt = services.clock.now();
  const { lanes: found, unsent, unread, isNoted } = await readNoted(services, onlyChanges);
  const files = new Files(services, writer, unsent);
  const lanes: RescuedLane[] = [];
  for (const lane of found) {
    const kept = lane.resource === 'attachments' ? await files.addOf(lane) : lane;
    if (kept) lanes.push(kept);
  }
  const missing = { changes: unread.changes, photos: unread.photos + files.unread };
  const changes = lanes.reduce((sum, { mutations }) => sum + mutations.length, 0);
  const manifest = { ...owner, appVersion, savedAt, schema: MUTATION_SCHEMA, lanes, files: files.added };
  const file = await writer.end({ ...manifest, unread: missing });
  return { file, changes, photos: photosIn(lanes), files: files.added.length, unread: missing, isNoted };
}

function isCreate({ kind }: Mutation): boolean {
  return kind === 'create';
}

/** Adds each file once, one at a time. */
class Files {
  readonly #services: RecordServices;
  readonly #writer: RescueWriter;
  readonly #unsent: ReadonlySet<string>;
  readonly #added = new Map<string, RescuedFile>();
  /** Photos that could not be read. */
  unread = 0;

  constructor(services: RecordServices, writer: RescueWriter, unsent: ReadonlySet<string>) {
    this.#services = services;
    this.#writer = writer;
    this.#unsent = unsent;
  }

  get added(): readonly RescuedFile[] {
    return [...this.#added.values()];
  }

  /** Null if neither the photo nor a change of it could be read. A photo can do without its thumbnail. */
  async addOf(lane: RescuedLane): Promise<RescuedLane | null> {
    const unread = new Set<string>();
    for (const hash of this.#neededBy(lane)) if (!(await this.#add(hash))) unread.add(hash);
    if (unread.size === 0) return lane;
    if (!lane.mutations.some(isCreate)) {
      this.unread += 1;
      return lane.mutations.length > 0 ? lane : null;
    }
    const kept = { ...lane, mutations: lane.mutations.map((change) => withoutThumb(change, unread)) };
    if (!this.#neededBy(kept).some((hash) => unread.has(hash))) return kept;
    this.unread += 1;
    return null;
  }

  #neededBy({ copy, mutations }: RescuedLane): readonly string[] {
    const made = mutations.filter(isCreate).flatMap(({ fields }) => hashesOf(valuesOf(fields)));
    return made.length > 0 ? made : hashesOf(copy?.server ?? {}).filter((hash) => this.#unsent.has(hash));
  }

  async #add(sha256: string): Promise<boolean> {
    if (this.#added.has(sha256)) return true;
    const { db, log } = this.#services;
    try {
      const [bytes, row] = [await db.relaxed.fileBytes.get(sha256), await db.relaxed.files.get(sha256)];
      if (!bytes || !row || (await hashOf(this.#services, bytes.bytes)) !== sha256) return false;
      await this.#writer.add(bytes.bytes);
      this.#added.set(sha256, { sha256, type: row.type, size: bytes.bytes.byteLength });
      return true;
    } catch (error) {
      log.error('a photo could not be read', error);
      return false;
    }
  }
}

function withoutThumb(change: Mutation, unread: ReadonlySet<string>): Mutation {
  const thumb = change.fields['thumb_sha256'];
  if (change.kind !== 'create' || !unread.has(String(thumb?.value))) return change;
  return { ...change, fields: { ...change.fields, thumb_sha256: { base: null, value: '' } } };
}

interface Readable {
  readonly lanes: readonly RescuedLane[];
  /** Names of files that the server may lack. */
  readonly unsent: ReadonlySet<string>;
  readonly unread: Manifest['unread'];
}

/** Reads everything as it is at one moment. If that fails, record by record. */
async function readLanes(db: Databases): Promise<Readable> {
  const { relaxed } = db;
  try {
    return await relaxed.transaction('r', tablesOf(relaxed, ...RECORD_KINDS), async () => {
      const unsent = await unsentFiles(db);
      const open = await relaxed.outbox.orderBy('seq').toArray();
      const lanes: RescuedLane[] = [];
      for (const [key] of byRecord([...open, ...(await rowsOf(db, unsent))])) {
        const lane = await readRescued(db, key);
        if (lane) lanes.push(lane);
      }
      return { lanes, unsent: new Set(unsent), unread: { changes: 0, photos: 0 } };
    });
  } catch {
    return readOneByOne(db);
  }
}

async function readOneByOne(db: Databases): Promise<Readable> {
  const { relaxed } = db;
  const seqs = await relaxed.outbox
    .toCollection()
    .primaryKeys()
    .catch((cause: unknown) => {
      throw new RescueError('notStored', { cause });
    });
  const changes: Mutation[] = [];
  const unread = { changes: 0, photos: 0 };
  for (const seq of seqs) {
    const change = await relaxed.outbox.get(seq).catch(() => null);
    if (change) changes.push(change);
    else if (change === null) unread.changes += 1;
  }
  // How many they are is unknown then.
  const orOneUnread = (): readonly never[] => {
    unread.photos += 1;
    return [];
  };
  const unsent = await unsentFiles(db).catch(orOneUnread);
  const rows = await rowsOf(db, unsent).catch(orOneUnread);
  const lanes: RescuedLane[] = [];
  for (const [key] of byRecord([...changes, ...rows])) {
    const own = changes.filter((change) => laneOf(change) === laneOf(key));
    const lane = await readRescued(db, key).catch(() => readInParts(db, key, own));
    if (lane) lanes.push(lane);
    else if (own.length === 0) unread.photos += 1;
  }
  return { lanes, unsent: new Set(unsent), unread };
}

/** Takes changes along whose record or references cannot be read: the other device may know them. */
async function readInParts(
  { relaxed }: Databases,
  { resource, localId }: RecordKey,
  changes: readonly Mutation[],
): Promise<RescuedLane | null> {
  if (changes.length === 0) return null;
  const record = await relaxed[resource].get(localId).catch(() => undefined);
  const lane = { resource, localId, record, mutations: changes };
  const mutations = await relaxed
    .transaction('r', tablesOf(relaxed, ...RECORD_KINDS), (tx) => withServerIds(tx, lane))
    .catch(() => changes.map((change) => ({ ...change, undo: null })));
  return { resource, localId, copy: copyOf(lane), mutations };
}

function byRecord(keys: readonly RecordKey[]): readonly (readonly [RecordKey, ...RecordKey[]])[] {
  const records = new Map<string, [RecordKey, ...RecordKey[]]>();
  for (const key of keys) {
    const known = records.get(laneOf(key));
    if (known) known.push(key);
    else records.set(laneOf(key), [key]);
  }
  return [...records.values()];
}

async function unsentFiles({ relaxed }: Databases): Promise<readonly string[]> {
  return relaxed.files.where('state').anyOf('here', 'refused').primaryKeys();
}

/** Returns the confirmed rows of these files: after a restore, the server may lack them. */
async function rowsOf({ relaxed }: Databases, hashes: readonly string[]): Promise<readonly RecordKey[]> {
  const found = await Promise.all(
    ['server.sha256', 'server.thumb_sha256'].map((index) =>
      relaxed.attachments.where(index).anyOf(hashes).primaryKeys(),
    ),
  );
  return [...new Set(found.flat())].map((localId) => ({ resource: 'attachments', localId }));
}

/** Null if everything was sent meanwhile. */
async function readRescued({ relaxed }: Databases, key: RecordKey): Promise<RescuedLane | null> {
  return relaxed.transaction('r', tablesOf(relaxed, key.resource, 'attachments'), async (tx) => {
    const lane = await readLane(tx, key);
    const { resource, localId } = lane;
    if (lane.mutations.length === 0 && resource !== 'attachments') return null;
    return { resource, localId, copy: copyOf(lane), mutations: await withServerIds(tx, lane) };
  });
}

function copyOf({ record }: Lane): RescuedLane['copy'] {
  if (!record?.server || record.serverId === undefined) return null;
  const { serverId, server, position, version, seen } = record;
  return { serverId, server, position, seen, ...(version === undefined ? {} : { version }) };
}

/** Another device knows a record that the server has by its server id. */
async function withServerIds(tx: Tx, { resource, mutations }: Lane): Promise<readonly Mutation[]> {
  const references = await readReferences(tx, mutations);
  return Promise.all(
    mutations.map(async (mutation) => {
      const { fields, firstSentFields } = mutation;
      const sent = firstSentFields && createdFields(firstSentFields);
      const agreed = await agreedAttachments(tx, mutation);
      return {
        ...mutation,
        fields: withServerReferences(references, resource, fields),
        ...(sent && { firstSentFields: valuesOf(withServerReferences(references, resource, sent)) }),
        ...(agreed && { attachmentSet: agreed.hash }),
        undo: null,
      };
    }),
  );
}

/** A save in another tab at the same moment is rare. */
const READS_MAX = 3;

/**
 * Reads what is then noted, until a read finds all of it noted: an edit in between would be in the file without a note.
 * Noted before the file is made: if the page dies in between, the note does no harm.
 */
async function readNoted(
  services: RecordServices,
  onlyChanges: boolean,
): Promise<Readable & { readonly isNoted: boolean }> {
  for (let reads = 1; ; reads += 1) {
    const all = await readLanes(services.db);
    const lanes = all.lanes.filter(({ resource }) => !onlyChanges || resource !== 'attachments');
    const read = { ...all, lanes };
    const unnoted = lanes.filter(({ mutations }) => mutations.some(({ inFile }) => !inFile));
    if (unnoted.length === 0) return { ...read, isNoted: true };
    const toNote = unnoted.map(({ resource, localId, mutations }) => ({
      resource,
      localId,
      ids: mutations.map(({ id }) => id),
    }));
    if (reads <= READS_MAX && (await noteHandedOut(services, toNote))) continue;
    noteLater(services, toNote);
    return { ...read, isNoted: false };
  }
}
