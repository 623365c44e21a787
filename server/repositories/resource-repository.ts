import type { Extensions } from '../config/extensions.ts';
import type { CompanyScope } from '../db/company-scope.ts';
import type { Row } from '../db/database.ts';
import type { Listed, Place } from '../http/page-places.ts';
import { ANSWER_BYTES, BESIDE_TEXTS } from '../http/size-limits.ts';
import { type ChangePlace, drawChange } from './change-feed.ts';
import { drawNumbers, drawnNumber } from './drawn-number.ts';
import { fittingPage } from './fitting-page.ts';
import { quoted } from './sql-text.ts';
import type { ServerReference, StoredResource, UniqueKey } from './stored-resource.ts';

/** A record as the API sends it: its id, timestamps in ISO form, and the fields of its spec. */
export type RecordBody = Readonly<Record<string, unknown>>;

type Values = Readonly<Record<string, unknown>>;

export interface VersionedRecord {
  readonly version: number;
  readonly body: RecordBody;
}

/** `change` is the number of the record's last change. */
export interface ChangedRecord {
  readonly id: number;
  readonly change: number;
  /** Upper estimate of its size in a response. */
  readonly bytes: number;
  readonly body: RecordBody;
}

export interface KeyedDraft {
  readonly clientUid: string;
  /** All fields. A blank number is drawn. */
  readonly values: Values;
}

export interface KeyedRecord {
  readonly clientUid: string;
  readonly id: number;
  readonly record: VersionedRecord;
}

/** Limits a list to the records that refer to one other record. */
export interface ListedBelow {
  readonly field: string;
  readonly id: string;
}

interface Settings {
  readonly draws: boolean;
  readonly withClause: string;
  readonly columns: readonly string[];
  readonly sources: readonly string[];
  readonly bound: readonly unknown[];
}

export class ResourceRepository {
  readonly #resource: StoredResource;
  readonly #table: string;
  readonly #selected: string;
  /** Columns beyond the plain contract. */
  readonly #shown: readonly string[];

  /** `extensions` decides whether records show their version and their client's key. */
  constructor(resource: StoredResource, extensions: Extensions) {
    this.#resource = resource;
    this.#table = quoted(resource.table);
    this.#shown = [
      ...(extensions.has('if-match') ? ['version'] : []),
      ...(extensions.has('client-uid') ? ['client_uid'] : []),
    ];
    const fields = resource.spec.fieldNames.map((field) => `${this.#column(field)} as ${quoted(field)}`);
    this.#selected = ['id', 'created_at', 'updated_at', 'version', 'client_uid', 'change', ...fields].join(
      ', ',
    );
  }

  /**
   * Newest first; the id breaks ties, so that no row is on two pages or on none. Returns no more rows than would fit
   * if each were as large as the list's largest row, so that every page can have the same size.
   */
  async list(
    scope: CompanyScope,
    { start, rows: wanted }: Pick<Place, 'start' | 'rows'>,
    below?: ListedBelow,
  ): Promise<Listed & { count: number; rows: readonly RecordBody[] }> {
    const page = fittingPage(this.#table, this.#selected, below && this.#column(below.field));
    const rows = await scope.query<Row>(page, [wanted, start, ...(below ? [below.id] : [])]);
    return {
      count: Number(rows[0]?.['total count'] ?? 0),
      fits: Number(rows[0]?.['rows that fit'] ?? wanted),
      rows: rows.filter((row) => row['id'] !== null).map((row) => this.#body(row)),
    };
  }

  async find(scope: CompanyScope, id: number): Promise<VersionedRecord | undefined> {
    const [row] = await scope.query<Row>(
      `select ${this.#selected} from ${this.#table} where company_id = $1 and id = $2`,
      [id],
    );
    return row && this.#versioned(row);
  }

  /** Other changes to the record wait until the transaction ends, but references to it do not. */
  async findLocked(scope: CompanyScope, id: number): Promise<VersionedRecord | undefined> {
    await drawChange(scope);
    const [row] = await scope.query<Row>(
      `select ${this.#selected} from ${this.#table} where company_id = $1 and id = $2 for no key update`,
      [id],
    );
    return row && this.#versioned(row);
  }

  /** In the order of the changes. Returns at most one record more than fits into a response. */
  async changedSince(
    scope: CompanyScope,
    range: { readonly after: ChangePlace; readonly upTo: number; readonly limit: number },
  ): Promise<readonly ChangedRecord[]> {
    const rows = await scope.query<Row & { id: number; change: number; bytes: number }>(
      `select * from (
         select *, row_number() over so_far as place, sum(bytes) over so_far - bytes as before from (
           select ${this.#selected}, bytes + ${BESIDE_TEXTS} as bytes from ${this.#table}
           where company_id = $1 and (change, id) > ($2, $3) and change <= $4
           order by change, id limit $5
         ) changed window so_far as (order by change, id rows unbounded preceding)
       ) weighed where before <= ${ANSWER_BYTES} or place <= 2 order by change, id`,
      [range.after.change, range.after.id, range.upTo, range.limit],
    );
    return rows.map((row) => ({ id: row.id, change: row.change, bytes: row.bytes, body: this.#body(row) }));
  }

  async findDuplicate(
    scope: CompanyScope,
    key: UniqueKey,
    { value, except }: { readonly value: unknown; readonly except: number | null },
  ): Promise<number | undefined> {
    const [row] = await scope.query<{ id: number }>(
      `select id from ${this.#table}
       where company_id = $1 and ${quoted(key.field)} = $2 and id is distinct from $3::bigint limit 1`,
      [value, except],
    );
    return row?.id;
  }

  /** `id` must be storable: see `isStorableId`. */
  async hasReferred(scope: CompanyScope, reference: ServerReference, id: string): Promise<boolean> {
    const rows = await scope.query(
      `select 1 from ${quoted(reference.table)} where company_id = $1 and id = $2::bigint`,
      [id],
    );
    return rows.length > 0;
  }

  async countReferring(scope: CompanyScope, reference: ServerReference, id: number): Promise<number> {
    const [row] = await scope.query<{ n: number }>(
      `select count(*)::int as n from ${this.#table} where company_id = $1 and ${quoted(reference.column)} = $2`,
      [id],
    );
    return row?.n ?? 0;
  }

  async idsReferring(
    scope: CompanyScope,
    reference: ServerReference,
    id: number,
  ): Promise<readonly number[]> {
    const rows = await scope.query<{ id: number }>(
      `select id from ${this.#table} where company_id = $1 and ${quoted(reference.column)} = $2`,
      [id],
    );
    return rows.map((row) => Number(row.id));
  }

  async countByStatus(scope: CompanyScope): Promise<ReadonlyMap<string, number>> {
    const rows = await scope.query<{ status: string; n: number }>(
      `select status, count(*)::int as n from ${this.#table} where company_id = $1 group by status`,
    );
    return new Map(rows.map(({ status, n }) => [status, n]));
  }

  /**
   * `values` are all fields; a blank number is drawn. Fails with `UniqueViolationError` or
   * `ForeignKeyViolationError`.
   */
  async insert(scope: CompanyScope, values: Values, clientUid: string | null): Promise<VersionedRecord> {
    const { draws, withClause, columns, sources, bound } = this.#settings(values, 3);
    if (draws) await drawChange(scope);
    const [row] = await scope.query<Row>(
      `${withClause} insert into ${this.#table} (${['company_id', 'client_uid', ...columns].join(', ')})
       values (${['$1', '$2', ...sources].join(', ')}) returning ${this.#selected}`,
      [clientUid, ...bound],
    );
    if (!row) throw new Error(`The new row of ${this.#table} was not returned`);
    return this.#versioned(row);
  }

  /**
   * Runs one statement, after `drawChange`, and keeps the order. Inserts nothing if one draft fails as in `insert`, a
   * drawn number is taken or a key exists.
   */
  async insertAll(scope: CompanyScope, drafts: readonly KeyedDraft[]): Promise<readonly KeyedRecord[]> {
    if (drafts.length === 0) return [];
    const numbered = await this.#numbered(scope, drafts);
    const fields = this.#resource.spec.fieldNames.filter((field) =>
      numbered.some(({ values }) => values[field] !== undefined),
    );
    const bound: unknown[] = [];
    const place = (value: unknown): string => `$${bound.push(value) + 1}`;
    const tuples = numbered.map(({ clientUid, values }) => {
      const sources = fields.map((field) => (values[field] === undefined ? 'default' : place(values[field])));
      return `($1, ${[place(clientUid), ...sources].join(', ')})`;
    });
    const columns = ['company_id', 'client_uid', ...fields.map((field) => this.#column(field))];
    const rows = await scope.query<Row>(
      `insert into ${this.#table} (${columns.join(', ')}) values ${tuples.join(', ')} returning ${this.#selected}`,
      bound,
    );
    const made = new Map(rows.map((row) => [row['client_uid'], row]));
    return drafts.map(({ clientUid }) => {
      const row = made.get(clientUid.toLowerCase());
      if (!row) throw new Error(`A new row of ${this.#table} was not returned`);
      return { clientUid, id: Number(row['id']), record: this.#versioned(row) };
    });
  }

  /** Also sets updated_at. Fails as `insert` does. */
  async update(scope: CompanyScope, id: number, values: Values): Promise<VersionedRecord | undefined> {
    const { draws, withClause, columns, sources, bound } = this.#settings(values, 3);
    if (draws) await drawChange(scope);
    const settings = columns.map((column, index) => `${column} = ${sources[index]}`);
    const [row] = await scope.query<Row>(
      `${withClause} update ${this.#table} set ${['updated_at = now()', ...settings].join(', ')}
       where company_id = $1 and id = $2 returning ${this.#selected}`,
      [id, ...bound],
    );
    return row && this.#versioned(row);
  }

  /** False if there is no such record. Fails with `ForeignKeyViolationError` if other records refer to it. */
  async remove(scope: CompanyScope, id: number): Promise<boolean> {
    await drawChange(scope);
    const rows = await scope.query(
      `delete from ${this.#table} where company_id = $1 and id = $2 returning id`,
      [id],
    );
    return rows.length > 0;
  }

  /** Column names come only from the spec, so other keys of `values` never reach a statement. */
  #settings(values: Values, firstPlace: number): Settings {
    const fields = this.#resource.spec.fieldNames.filter((field) => values[field] !== undefined);
    const { numbering } = this.#resource;
    const drawn =
      numbering && values[numbering.field] === '' ? drawnNumber(this.#resource.table, numbering) : undefined;
    const bound: unknown[] = [];
    const sources = fields.map((field) => {
      if (drawn && field === numbering?.field) return drawn.value;
      bound.push(values[field]);
      return `$${firstPlace + bound.length - 1}`;
    });
    return {
      draws: drawn !== undefined,
      withClause: drawn?.withClause ?? '',
      columns: fields.map((field) => this.#column(field)),
      sources,
      bound,
    };
  }

  async #numbered(scope: CompanyScope, drafts: readonly KeyedDraft[]): Promise<readonly KeyedDraft[]> {
    const { numbering } = this.#resource;
    if (!numbering) return drafts;
    const isBlank = ({ values }: KeyedDraft): boolean => values[numbering.field] === '';
    const blank = drafts.filter(isBlank).length;
    if (blank === 0) return drafts;
    const numbers = [...(await drawNumbers(scope, numbering, blank))];
    return drafts.map((draft) =>
      isBlank(draft) ? { ...draft, values: { ...draft.values, [numbering.field]: numbers.shift() } } : draft,
    );
  }

  #column(field: string): string {
    const reference = this.#resource.references.find((known) => known.field === field);
    return quoted(reference?.column ?? field);
  }

  #versioned(row: Row): VersionedRecord {
    return { version: Number(row['version']), body: this.#body(row) };
  }

  #body(row: Row): RecordBody {
    const body: Record<string, unknown> = {
      id: row['id'],
      created_at: isoTime(row['created_at']),
      updated_at: isoTime(row['updated_at']),
    };
    for (const field of this.#resource.spec.fieldNames) {
      const output = this.#resource.output?.[field];
      body[field] = output ? output.write(row[field]) : row[field];
    }
    for (const column of this.#shown) body[column] = row[column];
    return body;
  }
}

function isoTime(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}
