import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { errorCode } from '../config/error-code.ts';
import { diskRoom } from './disk-room.ts';
import {
  type BytePart,
  type DiskRoom,
  type FileFacts,
  type FileStorage,
  MissingFileError,
} from './file-storage.ts';

const OWNER_ALONE = 0o700;

/** Keeps files below the data folder, on the same disk as the embedded database. */
export class FolderStorage implements FileStorage {
  readonly scratch: string;
  readonly room: () => Promise<DiskRoom | null>;
  readonly #root: string;

  /** `room` is another one only in tests. */
  constructor(dataDir: string, room?: () => Promise<DiskRoom>) {
    this.#root = resolve(dataDir);
    this.scratch = join(this.#root, 'incoming', 'unfinished');
    this.room = room ?? (() => diskRoom(this.scratch));
  }

  async keep(key: string, path: string): Promise<void> {
    const target = join(this.#root, key);
    await renameInto(path, target);
    await syncFolder(dirname(target));
  }

  async read(key: string, part?: BytePart): Promise<Readable> {
    const path = join(this.#root, key);
    // Opened first, so that a missing file is an error here and not in the middle of an answer.
    const file = await open(path).catch((error: unknown) => {
      throw errorCode(error) === 'ENOENT' ? new MissingFileError(key) : error;
    });
    // `end` is the last byte.
    return createReadStream(path, { fd: file, ...(part && { start: part.from, end: part.to - 1 }) });
  }

  async list(folder: string): Promise<readonly string[]> {
    const path = join(this.#root, folder);
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.#root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  }

  async stat(key: string): Promise<FileFacts | null> {
    try {
      const { size, mtimeMs } = await stat(join(this.#root, key));
      return { size, changedAt: mtimeMs };
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    const path = join(this.#root, key);
    await rm(path, { force: true });
    // Otherwise every upload would leave an empty folder. One that is in use again is not empty.
    if (key.startsWith('incoming/')) await rmdir(dirname(path)).catch(() => undefined);
  }
}

/** Another request may remove the empty folder while it is made, or between the two steps. */
async function renameInto(path: string, target: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await mkdir(dirname(target), { recursive: true, mode: OWNER_ALONE });
      await rename(path, target);
      return;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || attempt === 5) throw error;
    }
  }
}

/** Does nothing if another request has removed the folder with its last part. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (!folder) return;
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
