import type { CompanyScope } from '../db/company-scope.ts';
import type { Row } from '../db/database.ts';
import type { Page } from '../http/page.ts';
import type { ServerResource, UniqueKey } from '../resources/server-resource.ts';

/** A stored record as the API sends it: id, timestamps in ISO form, and the fields of its spec. */
export type RecordBody = Readonly<Record<string, unknown>>;

type Values = Readonly<Record<string, unknown>>;

/** Reads and writes one kind of record. Every call is bound to one company by its scope. */
export class ResourceRepository {
  readonly #table: string;
  readonly #fields: readonly string[];
  readonly #columns: string;

  constructor(resource: Pick<ServerResource, 'table' | 'spec'>) {
    this.#table = quoted(resource.table);
    this.#fields = resource.spec.fields;
    this.#columns = ['id', 'created_at', 'updated_at', ...resource.spec.fields].map(quoted).join(', ');
  }

  /** Newest first; the id settles equal times, so that no row is on two pages or on none. */
  async list(scope: CompanyScope, page: Page): Promise<{ count: number; rows: readonly RecordBody[] }> {
    // One statement sees one state of the table: count and rows agree.
    const rows = await scope.query<Row>(
      `with page as (
         select ${this.#columns} from ${this.#table} where company_id = $1
         order by created_at desc, id desc limit $2 offset $3
       )
       select (select count(*) from ${this.#table} where company_id = $1)::int as "total count", page.*
       from (select 1) as always left join page on true
       order by page.created_at desc, page.id desc`,
      [page.size, (page.number - 1) * page.size],
    );
    return {
      count: Number(rows[0]?.['total count'] ?? 0),
      rows: rows.filter((row) => row['id'] !== null).map((row) => this.#body(row)),
    };
  }

  async find(scope: CompanyScope, id: number): Promise<RecordBody | undefined> {
    const [row] = await scope.query<Row>(
      `select ${this.#columns} from ${this.#table} where company_id = $1 and id = $2`,
      [id],
    );
    return row && this.#body(row);
  }

  /** The id of another record than `except` that has this value in a unique field. */
  async findTwin(
    scope: CompanyScope,
    key: UniqueKey,
    value: unknown,
    except: number | null,
  ): Promise<number | undefined> {
    const [row] = await scope.query<{ id: number }>(
      `select id from ${this.#table}
       where company_id = $1 and ${quoted(key.field)} = $2 and id is distinct from $3::bigint limit 1`,
      [value, except],
    );
    return row?.id;
  }

  /** `values` are the record's fields, all of them. Fails with `UniqueViolationError`. */
  async insert(scope: CompanyScope, values: Values): Promise<RecordBody> {
    const names = this.#known(values);
    const places = names.map((_, index) => `$${index + 2}`);
    const [row] = await scope.query<Row>(
      `insert into ${this.#table} (${['company_id', ...names.map(quoted)].join(', ')})
       values (${['$1', ...places].join(', ')}) returning ${this.#columns}`,
      names.map((name) => values[name]),
    );
    if (!row) throw new Error(`The new row of ${this.#table} was not returned`);
    return this.#body(row);
  }

  /** Sets these fields only, and updated_at even where there are none. Fails with `UniqueViolationError`. */
  async update(scope: CompanyScope, id: number, values: Values): Promise<RecordBody | undefined> {
    const names = this.#known(values);
    const settings = names.map((name, index) => `${quoted(name)} = $${index + 3}`);
    const [row] = await scope.query<Row>(
      `update ${this.#table} set ${['updated_at = now()', ...settings].join(', ')}
       where company_id = $1 and id = $2 returning ${this.#columns}`,
      [id, ...names.map((name) => values[name])],
    );
    return row && this.#body(row);
  }

  /** Whether there was such a record. */
  async remove(scope: CompanyScope, id: number): Promise<boolean> {
    const rows = await scope.query(
      `delete from ${this.#table} where company_id = $1 and id = $2 returning id`,
      [id],
    );
    return rows.length > 0;
  }

  /** Column names come from the spec alone: what is not in it never reaches a statement. */
  #known(values: Values): readonly string[] {
    return this.#fields.filter((field) => values[field] !== undefined);
  }

  #body(row: Row): RecordBody {
    const body: Record<string, unknown> = {
      id: row['id'],
      created_at: isoTime(row['created_at']),
      updated_at: isoTime(row['updated_at']),
    };
    for (const field of this.#fields) body[field] = row[field];
    return body;
  }
}

function isoTime(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
