import Dexie from 'dexie';
import type { RowOf } from '../db/meta-rows.ts';
import type { AppDatabase, FileRow, NetworkChoice } from '../db/tables.ts';
import { type Attachment, hashesOf, keepsFiles } from '../domain/attachment.ts';
import { readText } from '../domain/field.ts';
import { valuesOf } from '../domain/field-changes.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { liveRead, useThrottledRead } from './live-read.ts';
import { useRecordServices } from './record-services.ts';
import type { Photo } from './use-photos.ts';

const useKeepsFilesOf = liveRead(async (relaxed): Promise<boolean> => {
  const row = await relaxed.meta.get('capabilities');
  return keepsFiles(row?.features);
});

/** Returns true if the server keeps files. Undefined until it is read. */
export function useKeepsFiles(): boolean | undefined {
  return useKeepsFilesOf(useRecordServices().db);
}

export interface FilesStatus {
  /** Photos that are not on the server, or whose bytes it may have lost. Those that wait for the user are left out. */
  readonly count: number;
  /** Photos in `count` whose rows the server has: only their bytes wait. */
  readonly again: number;
  /** Bytes of the files to send, without those that the server has already. */
  readonly bytes: number;
  readonly hashes: readonly string[];
  /** Files that the server refused or that are damaged here, of photos that it has. They wait for the user. */
  readonly refused: readonly string[];
  /** The photos of those files, without those that are counted already. */
  readonly refusedCount: number;
  /** Those among `refusedCount` with damaged files. */
  readonly damaged: readonly DamagedFile[];
  /** Photos whose create waits for the user. */
  readonly asked: number;
  /** Signed documents among `count`. */
  readonly documents: readonly UnsentDocument[];
  /** Signed documents among `asked`. */
  readonly askedDocuments: number;
}

/** Decides whether files are sent. */
interface FilesSending {
  readonly network: NetworkChoice;
  /** The user pressed Send, and photos still wait. */
  readonly isPressed: boolean;
  readonly keepsFiles: boolean;
  /** Why no file is sent, though changes are. See `SyncStatus.held` for what stops both. */
  readonly paused: FilesPause | null;
}

export interface UnsentDocument extends Pick<Attachment, 'sha256' | 'name' | 'caption'> {
  readonly localId: string;
}

type Named = 'name' | 'room' | 'label' | 'caption';

/** A photo or document that is damaged on this device, and of which the server has no whole copy. */
export interface DamagedFile
  extends Pick<Photo, 'localId' | 'sha256' | 'mediaType' | 'takenAt' | 'takenBy' | Named> {
  /** Its damaged files. */
  readonly hashes: readonly string[];
}

interface FilesPause {
  readonly why: RowOf<'filesPause'>['why'] | 'deviceFull';
  /** Device time in ms of the next attempt. Null waits for the user or the network. */
  readonly until: number | null;
}

async function readFilesStatus(relaxed: AppDatabase): Promise<FilesStatus> {
  const [all, here, refused] = await Promise.all([
    relaxed.outbox
      .where('[resource+localId]')
      .between(['attachments', Dexie.minKey], ['attachments', Dexie.maxKey])
      .filter(({ kind }) => kind === 'create')
      .toArray(),
    relaxed.files.where('state').equals('here').toArray(),
    relaxed.files.where('state').equals('refused').toArray(),
  ]);
  // Their bytes wait for the user too, unless another photo names them.
  const [asked, creates] = [all.filter(isParked), all.filter((create) => !isParked(create))];
  const kept = new Set(asked.flatMap(hashesIn));
  for (const hash of creates.flatMap(hashesIn)) kept.delete(hash);
  const files = here.filter(({ sha256 }) => !kept.has(sha256));
  const made = new Set(all.map(({ localId }) => localId));
  const naming = new Set(await keysNaming(relaxed, files));
  const again = [...naming].filter((localId) => !made.has(localId)).length;
  const isUncounted = (localId: string): boolean => !naming.has(localId) && !made.has(localId);
  const refusedRows = (await keysNaming(relaxed, refused)).filter(isUncounted);
  const damaged = refused.filter(({ isDamaged }) => isDamaged);
  const damagedRows = (await keysNaming(relaxed, damaged)).filter(isUncounted);
  return {
    count: new Set(creates.map(({ localId }) => localId)).size + again,
    again,
    bytes: sizeOf(files) - confirmedOf(files),
    hashes: files.map(({ sha256 }) => sha256),
    refused: refused.map(({ sha256 }) => sha256),
    refusedCount: refusedRows.length,
    damaged: await describe(relaxed, damagedRows, damaged),
    asked: asked.length,
    documents: creates.flatMap(documentsIn),
    askedDocuments: asked.flatMap(documentsIn).length,
  };
}

const WATCHED = [{ table: 'outbox' }, { table: 'files' }, { table: 'attachments' }];

export function useFilesStatus(): FilesStatus | undefined {
  return useThrottledRead(WATCHED, readFilesStatus, []);
}

const useFilesSendingOf = liveRead(async (relaxed): Promise<FilesSending> => {
  const [setting, [capabilities, pressed, engine, pause]] = await Promise.all([
    relaxed.settings.get('photos'),
    relaxed.meta.bulkGet(['capabilities', 'request:files', 'engine', 'filesPause']),
  ]);
  return {
    network: setting && 'network' in setting ? setting.network : 'always',
    isPressed: pressed !== undefined,
    keepsFiles: keepsFiles(capabilities?.features),
    paused: pausedBy(engine, pause),
  };
});

export function useFilesSending(): FilesSending | undefined {
  return useFilesSendingOf(useRecordServices().db);
}

function isParked({ state }: Mutation): boolean {
  return state === 'parked';
}

function hashesIn({ fields }: Mutation): readonly string[] {
  return hashesOf(valuesOf(fields));
}

function documentsIn({ localId, fields }: Mutation): UnsentDocument[] {
  const { kind, sha256, name, caption } = valuesOf(fields);
  if (kind !== 'document') return [];
  return [{ localId, sha256: readText(sha256), name: readText(name), caption: readText(caption) }];
}

function sizeOf(files: readonly FileRow[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Counts the bytes of unfinished uploads that the server has confirmed. */
function confirmedOf(files: readonly FileRow[]): number {
  return files.reduce((sum, { size, confirmed = 0 }) => sum + Math.min(size, confirmed), 0);
}

/** Counts the bytes of these files that the server has now, including those of files that it has in part. */
export function useSentBytes(hashes: readonly string[]): number {
  const sent = useThrottledRead(
    [{ table: 'files' }],
    async (relaxed) => {
      const files = (await relaxed.files.bulkGet([...hashes])).filter((file) => file !== undefined);
      const stored = files.filter(({ state }) => state === 'stored');
      return sizeOf(stored) + confirmedOf(files.filter(({ state }) => state === 'here'));
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

async function describe(
  { attachments }: AppDatabase,
  keys: readonly string[],
  damaged: readonly FileRow[],
): Promise<DamagedFile[]> {
  const isDamaged = new Set(damaged.map(({ sha256 }) => sha256));
  return (await attachments.bulkGet([...keys])).flatMap((row) => {
    if (!row?.view) return [];
    const { sha256, name, room, label, caption, media_type, taken_at, taken_by } = specOf(
      'attachments',
    ).readable(row.view) as unknown as Attachment;
    return {
      localId: row.localId,
      hashes: hashesOf(row.view).filter((hash) => isDamaged.has(hash)),
      sha256,
      mediaType: media_type,
      takenAt: taken_at ?? '',
      takenBy: taken_by,
      name,
      room,
      label,
      caption,
    };
  });
}

/** A full device may not be able to store why it pauses. */
function pausedBy(
  engine: RowOf<'engine'> | undefined,
  pause: RowOf<'filesPause'> | undefined,
): FilesPause | null {
  if (engine?.reasons.includes('storageFull')) return { why: 'deviceFull', until: null };
  return pause ? { why: pause.why, until: pause.until } : null;
}
