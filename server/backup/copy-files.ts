import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../config/error-code.ts';

/** The folder of photos and documents: in the data folder, and beside the backups. */
export const FILES = 'files';
const STORED = /^\d+[\\/][0-9a-f]{2}[\\/][0-9a-f]{64}$/;

export interface CopiedFiles {
  readonly files: number;
  readonly copied: number;
  /** Damaged in the target, and replaced by a whole file. */
  readonly mended: number;
  /** Not copied, because a disk has damaged the photo, its copy, or both. */
  readonly damaged: readonly DamagedFile[];
  /** Paths below the folder of files, each with its error, such as of a file that belongs to another user. */
  readonly failed: readonly string[];
}

export interface DamagedFile {
  /** Below the folder of files. */
  readonly path: string;
  /** Which of the photo and its copy is whole. A whole source could not be written to the target. */
  readonly whole: 'source' | 'target' | 'none';
}

/**
 * Copies the files that the target does not have whole. They are named by their hash and never change. Both are read,
 * because a disk can change bytes and not the size: damage that is found while the other one is whole can be mended. A
 * damaged file never replaces a copy, which may be the last whole one. Files may be deleted meanwhile: no row in the
 * backup has used them for 30 days. An error about one file does not keep the others from being copied.
 */
export async function copyFiles(from: string, to: string): Promise<CopiedFiles> {
  const count = { whole: 0, copied: 0, mended: 0 };
  const damaged: DamagedFile[] = [];
  const failed: string[] = [];
  for (const path of await storedIn(from)) {
    try {
      const result = await copyOne(join(from, path), join(to, path));
      if (result === 'gone') continue;
      if (typeof result === 'string') count[result] += 1;
      else damaged.push({ path, ...result });
    } catch (error) {
      if (!(error instanceof Error) || errorCode(error) === undefined) throw error;
      failed.push(`${path} (${error.message})`);
    }
  }
  const { copied, mended } = count;
  const files = count.whole + copied + mended + damaged.length + failed.length;
  return { files, copied, mended, damaged, failed };
}

async function copyOne(
  source: string,
  target: string,
): Promise<'whole' | 'copied' | 'mended' | 'gone' | Pick<DamagedFile, 'whole'>> {
  const copy = await hashOf(target).catch(damagedBy);
  const isCopied = copy === basename(target);
  const result = await (isCopied ? check(source) : copyWhole(source, target)).catch(damagedBy);
  if (result === 'copied' && copy !== null) return 'mended';
  if (result !== 'damaged') return result;
  if (isCopied) return { whole: 'target' };
  return { whole: (await check(source).catch(damagedBy)) === 'whole' ? 'source' : 'none' };
}

async function check(path: string): Promise<'whole' | 'damaged' | 'gone'> {
  const found = await hashOf(path);
  if (found === null) return 'gone';
  return found === basename(path) ? 'whole' : 'damaged';
}

/** Returns paths that begin with the company's number: '7/ab/ab12…'. */
async function storedIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => STORED.test(path));
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** 'gone' if the source has been deleted. */
async function copyWhole(source: string, target: string): Promise<'copied' | 'damaged' | 'gone'> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const unfinished = `${target}.unfinished-${randomUUID()}`;
  try {
    await copyFile(source, unfinished);
    // The copy is read, because the source may be damaged between two readings.
    if ((await hashOf(unfinished)) !== basename(target)) return 'damaged';
    await syncFile(unfinished);
    await rename(unfinished, target);
    return 'copied';
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'gone';
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** More would not fit on a screen. */
const SHOWN = 20;

export function firstOf(names: readonly string[]): string {
  const more = names.length > SHOWN ? [`and ${names.length - SHOWN} more`] : [];
  return [...names.slice(0, SHOWN), ...more].join('\n');
}

export function failedWords(failed: readonly string[]): string {
  return (
    `${failed.length} cannot be read or copied, for the reason behind each. If it is EACCES or EPERM, run this command ` +
    `as the server's user, and give that user the photos, documents and copies:\n${firstOf(failed)}`
  );
}

export interface WantedFile {
  readonly companyId: number;
  readonly sha256: string;
}

export interface BrokenFile {
  /** Below the folder of files. */
  readonly path: string;
  readonly problem: 'missing' | 'damaged';
}

/** Reads every file, and returns those that are missing or whose bytes are not those of their name. */
export async function brokenFiles(
  folder: string,
  wanted: readonly WantedFile[],
): Promise<readonly BrokenFile[]> {
  const broken: BrokenFile[] = [];
  for (const { companyId, sha256 } of wanted) {
    const path = join(String(companyId), sha256.slice(0, 2), sha256);
    const found = await hashOf(join(folder, path)).catch(damagedBy);
    if (found !== sha256) broken.push({ path, problem: found === null ? 'missing' : 'damaged' });
  }
  return broken;
}

export function brokenWords(files: readonly BrokenFile[]): string {
  return firstOf(files.map(({ path, problem }) => `${path} is ${problem}`));
}

/**
 * Replaces broken files by whole ones of another folder, and returns those that have none there. Damaged ones of these
 * leave the folder, because the server compares only sizes: it would not take the whole bytes that a device still has.
 */
export async function mendFiles(
  from: string,
  to: string,
  broken: readonly BrokenFile[],
): Promise<readonly BrokenFile[]> {
  const left: BrokenFile[] = [];
  for (const file of broken) {
    const source = join(from, file.path);
    const target = join(to, file.path);
    // Without a source, no folder is made for it.
    const hasSource = (await sizeOf(source)) !== null;
    if (hasSource && (await copyWhole(source, target).catch(damagedBy)) === 'copied') continue;
    left.push(file);
    if (file.problem === 'damaged') await moveInto(target, join(damagedFolderOf(to), file.path));
  }
  return left;
}

/**
 * Where damaged files of a folder are kept, out of reach of the server's daily deletion. Within the folder, because it
 * may be on a disk of its own, and a file that cannot be read can only be renamed.
 */
export function damagedFolderOf(folder: string): string {
  return join(folder, 'damaged');
}

async function moveInto(path: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await rename(path, target);
}

/** A bad sector, or a folder in place of the file. All other errors, such as those of a network disk, may pass. */
const DAMAGE = new Set(['EIO', 'EISDIR']);

/** Takes a file that cannot be read for damaged. */
function damagedBy(error: unknown): 'damaged' {
  if (DAMAGE.has(errorCode(error) ?? '')) return 'damaged';
  throw error;
}

async function hashOf(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
