import { z } from 'zod';

/** The only version that this program writes and reads. */
export const BACKUP_VERSION = 1;

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
  /** Does not depend on the order of the rows. */
  fingerprint: z.string(),
  /** Restored, so that no id is issued twice. */
  sequences: z.array(z.object({ column: z.string(), last: z.string(), called: z.boolean() })),
});

export type TableFacts = z.infer<typeof tableFactsSchema>;

/**
 * Receives a backup: `begin`; for each table, `table` and its rows in pieces; then `end`. A row is PostgreSQL's
 * JSON text, because JavaScript numbers would change decimals.
 */
export interface BackupSink {
  begin(header: BackupHeader): Promise<void>;
  table(facts: TableFacts): Promise<void>;
  rows(rows: readonly string[]): Promise<void>;
  end(): Promise<void>;
}

export interface BackupSummary {
  readonly createdAt: string;
  readonly tables: readonly TableFacts[];
}

/** Keeps the header and the tables' facts. Passes everything on to `inner`. */
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
