import { useMemo } from 'react';
import type { AppDatabase, FileRow } from '../db/tables.ts';
import { type Attachment, hashesOf, isDocument, keepsFiles } from '../domain/attachment.ts';
import { readText } from '../domain/field.ts';
import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import { useLiveRead, useThrottledRead } from './live-read.ts';

/** A record that has photos. */
export interface PhotoParent {
  readonly resource: ResourceName;
  readonly localId: string;
  readonly serverId: ServerId | undefined;
}

type Shown = 'sha256' | 'name' | 'room' | 'label' | 'caption';

export interface Photo extends Pick<Attachment, Shown> {
  readonly localId: string;
  /** The record that it belongs to. See `nameOf`. */
  readonly parent: string;
  /** The server has confirmed its row. */
  readonly isConfirmed: boolean;
  /** Null if the device that took it could not draw it. */
  readonly thumb: string | null;
  /** The server does not have the thumbnail. */
  readonly isThumbLost: boolean;
  /** In bytes. */
  readonly size: number;
  readonly mediaType: string;
  readonly takenAt: string;
  readonly takenBy: string;
  /** `yes`: this device has the bytes. `wanted`: it is to fetch them. */
  readonly held: 'yes' | 'wanted' | 'no';
  /** `sending`: the server has a part of it. `stored`: the server has the photo, its bytes and every change to it. */
  readonly state: 'waiting' | 'sending' | 'stored' | 'attention';
  /**
   * What needs attention: `change` is a question on Sync, `refused` are bytes that the server does not take, `damaged` are
   * bytes that are damaged here and that the server does not have, `lost` are bytes that neither of them has.
   */
  readonly problem: 'change' | 'refused' | 'damaged' | 'lost' | null;
  /** Files of it that the server does not take, or that were damaged here. */
  readonly refused: readonly string[];
}

const WATCHED = [
  { table: 'attachments' },
  { table: 'files' },
  ...['engine', 'capabilities', 'filesPause'].map((key) => ({ table: 'meta', from: key })),
];

/** Returns the photos of these records, or their signed documents, newest first. */
export function usePhotos(
  parents: readonly PhotoParent[],
  kind: 'photo' | 'document' = 'photo',
): readonly Photo[] | undefined {
  const found = useThrottledRead(
    WATCHED,
    (relaxed) =>
      relaxed.transaction('r', relaxed.attachments, relaxed.files, relaxed.meta, async () => {
        const rows = await rowsOf(relaxed, parents, kind);
        const hashes = rows.flatMap(({ row: { view } }) => hashesOf(view ?? {}));
        const files = new Map<string, FileRow>();
        for (const file of await relaxed.files.bulkGet(hashes)) if (file) files.set(file.sha256, file);
        const sending = await sendingIn(relaxed);
        return rows.map((row) => photoOf(row, files, sending));
      }),
    [keyOf(parents), kind],
  );
  return useMemo(() => found && [...found].sort(newestFirst), [found]);
}

interface RowOf {
  readonly row: MirrorRecord;
  readonly parent: PhotoParent;
}

async function rowsOf(
  { attachments }: AppDatabase,
  parents: readonly PhotoParent[],
  kind: string,
): Promise<RowOf[]> {
  const lists = await Promise.all(
    parents.flatMap((parent) =>
      // One read for each id, because `anyOf` reads row by row.
      idsOf(parent).map(async (id) => {
        const rows = await attachments.where(parentIndex(parent.resource)).equals(id).toArray();
        return rows.map((row) => ({ row, parent }));
      }),
    ),
  );
  const wanted = lists.flat().filter(({ row: { view } }) => view?.['kind'] === kind);
  return [...new Map(wanted.map((one) => [one.row.localId, one])).values()];
}

function idsOf({ localId, serverId }: PhotoParent): readonly string[] {
  return [...new Set([localId, String(serverId ?? localId)])];
}

const PARENT_FIELDS = {
  customers: 'customer',
  projects: 'project',
  estimates: 'estimate',
  workOrders: 'work_order',
} as const satisfies Readonly<Record<ResourceName, keyof Attachment>>;

/** Returns the field of a photo that names a record of this kind. */
export function parentField(resource: ResourceName): (typeof PARENT_FIELDS)[ResourceName] {
  return PARENT_FIELDS[resource];
}

/** Whether rows of photos are sent now, and whether bytes are. */
interface Sending {
  readonly rows: boolean;
  readonly bytes: boolean;
}

async function sendingIn({ meta }: AppDatabase): Promise<Sending> {
  const [engine, capabilities, pause] = await meta.bulkGet(['engine', 'capabilities', 'filesPause']);
  const rows = (engine?.reasons.length ?? 0) === 0 && keepsFiles(capabilities?.features);
  return { rows, bytes: rows && !pause };
}

function photoOf(
  { row: { localId, serverId, view, mark }, parent }: RowOf,
  known: ReadonlyMap<string, FileRow>,
  sending: Sending,
): Photo {
  const row = specOf('attachments').readable(view ?? {}) as unknown as Attachment;
  const files = hashesOf(view ?? {}).flatMap((hash) => known.get(hash) ?? []);
  // A photo without its thumbnail is not lost.
  const refused = files.find(
    ({ refusal, state, sha256 }) => refusal !== null && (state !== 'gone' || sha256 === row.sha256),
  );
  const problem = mark === 'attention' ? 'change' : refused ? problemOf(refused) : null;
  const isUnsent = files.some(({ state }) => state === 'here');
  // A restored server may have lost what it had.
  const isStored = mark === 'synced' && !isUnsent;
  const isSending = isUnsent ? sending.bytes : sending.rows;
  const isBegun = isSending && serverId === undefined && files.some(({ state }) => state !== 'here');
  return {
    localId,
    parent: nameOf(parent),
    isConfirmed: serverId !== undefined,
    sha256: row.sha256,
    name: row.name,
    thumb: row.thumb_sha256 || null,
    isThumbLost: files.some(
      ({ sha256, state, refusal }) => sha256 === row.thumb_sha256 && state === 'gone' && refusal !== null,
    ),
    size: Number(row.size ?? 0),
    mediaType: row.media_type,
    room: row.room,
    label: row.label,
    caption: row.caption,
    takenAt: row.taken_at ?? '',
    takenBy: row.taken_by,
    held: heldIn(known.get(row.sha256)),
    problem,
    refused: files.flatMap(({ sha256, state }) => (state === 'refused' ? [sha256] : [])),
    state: problem !== null ? 'attention' : isStored ? 'stored' : isBegun ? 'sending' : 'waiting',
  };
}

function problemOf({ state, isDamaged }: FileRow): Photo['problem'] {
  if (state === 'gone') return 'lost';
  return isDamaged ? 'damaged' : 'refused';
}

function heldIn(file: FileRow | undefined): Photo['held'] {
  if (file?.state === 'wanted') return 'wanted';
  return file && file.state !== 'gone' ? 'yes' : 'no';
}

function newestFirst(one: Photo, other: Photo): number {
  const [at, otherAt] = [Date.parse(one.takenAt) || 0, Date.parse(other.takenAt) || 0];
  return otherAt - at || (other.localId < one.localId ? -1 : 1);
}

/** Returns the index that finds photos and documents by a record of this kind. */
export function parentIndex(resource: ResourceName): string {
  return `view.${parentField(resource)}`;
}

interface ParentsDocument extends Pick<Photo, 'caption' | 'takenAt' | 'sha256' | 'size' | 'mediaType'> {
  /** The local id of the record that it belongs to. */
  readonly parent: string;
}

/** Returns the signed documents of these records. Undefined until they are read. */
export function useDocumentsOf(parents: readonly PhotoParent[]): readonly ParentsDocument[] | undefined {
  return useLiveRead(
    async (relaxed) => {
      const found: ParentsDocument[] = [];
      for (const { row, parent } of await rowsOf(relaxed, parents, 'document'))
        found.push({
          parent: parent.localId,
          caption: readText(row.view?.['caption']),
          takenAt: readText(row.view?.['taken_at']),
          sha256: readText(row.view?.['sha256']),
          size: Number(row.view?.['size'] ?? 0),
          mediaType: readText(row.view?.['media_type']),
        });
      return found;
    },
    [keyOf(parents)],
  );
}

interface Attachments {
  /** Local ids. */
  readonly photos: readonly string[];
  readonly documents: number;
}

/** Returns the photos of a record that are on this device, and counts its documents. Undefined until they are read. */
export function useAttachments(parent: PhotoParent): Attachments | undefined {
  const { resource, localId, serverId } = parent;
  return useLiveRead(
    async ({ attachments }) => {
      const rows = await attachments.where(parentIndex(resource)).anyOf(idsOf(parent)).toArray();
      const photos = rows.filter(({ view }) => !isDocument(view)).map(({ localId: photo }) => photo);
      return { photos, documents: rows.length - photos.length };
    },
    [resource, localId, serverId],
  );
}

/** Returns 'workOrders/7', by the local id. */
export function nameOf({ resource, localId }: PhotoParent): string {
  return `${resource}/${localId}`;
}

/** Identifies records in dependencies. */
export function keyOf(parents: readonly PhotoParent[]): string {
  return parents
    .map(({ resource, localId, serverId }) => `${resource}/${localId}/${serverId ?? ''}`)
    .join(' ');
}
