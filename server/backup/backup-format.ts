import { z } from 'zod';

/** The newest form of a backup that this program writes, and the only one that it reads. */
export const BACKUP_VERSION = 1;

/** The whole of a database: which migrations it has had, then each table with its rows. */
export const backupHeaderSchema = z.object({
  format: z.literal('restoration-crm-book'),
  version: z.int(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
});

export type BackupHeader = z.infer<typeof backupHeaderSchema>;

export const tableFactsSchema = z.object({
  table: z.string(),
  rows: z.int().nonnegative(),
  /** A sum over all rows, the same in whatever order they come. */
  fingerprint: z.string(),
  /** Where ids go on, so that none is given a second time. */
  sequences: z.array(z.object({ column: z.string(), last: z.string(), called: z.boolean() })),
});

/** What a table must look like wherever its rows have gone. */
export type TableFacts = z.infer<typeof tableFactsSchema>;

/**
 * Takes a backup: `begin`, then for each table `table` and its rows in pieces, then `end`. A row is a text in
 * JSON as PostgreSQL writes and reads it: through JavaScript's numbers, decimals would not come out the same.
 */
export interface BackupSink {
  begin(header: BackupHeader): Promise<void>;
  table(facts: TableFacts): Promise<void>;
  rows(rows: readonly string[]): Promise<void>;
  end(): Promise<void>;
}

/** What a backup holds, for a person. */
export interface BackupSummary {
  readonly createdAt: string;
  readonly tables: readonly TableFacts[];
}

/** A sink that keeps nothing of the rows; or, around another one, one that remembers what went through. */
export function summingUp(inner?: BackupSink): BackupSink & { summary(): BackupSummary & BackupHeader } {
  let header: BackupHeader | undefined;
  const tables: TableFacts[] = [];
  return {
    async begin(given) {
      header = given;
      await inner?.begin(given);
    },
    async table(facts) {
      tables.push(facts);
      await inner?.table(facts);
    },
    rows: async (rows) => inner?.rows(rows),
    end: async () => inner?.end(),
    summary() {
      if (!header) throw new Error('Nothing has gone through yet');
      return { ...header, tables };
    },
  };
}
