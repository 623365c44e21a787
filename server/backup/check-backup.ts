import { dirname, join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../config/usage-error.ts';
import { readBackup } from './backup-file.ts';
import { type BackupSummary, summingUp } from './backup-format.ts';
import { damagedFiles, FILES, firstOf, type WantedFile } from './copy-files.ts';

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
  const folder = join(dirname(from), FILES);
  const damaged = await damagedFiles(folder, wanted);
  if (damaged.length > 0) {
    throw new DamagedFilesError(
      `${damaged.length} of the ${wanted.length} files that ${from} names are not whole in ${folder}. Copy them from ` +
        `another backup, or from the data folder of the server:\n${firstOf(damaged)}`,
    );
  }
  return { ...sink.summary(), files: wanted.length };
}
