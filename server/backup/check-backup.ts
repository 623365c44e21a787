import { dirname, join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../config/usage-error.ts';
import { readBackup } from './backup-file.ts';
import { type BackupSummary, summingUp } from './backup-format.ts';
import { brokenFiles, brokenWords, FILES, type WantedFile } from './copy-files.ts';

class DamagedFilesError extends UsageError {
  override readonly name = 'DamagedFilesError';
}

const blobRow = z.object({ company_id: z.int(), sha256: z.string() });
const TABLE = 'blobs';

export interface CheckDone extends BackupSummary {
  readonly files: number;
}

/** Reads a backup to its end, and each photo and document that it names. Changes nothing. */
export async function checkWholeBackup(from: string): Promise<CheckDone> {
  const { wanted, summary } = await filesNamedBy(from);
  const folder = join(dirname(from), FILES);
  const broken = await brokenFiles(folder, wanted);
  if (broken.length > 0) {
    throw new DamagedFilesError(
      `${broken.length} of the ${wanted.length} files that ${from} names are not whole in ${folder}. Copy them from ` +
        `another backup, or from the data folder of the server:\n${brokenWords(broken)}`,
    );
  }
  return { ...summary, files: wanted.length };
}

/** Throws a `BrokenBackupError`, like `readBackup`. */
export async function filesNamedBy(
  from: string,
): Promise<{ readonly wanted: readonly WantedFile[]; readonly summary: BackupSummary }> {
  const wanted: WantedFile[] = [];
  let table = '';
  const sink = summingUp({
    begin: async () => undefined,
    async table(facts) {
      table = facts.table;
    },
    async rows(rows) {
      if (table !== TABLE) return;
      for (const row of rows) {
        const { company_id: companyId, sha256 } = blobRow.parse(JSON.parse(row));
        wanted.push({ companyId, sha256 });
      }
    },
    end: async () => undefined,
  });
  await readBackup(from, sink);
  return { wanted, summary: sink.summary() };
}
