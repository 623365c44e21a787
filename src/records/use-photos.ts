import Dexie from 'dexie';
import { useEffect, useMemo } from 'react';
import type { RowOf } from '../db/meta-rows.ts';
import { offlineKey } from '../db/photo-lists.ts';
import type { AppDatabase, FileRow, NetworkChoice } from '../db/tables.ts';
import { type Attachment, hashesOf, keepsFiles } from '../domain/attachment.ts';
import { valuesOf } from '../domain/field-changes.ts';
import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { liveRead, useLiveRead } from './live-read.ts';
import { lookAtFiles, requestFile } from './photos.ts';
import { useRecordServices } from './record-services.ts';

/** A record that has photos. */
export interface PhotoParent {
  readonly resource: ResourceName;
  readonly localId: string;
  readonly serverId: ServerId | undefined;
}

type Shown = 'sha256' | 'name' | 'room' | 'label' | 'caption';

export interface Photo extends Pick<Attachment, Shown> {
  readonly localId: string;
  /** Null if the device that took it could not draw it. */
  readonly thumb: string | null;
  /** The server does not have the thumbnail. */
  readonly isThumbLost: boolean;
  /** In bytes. */
  readonly size: number;
  readonly mediaType: string;
  readonly takenAt: string;
  readonly takenBy: string;
  /** `sending`: the server has a part of it. `stored`: the server has the photo, its bytes and every change to it. */
  readonly state: 'waiting' | 'sending' | 'stored' | 'attention';
  /**
   * What needs attention: `change` is a question on Sync, `refused` are bytes that the server does not take, `lost` are
   * bytes that neither the server nor this device has.
   */
  readonly problem: 'change' | 'refused' | 'lost' | null;
  /** Files of it that the server does not take, or that were damaged here. */
  readonly refused: readonly string[];
}

/** Returns the photos of these records, newest first. */
export function usePhotos(parents: readonly PhotoParent[]): readonly Photo[] | undefined {
  const found = useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', relaxed.attachments, relaxed.files, relaxed.meta, async () => {
        const rows = await rowsOf(relaxed, parents);
        const hashes = rows.flatMap(({ view }) => hashesOf(view ?? {}));
        const files = new Map<string, FileRow>();
        for (const file of await relaxed.files.bulkGet(hashes)) if (file) files.set(file.sha256, file);
        const engine = await relaxed.meta.get('engine');
        const isSending = (engine?.reasons.length ?? 0) === 0;
        return rows.map((row) => photoOf(row, files, isSending));
      }),
    [keyOf(parents)],
  );
  return useMemo(() => found && [...found].sort(newestFirst), [found]);
}

async function rowsOf(
  { attachments }: AppDatabase,
  parents: readonly PhotoParent[],
): Promise<MirrorRecord[]> {
  const rows = new Map<string, MirrorRecord>();
  for (const { resource, localId, serverId } of parents) {
    const ids = [localId, ...(serverId === undefined ? [] : [String(serverId)])];
    for (const row of await attachments
      .where(`view.${parentField(resource)}`)
      .anyOf(ids)
      .toArray())
      if (row.view?.['kind'] === 'photo') rows.set(row.localId, row);
  }
  return [...rows.values()];
}

const PARENT_FIELDS = {
  customers: 'customer',
  projects: 'project',
  estimates: 'estimate',
  workOrders: 'work_order',
} as const satisfies Readonly<Record<ResourceName, keyof Attachment>>;

/** The field in which a photo names such a record. */
export function parentField(resource: ResourceName): (typeof PARENT_FIELDS)[ResourceName] {
  return PARENT_FIELDS[resource];
}

function photoOf(
  { localId, serverId, view, mark }: MirrorRecord,
  known: ReadonlyMap<string, FileRow>,
  isSending: boolean,
): Photo {
  const row = specOf('attachments').readable(view ?? {}) as unknown as Attachment;
  const files = hashesOf(view ?? {}).flatMap((hash) => known.get(hash) ?? []);
  // A photo without its thumbnail is not lost.
  const refused = files.find(
    ({ refusal, state, sha256 }) => refusal !== null && (state !== 'gone' || sha256 === row.sha256),
  );
  const isLost = refused?.state === 'gone';
  const problem = mark === 'attention' ? 'change' : refused ? (isLost ? 'lost' : 'refused') : null;
  // A restored server may have lost what it had.
  const isStored = mark === 'synced' && files.every(({ state }) => state !== 'here');
  const isBegun = isSending && serverId === undefined && files.some(({ state }) => state !== 'here');
  return {
    localId,
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
    problem,
    refused: files.flatMap(({ sha256, state }) => (state === 'refused' ? [sha256] : [])),
    state: problem !== null ? 'attention' : isStored ? 'stored' : isBegun ? 'sending' : 'waiting',
  };
}

function newestFirst(one: Photo, other: Photo): number {
  const [at, otherAt] = [Date.parse(one.takenAt) || 0, Date.parse(other.takenAt) || 0];
  return otherAt - at || (other.localId < one.localId ? -1 : 1);
}

/** Counts the photos and documents of a record that are on this device. Undefined until they are read. */
export function usePhotoCount({ resource, localId, serverId }: PhotoParent): number | undefined {
  return useLiveRead(
    ({ attachments }) => {
      const ids = [localId, ...(serverId === undefined ? [] : [String(serverId)])];
      return attachments
        .where(`view.${parentField(resource)}`)
        .anyOf(ids)
        .count();
    },
    [resource, localId, serverId],
  );
}

/** Identifies records in dependencies. */
export function keyOf(parents: readonly PhotoParent[]): string {
  return parents
    .map(({ resource, localId, serverId }) => `${resource}/${localId}/${serverId ?? ''}`)
    .join(' ');
}

/** Undefined while it is read. Null if the device does not have the bytes. */
export function useBytes(sha256: string | null): ArrayBuffer | null | undefined {
  const found = useLiveRead(
    async (relaxed) => {
      const row = sha256 === null ? undefined : await relaxed.fileBytes.get(sha256);
      return { of: sha256, bytes: row?.bytes ?? null };
    },
    [sha256],
  );
  // After a change, the hook first returns the bytes of the last photo.
  return found?.of === sha256 ? found.bytes : undefined;
}

type WantedFile = Parameters<typeof requestFile>[1];

/** Asks for bytes that this device does not have. They come when there is a connection. */
export function useWantedFile({ sha256, size, type, isThumb }: WantedFile, isMissing: boolean): void {
  const services = useRecordServices();
  useEffect(() => {
    if (!isMissing) return;
    requestFile(services, { sha256, size, type, ...(isThumb && { isThumb }) }).catch((error: unknown) =>
      services.log.error('a file could not be asked for', error),
    );
  }, [services, sha256, size, type, isThumb, isMissing]);
}

/** False until it is read. */
export function useHasBytes(sha256: string): boolean {
  const count = useLiveRead((relaxed) => relaxed.fileBytes.where('sha256').equals(sha256).count(), [sha256]);
  return (count ?? 0) > 0;
}

/** Notes that these files are on the screen. */
export function useLook(hashes: readonly (string | null)[]): void {
  const services = useRecordServices();
  const key = hashes.filter(Boolean).join(' ');
  useEffect(() => {
    if (key !== '') lookAtFiles(services, key.split(' '));
  }, [services, key]);
}

const useKeepsFilesOf = liveRead(async (relaxed): Promise<boolean> => {
  const row = await relaxed.meta.get('capabilities');
  return keepsFiles(row?.features);
});

/** Whether the server keeps files. */
export function useKeepsFiles(): boolean | undefined {
  return useKeepsFilesOf(useRecordServices().db);
}

export interface FilesStatus {
  /** Photos that are not on the server, or whose bytes it may have lost. Those that wait for the user are left out. */
  readonly count: number;
  /** Of those, photos whose rows the server has: only their bytes wait. */
  readonly again: number;
  /** Of files that are to be sent. */
  readonly bytes: number;
  readonly hashes: readonly string[];
  /** Files that the server refused, of photos that it has. They wait for the user. */
  readonly refused: readonly string[];
  /** The photos of those files, without those that are counted already. */
  readonly refusedCount: number;
  /** Photos whose create waits for the user. */
  readonly asked: number;
  readonly network: NetworkChoice;
  /** The user pressed Send, and photos still wait. */
  readonly isPressed: boolean;
  readonly keepsFiles: boolean;
  /** Why no file is sent, though changes are. See `SyncStatus.held` for what stops both. */
  readonly paused: FilesPause | null;
}

interface FilesPause {
  readonly why: RowOf<'filesPause'>['why'] | 'deviceFull';
  /** Device time in ms of the next attempt. Null waits for the user or the network. */
  readonly until: number | null;
}

const useFilesStatusOf = liveRead(async (relaxed): Promise<FilesStatus> => {
  const [all, here, refused, setting, [capabilities, pressed, engine, pause]] = await Promise.all([
    relaxed.outbox
      .where('[resource+localId]')
      .between(['attachments', Dexie.minKey], ['attachments', Dexie.maxKey])
      .filter(({ kind }) => kind === 'create')
      .toArray(),
    relaxed.files.where('state').equals('here').toArray(),
    relaxed.files.where('state').equals('refused').toArray(),
    relaxed.settings.get('photos'),
    relaxed.meta.bulkGet(['capabilities', 'request:files', 'engine', 'filesPause']),
  ]);
  // Their bytes wait for the user too, unless another photo names them.
  const [asked, creates] = [all.filter(isParked), all.filter((create) => !isParked(create))];
  const kept = new Set(asked.flatMap(hashesIn));
  for (const hash of creates.flatMap(hashesIn)) kept.delete(hash);
  const files = here.filter(({ sha256 }) => !kept.has(sha256));
  const made = new Set(all.map(({ localId }) => localId));
  const naming = new Set(await keysNaming(relaxed, files));
  const again = [...naming].filter((localId) => !made.has(localId)).length;
  const refusedRows = await keysNaming(relaxed, refused);
  return {
    count: new Set(creates.map(({ localId }) => localId)).size + again,
    again,
    bytes: sizeOf(files),
    hashes: files.map(({ sha256 }) => sha256),
    refused: refused.map(({ sha256 }) => sha256),
    refusedCount: refusedRows.filter((localId) => !naming.has(localId) && !made.has(localId)).length,
    asked: asked.length,
    network: setting && 'network' in setting ? setting.network : 'always',
    isPressed: pressed !== undefined,
    keepsFiles: keepsFiles(capabilities?.features),
    paused: pausedBy(engine, pause),
  };
});

function isParked({ state }: Mutation): boolean {
  return state === 'parked';
}

function hashesIn({ fields }: Mutation): readonly string[] {
  return hashesOf(valuesOf(fields));
}

function sizeOf(files: readonly FileRow[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Of these files, the bytes that the server has now. */
export function useSentBytes(hashes: readonly string[]): number {
  const sent = useLiveRead(
    async (relaxed) => {
      const files = await relaxed.files.bulkGet([...hashes]);
      return sizeOf(files.flatMap((file) => (file?.state === 'stored' ? [file] : [])));
    },
    [hashes.join(' ')],
  );
  return sent ?? 0;
}

async function keysNaming({ attachments }: AppDatabase, files: readonly FileRow[]): Promise<string[]> {
  const names = files.map(({ sha256 }) => sha256);
  if (names.length === 0) return [];
  const keysBy = (field: string) => attachments.where(field).anyOf(names).primaryKeys();
  return [...new Set([...(await keysBy('view.sha256')), ...(await keysBy('view.thumb_sha256'))])];
}

/** A full device may not be able to store why it pauses. */
function pausedBy(
  engine: RowOf<'engine'> | undefined,
  pause: RowOf<'filesPause'> | undefined,
): FilesPause | null {
  if (engine?.reasons.includes('storageFull')) return { why: 'deviceFull', until: null };
  return pause ? { why: pause.why, until: pause.until } : null;
}

export function useFilesStatus(): FilesStatus | undefined {
  return useFilesStatusOf(useRecordServices().db);
}

export interface OfflineState {
  readonly isKept: boolean;
  /** Photos whose bytes are still to be fetched. */
  readonly missing: number;
  /** The names of those that are not asked for: new photos, and those that could not be fetched. */
  readonly notAskedFor: readonly string[];
}

/** Undefined until it is read. */
export function useOffline(
  parents: readonly PhotoParent[],
  photos: readonly Photo[],
): OfflineState | undefined {
  const hashes = photos.map(({ sha256 }) => sha256);
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', relaxed.settings, relaxed.files, async () => {
        const keys = parents.map(({ resource, localId }) => offlineKey(resource, localId));
        const kept = await relaxed.settings.bulkGet(keys);
        const files = await relaxed.files.bulkGet(hashes);
        const notAskedFor = hashes.filter((_, n) => (files[n]?.state ?? 'gone') === 'gone');
        const wanted = files.filter((file) => file?.state === 'wanted').length;
        return { isKept: kept.every(Boolean), missing: wanted + notAskedFor.length, notAskedFor };
      }),
    [keyOf(parents), hashes.join(' ')],
  );
}
