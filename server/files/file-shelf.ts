import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { CompanyConnection } from '../db/company-scope.ts';
import { Problem } from '../http/problem.ts';
import {
  findStoredFile,
  findStoredFiles,
  insertStoredFile,
  lockStoredFile,
  renewStoredFiles,
  type StoredFile,
  sizeOfStoredFiles,
} from '../repositories/stored-files.ts';
import {
  type BytePart,
  type FileStorage,
  fileKey,
  incomingFolder,
  MissingFileError,
  StorageUnavailableError,
} from './file-storage.ts';
import { HEAD_BYTES, LARGEST_FILE, type MediaType, mediaTypeOf } from './media-type.ts';
import { joined, rangeIn, rangeName, type StoredRange, wholeFrom } from './ranges.ts';
import { type Received, receive } from './receive.ts';
import {
  diskNearlyFull,
  hashDiffers,
  quotaReached,
  rangeTooLarge,
  sendAgain,
  tooLarge,
  typeTooLarge,
  wrongRange,
  wrongType,
} from './refusals.ts';

const MIB = 1024 * 1024;
const RANGE_BYTES = MIB;
/** More than any client needs. Otherwise one file could use up the disk's inodes. */
const MOST_RANGES = 4_000;
/** Left free for the database. */
const RESERVE = { bytes: 1024 * MIB, share: 0.1 };

export interface FileOwner {
  readonly companyId: number;
  readonly rows: CompanyConnection;
}

/** A part of a file that a client sends. */
export interface SentPart {
  readonly sha256: string;
  readonly from: number;
  /** The length of the file in bytes. */
  readonly size: number;
}

export type FileState =
  | { readonly stored: true }
  | { readonly stored: false; readonly have: readonly (readonly [number, number])[] };

/** In ms. The app waits 10 s for an answer about many files. */
const ANSWER_MS = 6_000;
/** Files that the storage is asked about at once for one client. */
const AT_ONCE = 25;

const OTHER_BYTES = 'The bytes that arrived are not those of the file. Begin again.';

const STORED: FileState = { stored: true };

export interface ShelfOptions {
  /** The most bytes of one company. 0 means no limit. */
  readonly companyBytes: number;
  /** Resolves when an answer about many files is due. Only tests set it. */
  readonly whenDue?: (signal: AbortSignal) => Promise<unknown>;
}

/**
 * Stores files by their SHA-256. Each range is a file of its own until the whole is there, so repeated requests, several
 * devices and several servers need no lock.
 */
export class FileShelf {
  readonly storage: FileStorage;
  readonly #options: ShelfOptions;

  constructor(storage: FileStorage, options: ShelfOptions = { companyBytes: 0 }) {
    this.storage = storage;
    this.#options = options;
  }

  /** When it returns that the file is stored, the file and its row survive a power failure. */
  async put(owner: FileOwner, part: SentPart, body: AsyncIterable<Buffer>): Promise<FileState> {
    if (await this.#isStored(owner, part.sha256)) return STORED;
    const ranges = await this.#ranges(owner, part.sha256);
    await this.#assertAllowed(owner, part, ranges);
    return this.#withScratch(async (path) => {
      const received = await this.#receivePart(part, body, path);
      if (part.from === 0 && received.length === part.size) return this.#finish(owner, part, received);
      const range = { from: part.from, to: part.from + received.length };
      const folder = `${incomingFolder(owner.companyId)}/${part.sha256}`;
      await this.storage.keep(`${folder}/${rangeName(range, part.size)}`, path);
      return this.#join(owner, part);
    });
  }

  /** Leaves out files of which the storage has said nothing in time. Clients ask about them again. */
  async states(owner: FileOwner, hashes: readonly string[]): Promise<Readonly<Record<string, FileState>>> {
    const rows = await this.#rowsAmong(owner, hashes);
    const states: Record<string, FileState> = {};
    let isLate = false;
    const left = hashes.values();
    const askInTurn = async (): Promise<void> => {
      for (const sha256 of left) {
        const row = rows.get(sha256);
        const isStored = row !== undefined && (await this.#hasBytes(owner.companyId, row));
        const state = isStored ? STORED : await this.#unfinished(owner, sha256);
        if (isLate) return;
        states[sha256] = state;
      }
    };
    const over = new AbortController();
    const { whenDue = answerDue } = this.#options;
    try {
      await Promise.race([Promise.all(Array.from({ length: AT_ONCE }, askInTurn)), whenDue(over.signal)]);
      // Otherwise nothing would be logged: later errors reach nobody.
      if (hashes.length > 0 && Object.keys(states).length === 0)
        throw new StorageUnavailableError(`no answer in ${ANSWER_MS / 1000} s`);
      return states;
    } finally {
      isLate = true;
      over.abort();
    }
  }

  /** The server may have stopped between a file's last range and their joining. */
  async #unfinished(owner: FileOwner, sha256: string): Promise<FileState> {
    const ranges = await this.#ranges(owner, sha256);
    const [first] = ranges;
    if (!first || !wholeFrom(ranges, first.size)) return { stored: false, have: joined(ranges) };
    try {
      return await this.#join(owner, { sha256, from: 0, size: first.size });
    } catch (error) {
      // Ranges that do not fit together are gone.
      if (!(error instanceof Problem)) throw error;
      return { stored: false, have: joined(await this.#ranges(owner, sha256)) };
    }
  }

  async #isStored(owner: FileOwner, sha256: string): Promise<boolean> {
    const row = (await this.#rowsAmong(owner, [sha256])).get(sha256);
    return row !== undefined && this.#hasBytes(owner.companyId, row);
  }

  /** Clients rely on the answer, so the sweep leaves these files alone for its full time again. */
  async #rowsAmong({ rows }: FileOwner, hashes: readonly string[]): Promise<ReadonlyMap<string, StoredFile>> {
    const known = await rows.within((scope) => findStoredFiles(scope, hashes));
    const old = known.filter(({ isOld }) => isOld).map(({ sha256 }) => sha256);
    // The sweep may have deleted some of them a moment ago.
    const renewed = old.length > 0 ? await rows.change((scope) => renewStoredFiles(scope, old)) : [];
    const kept = known.filter(({ isOld, sha256 }) => !isOld || renewed.includes(sha256));
    return new Map(kept.map((file) => [file.sha256, file]));
  }

  /** Returns undefined for a file that the company does not have, whoever else has it. */
  async find({ companyId, rows }: FileOwner, sha256: string): Promise<StoredFile | undefined> {
    const file = await rows.within((scope) => findStoredFile(scope, sha256));
    return file && (await this.#hasBytes(companyId, file)) ? file : undefined;
  }

  read({ companyId }: FileOwner, { sha256 }: StoredFile, part?: BytePart): Promise<Readable> {
    return this.storage.read(fileKey(companyId, sha256), part);
  }

  /**
   * A row without its bytes, for example after a restore without files, or with a part of them after a fault of the
   * disk, counts as nothing: a client can send them again.
   */
  async #hasBytes(companyId: number, { sha256, size }: StoredFile): Promise<boolean> {
    const found = await this.storage.stat(fileKey(companyId, sha256));
    return found !== null && (found.size ?? size) === size;
  }

  async #ranges({ companyId }: FileOwner, sha256: string): Promise<readonly StoredRange[]> {
    const keys = await this.storage.list(`${incomingFolder(companyId)}/${sha256}`);
    return keys.map(rangeIn).filter((range) => range !== undefined);
  }

  async #assertAllowed(
    owner: FileOwner,
    { from, size, sha256 }: SentPart,
    ranges: readonly StoredRange[],
  ): Promise<void> {
    if (size === 0) throw wrongType();
    if (size > LARGEST_FILE) throw tooLarge(size, LARGEST_FILE);
    if (from >= size) throw wrongRange(`A file of ${size} bytes has no byte ${from}.`);
    if (ranges.some((range) => range.size !== size)) {
      await this.#drop(ranges);
      throw hashDiffers('Earlier parts of this file belong to a file of another size. Begin again.');
    }
    if (ranges.length >= MOST_RANGES) {
      await this.#drop(ranges);
      throw hashDiffers('The file came in too many parts. Begin again with larger ones.');
    }
    const room = await this.storage.room();
    if (room && room.free - size < Math.max(RESERVE.bytes, room.total * RESERVE.share))
      throw diskNearlyFull();
    if (ranges.length === 0) await this.#assertQuota(owner, { size, sha256 });
  }

  async #assertQuota(
    { companyId, rows }: FileOwner,
    { size, sha256 }: Pick<SentPart, 'size' | 'sha256'>,
  ): Promise<void> {
    const { companyBytes } = this.#options;
    if (companyBytes === 0) return;
    const unfinished = new Map<string, number>();
    for (const key of await this.storage.list(incomingFolder(companyId))) {
      const range = rangeIn(key);
      const folder = key.split('/').at(-2) ?? '';
      if (range && folder !== sha256) unfinished.set(folder, range.size);
    }
    const stored = await rows.within(sizeOfStoredFiles);
    const promised = [...unfinished.values()].reduce((sum, bytes) => sum + bytes, 0);
    if (stored + promised + size > companyBytes) throw quotaReached();
  }

  async #receivePart({ from, size }: SentPart, body: AsyncIterable<Buffer>, path: string): Promise<Received> {
    const tooMany = (): Error =>
      from === 0 || size - from <= RANGE_BYTES
        ? wrongRange(`The request has more than the ${size - from} bytes that are left of the file.`)
        : rangeTooLarge(RANGE_BYTES);
    const most = from === 0 ? size : Math.min(size - from, RANGE_BYTES);
    const received = await receive(body, path, { most, tooMany });
    if (received.length === 0) throw wrongRange('The request has no bytes.');
    if (received.length > RANGE_BYTES && received.length < size) throw rangeTooLarge(RANGE_BYTES);
    // Refused before the rest is sent.
    const isTold = from === 0 && received.length >= Math.min(HEAD_BYTES, size);
    const fault = isTold && typeFault(mediaTypeOf(received.head), size);
    if (fault) throw fault;
    return received;
  }

  /** Joins the ranges if all are there. Several requests may do so at the same time. */
  async #join(owner: FileOwner, part: SentPart): Promise<FileState> {
    const ranges = await this.#ranges(owner, part.sha256);
    const whole = wholeFrom(ranges, part.size);
    if (!whole) return { stored: false, have: joined(ranges) };
    try {
      return await this.#withScratch(async (path) => {
        const tooMany = (): Error => new Error('The ranges have more bytes than the file');
        const received = await receive(this.#bytesOf(whole), path, { most: part.size, tooMany });
        return this.#finish(owner, part, received);
      });
    } catch (error) {
      // Another request has joined or dropped the ranges meanwhile.
      if (!(error instanceof MissingFileError)) throw error;
      return (await this.#isStored(owner, part.sha256)) ? STORED : this.#unfinished(owner, part.sha256);
    }
  }

  async *#bytesOf(
    parts: readonly { readonly key: string; readonly part: BytePart }[],
  ): AsyncGenerator<Buffer> {
    for (const { key, part } of parts) yield* await this.storage.read(key, part);
  }

  /** The order matters: bytes before their row, and both before the answer. */
  async #finish(owner: FileOwner, { sha256, size }: SentPart, received: Received): Promise<FileState> {
    const type = mediaTypeOf(received.head);
    const fault = received.sha256 === sha256 ? typeFault(type, size) : hashDiffers(OTHER_BYTES);
    if (!type || fault) {
      await this.#drop(await this.#ranges(owner, sha256));
      throw fault ?? wrongType();
    }
    const key = fileKey(owner.companyId, sha256);
    await this.storage.keep(key, received.path);
    await owner.rows.change(async (scope) => {
      await lockStoredFile(scope, sha256);
      await insertStoredFile(scope, { sha256, size, mediaType: type.name });
    });
    // The sweep deletes bytes without a row under the same lock, perhaps just before. Asked after the transaction,
    // because a slow storage must hold no connection to the database.
    if ((await this.storage.stat(key)) === null) throw sendAgain();
    await this.#drop(await this.#ranges(owner, sha256));
    return STORED;
  }

  async #drop(ranges: readonly StoredRange[]): Promise<void> {
    for (const { key } of ranges) await this.storage.remove(key);
  }

  /** Passes the path of a new file on, and removes the file if it is still there afterwards. */
  async #withScratch<T>(work: (path: string) => Promise<T>): Promise<T> {
    const path = join(this.storage.scratch, randomUUID());
    try {
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  }
}

function answerDue(signal: AbortSignal): Promise<unknown> {
  return setTimeout(ANSWER_MS, undefined, { signal });
}

function typeFault(type: MediaType | undefined, size: number): Problem | undefined {
  if (!type) return wrongType();
  return size > type.most ? typeTooLarge(size, type) : undefined;
}
