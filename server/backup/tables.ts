import type { Queryable } from '../db/database.ts';
import type { TableFacts } from './backup-format.ts';

export interface Table {
  readonly name: string;
  readonly quoted: string;
  /** Quoted, without generated columns. */
  readonly columns: string;
  /** Columns whose ids come from a sequence. */
  readonly drawn: readonly string[];
  /** True if row-level security also applies to the table's owner. */
  readonly forced: boolean;
  readonly triggered: boolean;
}

interface Reference {
  readonly child: string;
  readonly parent: string;
}

/** Not backed up: it records what was done to the other tables. */
const MIGRATIONS = 'migrations';

/** Each table comes after those that it refers to. */
export async function tablesInOrder(target: Queryable): Promise<readonly Table[]> {
  const tables = await target.query<Table>(
    `select c.relname as name, format('%I', c.relname) as quoted, c.relforcerowsecurity as forced,
            exists (select from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal) as triggered,
            string_agg(format('%I', a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns,
            coalesce(json_agg(a.attname) filter (where pg_get_serial_sequence(format('%I', c.relname), a.attname)
              is not null), '[]') as drawn
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> $1
     group by c.oid, c.relname, c.relforcerowsecurity order by c.relname`,
    [MIGRATIONS],
  );
  const references = await target.query<Reference>(
    `select distinct child.relname as child, parent.relname as parent
     from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
     where k.contype = 'f' and k.conrelid <> k.confrelid`,
  );
  return parentsFirst(tables, references);
}

function parentsFirst(tables: readonly Table[], references: readonly Reference[]): readonly Table[] {
  const ordered: Table[] = [];
  let left = tables;
  while (left.length > 0) {
    const waits = ({ name }: Table): boolean =>
      references.some(({ child, parent }) => child === name && left.some((table) => table.name === parent));
    const ready = left.filter((table) => !waits(table));
    if (ready.length === 0) {
      throw new Error(`These tables refer to each other in a circle: ${left.map(({ name }) => name).join()}`);
    }
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** Makes rows' text independent of the server's time zone. */
export async function writeTimesInUtc(tx: Queryable): Promise<void> {
  await tx.query("set local timezone to 'UTC'");
}

/** Needs a transaction that has called `writeTimesInUtc`. */
export async function factsOf(tx: Queryable, { name, quoted, drawn }: Table): Promise<TableFacts> {
  const [sums] = await tx.query<{ rows: number; fingerprint: string }>(
    `select count(*) as rows,
            coalesce(sum(('x' || left(md5(to_jsonb(t)::text), 15))::bit(60)::bigint), 0)::text as fingerprint
     from ${quoted} t`,
  );
  const sequences: TableFacts['sequences'] = [];
  for (const column of drawn) {
    const sequence = await sequenceOf(tx, quoted, column);
    const [state] = await tx.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${sequence}`,
    );
    if (state) sequences.push({ column, ...state });
  }
  return { table: name, rows: sums?.rows ?? 0, fingerprint: sums?.fingerprint ?? '0', sequences };
}

/** Returns the quoted name of the sequence that the column's ids come from. */
export async function sequenceOf(tx: Queryable, quotedTable: string, column: string): Promise<string> {
  const [row] = await tx.query<{ sequence: string | null }>(
    'select pg_get_serial_sequence($1, $2) as sequence',
    [quotedTable, column],
  );
  if (!row?.sequence) throw new Error(`${quotedTable}.${column} has no sequence`);
  return row.sequence;
}

export async function appliedMigrations(target: Queryable): Promise<readonly string[]> {
  const rows = await target.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}
