import { randomUUID } from 'node:crypto';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../run-program.ts';

/** The file is there already, and nobody has said that it may be replaced. */
class FileExistsError extends UsageError {
  override readonly name = 'FileExistsError';
  constructor(file: string) {
    super(`${file} exists already, and nothing was written. Give another name, or --force to replace it.`);
  }
}

/** The file that `--to` means: itself, or one of that moment's name in the folder that it names. */
export async function fileToWrite(to: string, now: Date): Promise<string> {
  const path = resolve(to);
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) return path;
  const moment = now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  return join(path, `restoration-crm-${moment}.backup`);
}

/**
 * Has `write` make a file beside `file`, and gives it its name when it is whole and on the disk: `file` is
 * what it was before, or all of the new one, also after a power cut.
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
    throw error;
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
