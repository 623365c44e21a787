import type { Queryable } from '../../../server/db/database.ts';

/** Returns every row of every table as text, sorted, so that a copy of a database can be compared. */
export async function everyRow(db: Queryable): Promise<Record<string, readonly string[]>> {
  const tables = await db.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const all: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    if (name === 'migrations') continue;
    const rows = await db.query<{ row: string }>(`select t::text as row from ${name} t`);
    all[name] = rows.map(({ row }) => row).sort();
  }
  return all;
}
