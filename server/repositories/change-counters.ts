import type { Queryable } from '../db/database.ts';

/** Runs as the owner of the tables, outside of any company. Leaves out companies without changes. */
export async function lastChanges(
  db: Queryable,
  companyIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ company: number; last: number }>(
    `select company_id as company, last_change as last from change_counters
     where company_id = any (string_to_array($1, ',')::bigint[])`,
    [companyIds.join(',')],
  );
  return new Map(rows.map(({ company, last }) => [company, last]));
}
