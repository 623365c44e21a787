import { randomUUID } from 'node:crypto';
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../config/usage-error.ts';

class FileExistsError extends UsageError {
  override readonly name = 'FileExistsError';
  constructor(file: string) {
    super(
      `${file} already exists. Nothing was written. Choose another name, or use --force to replace the file.`,
    );
  }
}

/** A `--to` path without this ending is a folder, even if it does not exist. */
const ENDING = '.backup';

/**
 * `to` is the file itself, or a folder in which the file is named after the current time. Creates a missing folder,
 * for its owner only.
 */
export async function fileToWrite(to: string, now: Date): Promise<string> {
  const path = resolve(to);
  const found = await stat(path).catch(() => null);
  const isFile = path.endsWith(ENDING) && !to.endsWith('/') && found?.isDirectory() !== true;
  if (!isFile && found && !found.isDirectory()) {
    throw new UsageError(
      `${path} is a file, not a folder. Name a folder for the backups, or a file that ends in ${ENDING}.`,
    );
  }
  const folder = isFile ? dirname(path) : path;
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw asUsageError(error, `The folder ${folder} cannot be created`);
  });
  if (isFile) return path;
  const moment = now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  return join(path, `restoration-crm-${moment}${ENDING}`);
}

/** The user can fix operating system errors, such as missing permissions or a full disk. */
function asUsageError(error: unknown, what: string): unknown {
  return error instanceof Error && 'syscall' in error ? new UsageError(`${what}: ${error.message}`) : error;
}

/**
 * Renames a complete temporary file. Even after a power failure, `file` holds all of the old or all of the new
 * content.
 */
export async function writeWhole(
  file: string,
  { force }: { readonly force: boolean },
  write: (unfinished: string) => Promise<void>,
): Promise<void> {
  if (!force && (await exists(file))) throw new FileExistsError(file);
  const unfinished = `${file}.unfinished-${randomUUID()}`;
  try {
    await write(unfinished);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw asUsageError(error, `${file} cannot be written`);
  }
  const folder = await open(dirname(file));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
