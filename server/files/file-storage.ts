import type { Readable } from 'node:stream';

/** In bytes. */
export interface DiskRoom {
  readonly free: number;
  readonly total: number;
}

/** The first byte, and the one after the last. */
export interface BytePart {
  readonly from: number;
  readonly to: number;
}

export interface FileFacts {
  /** In bytes. Null if the storage does not say. */
  readonly size: number | null;
  /** In ms since 1970. */
  readonly changedAt: number;
}

/** Where files are kept. Keys are paths such as 'files/7/ab/ab12…', made by this program alone. */
export interface FileStorage {
  /** A folder of this machine for files that are still being written. */
  readonly scratch: string;
  /** Null if the storage has no disk that could fill up. */
  room(): Promise<DiskRoom | null>;
  /** Takes over a file of this machine, which has been synced. It then survives a power failure under its key. */
  keep(key: string, path: string): Promise<void>;
  /** Throws a `MissingFileError`. */
  read(key: string, part?: BytePart): Promise<Readable>;
  /** Returns all keys below a folder: list('files/7'). */
  list(folder: string): Promise<readonly string[]>;
  /** Null if there is no such file. */
  stat(key: string): Promise<FileFacts | null>;
  /** Does nothing if there is no such file. A bucket gets at most so many ms for its answer. */
  remove(key: string, withinMs?: number): Promise<void>;
}

export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';
  constructor(key: string) {
    super(`There is no file ${key}`);
  }
}

export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  constructor(what: string, cause?: unknown) {
    super(`The storage of files does not work: ${what}`, { cause });
  }
}

export function fileKey(companyId: number, sha256: string): string {
  return `files/${companyId}/${sha256.slice(0, 2)}/${sha256}`;
}

export function incomingFolder(companyId: number): string {
  return `incoming/${companyId}`;
}
