import { parseArgs } from 'node:util';
import { backUp } from '../backup/back-up.ts';
import type { BackupSummary } from '../backup/backup-format.ts';
import { checkWholeBackup } from '../backup/check-backup.ts';
import {
  type BrokenFile,
  brokenWords,
  type CopiedFiles,
  type DamagedFile,
  failedWords,
  firstOf,
} from '../backup/copy-files.ts';
import { moveToPostgres } from '../backup/move-to-postgres.ts';
import { restore } from '../backup/restore.ts';
import type { Config } from '../config/config.ts';
import { UsageError } from '../config/usage-error.ts';

export type BackupRun = (
  config: Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 'bucket'>>,
) => Promise<string>;

export const BACKUP_USAGE = `Usage: npm run backup -- --to <folder or file> [--force]

Writes the whole embedded database to one file, even while the server runs, and reads the file back to check it. In a
folder, the file is named after the current time; a missing folder is created. If the name ends in .backup, it is the
name of the file itself; --force replaces an existing file. Anyone who can read a backup can sign in as any user.
Photos and documents go into the folder files beside the backup. Those that are already there are read, and copied again
only if they are damaged.
DATA_DIR names the database, just as it does for the server.`;

export const RESTORE_USAGE = `Usage: npm run restore -- --from <file> [--force | --check]

Restores the embedded database to the time of the backup. The server must not be running. An existing database is
replaced only with --force, and is kept beside the new one. Photos and documents that are missing or damaged in DATA_DIR
are copied from the folder files beside the backup. --check changes nothing: it reads the backup and all of its files.
DATA_DIR names the database, just as it does for the server.`;

export const MOVE_USAGE = `Usage: npm run admin -- move-to-postgres

Copies everything in the embedded database of DATA_DIR into the empty PostgreSQL database of DATABASE_URL, in one
transaction, and compares every table. The server must not be running. The embedded database stays unchanged, and so do
photos and documents: the server goes on using those in DATA_DIR.`;

export function backupCommand(words: readonly string[]): BackupRun | undefined {
  const [command, ...rest] = words;
  switch (command) {
    case 'backup':
      return backingUp(rest);
    case 'restore':
      return restoring(rest);
    case 'move-to-postgres':
      return moving(rest);
    default:
      return undefined;
  }
}

function backingUp(words: readonly string[]): BackupRun {
  const { to, force } = optionsOf(words, BACKUP_USAGE);
  if (!to) throw new UsageError(`--to is missing.\n\n${BACKUP_USAGE}`);
  return async (config) => {
    const done = await backUp({ dataDir: embeddedIn(config), to, force });
    const { damaged, failed } = done.copies;
    const words = `Backed up to ${done.file}: ${rowCounts(done)}.${copiedWords(done.copies, BACKUP)}`;
    const faults = [mendingWords(damaged), failed.length > 0 ? failedWords(failed) : ''].filter(Boolean);
    // An error, so that cron reports it.
    if (faults.length > 0) throw new UsageError([words, ...faults].join('\n'));
    return words;
  };
}

/** First what to keep, so that nobody deletes the only whole one. */
const MENDING: readonly (readonly [DamagedFile['whole'], string])[] = [
  [
    'source',
    'Keep each photo that is whole although its copy could not be written: no backup has it. Back up to another disk.',
  ],
  [
    'target',
    "Copy each one with a whole earlier copy, as the server's user, from the folder files beside this backup into the " +
      'folder files of DATA_DIR.',
  ],
  // Only after a new epoch do devices ask whether the server has what it had confirmed.
  [
    'none',
    "Copy each one without a whole copy beside this backup, as the server's user, from an earlier backup. Delete those " +
      'of them that no backup has, stop the server, run npm run admin -- new-epoch, and start it: devices that still ' +
      'have them send them again.',
  ],
];

function mendingWords(damaged: readonly DamagedFile[]): string {
  if (damaged.length === 0) return '';
  const needed = MENDING.filter(([kind]) => damaged.some(({ whole }) => whole === kind));
  return ['This command fails until they are mended:', ...needed.map(([, words]) => `- ${words}`)].join('\n');
}

function restoring(words: readonly string[]): BackupRun {
  const { from, force, check } = optionsOf(words, RESTORE_USAGE);
  if (!from) throw new UsageError(`--from is missing.\n\n${RESTORE_USAGE}`);
  if (check) {
    return async ({ bucket }) => {
      if (bucket) throw new UsageError(BUCKET);
      const { createdAt, files, ...done } = await checkWholeBackup(from);
      return `The backup of ${createdAt} is whole: ${rowCounts({ createdAt, ...done })}. Each of its ${files} files was read.`;
    };
  }
  return async (config) => {
    const hasBucket = config.bucket !== undefined;
    const { aside, broken, ...done } = await restore({ dataDir: embeddedIn(config), from, force, hasBucket });
    const files = done.copies ? copiedWords(done.copies, RESTORE) + lackingWords(broken) : BUCKET_STAYS;
    const kept = aside === null ? '' : `\nThe earlier database is now ${aside}.`;
    return `Restored as of ${done.createdAt}: ${rowCounts(done)}. Every table was compared with the backup.${files}${kept}`;
  };
}

const BUCKET =
  'FILES_S3_URL is set, so that photos and documents are not beside the backup but in the bucket. This command reads ' +
  'only those beside a backup.';

const BUCKET_STAYS = ' FILES_S3_URL is set: photos and documents in the bucket stay as they are.';

function moving(words: readonly string[]): BackupRun {
  if (words.length > 0) throw new UsageError(MOVE_USAGE);
  return async ({ dataDir, databaseUrl }) => {
    if (databaseUrl === undefined) {
      throw new UsageError(`DATABASE_URL is not set. It names the database to move to.\n\n${MOVE_USAGE}`);
    }
    const done = await moveToPostgres({ dataDir, databaseUrl });
    return (
      `Moved to PostgreSQL: ${rowCounts(done)}. Every table was compared.\nIf DATABASE_URL is set, the server ` +
      `uses PostgreSQL the next time it starts. The embedded database in ${dataDir} is unchanged and no longer used.`
    );
  };
}

function optionsOf(words: readonly string[], usage: string) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        to: { type: 'string' },
        from: { type: 'string' },
        force: { type: 'boolean' },
        check: { type: 'boolean' },
      },
    });
    return { ...values, force: values.force === true, check: values.check === true };
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${error.message}\n\n${usage}`);
    throw error;
  }
}

function embeddedIn({ dataDir, databaseUrl }: Parameters<BackupRun>[0]): string {
  if (databaseUrl === undefined) return dataDir;
  throw new UsageError(
    'DATABASE_URL is set, but this command is only for the embedded database. PostgreSQL has pg_dump and pg_restore: ' +
      'see docs/operating.md.',
  );
}

interface CopyingWords extends Readonly<Record<DamagedFile['whole'], string>> {
  /** After the count of files that were not copied. */
  readonly kept: string;
}

const BACKUP: CopyingWords = {
  kept: ' Earlier copies of them were left as they are:',
  source: 'it is whole, but its copy could not be written',
  target: 'its earlier copy is whole',
  none: 'no whole copy beside this backup',
};

const RESTORE: CopyingWords = {
  kept: '',
  source: 'whole beside the backup, but could not be written into DATA_DIR',
  target: 'whole in DATA_DIR, damaged beside the backup',
  none: 'whole neither in DATA_DIR nor beside the backup',
};

function copiedWords({ files, copied, mended, damaged }: CopiedFiles, kinds: CopyingWords): string {
  if (files === 0) return '';
  const replaced = mended === 0 ? '' : ` ${mended} were there but damaged, and replaced by whole ones.`;
  const words = ` Of ${files} photos and documents, ${copied} were new and copied.${replaced}`;
  if (damaged.length === 0) return words;
  return (
    `${words} ${damaged.length} were not copied, because a disk has damaged them or their copies.${kinds.kept}\n` +
    firstOf(damaged.map(({ path, whole }) => `${path} (${kinds[whole]})`))
  );
}

function lackingWords(broken: readonly BrokenFile[]): string {
  if (broken.length === 0) return '';
  return (
    `\n${broken.length} photos and documents that the backup names are whole neither in DATA_DIR nor beside the backup. ` +
    'Copy them from another backup into the folder files of DATA_DIR. Devices that still have them send them again. ' +
    'Damaged ones are now in the folder files/damaged:\n' +
    brokenWords(broken)
  );
}

function rowCounts({ tables }: BackupSummary): string {
  return tables.map(({ table, rows }) => `${rows} ${table}`).join(', ');
}
