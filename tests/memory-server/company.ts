import { readAmount, withTax } from '../../src/domain/money.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { CompanySettings } from './company-settings.ts';
import { usd } from './fields.ts';
import { Shelf } from './files.ts';
import { KINDS, type KindName, REFERENCES } from './kinds.ts';
import { type Entry, Ledger } from './ledger.ts';
import type { ServerOptions } from './options.ts';
import { type HeldRows, type Row, Tables } from './tables.ts';
import { isFields } from './wire.ts';

type Given = Readonly<Record<string, unknown>>;

/** A change that was carried out. */
export interface Commit {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly resource: KindName;
  /** As it is now; as it was, where it was deleted. */
  readonly row: Row;
}

const AMOUNTS = ['estimated_cost', 'subtotal', 'tax_rate', 'total_amount'];
const UUID = '00000000-0000-4000-8000-';

/** The rows of one company as a server keeps and shows them. */
export class Company {
  readonly ledger: Ledger;
  readonly settings: CompanySettings;
  readonly shelf = new Shelf();
  /** Is told of every change, right after it. */
  onCommit: (commit: Commit) => void = () => {};
  readonly #tables: Tables;
  readonly #options: ServerOptions;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#tables = new Tables(options);
    this.ledger = new Ledger(options);
    this.settings = new CompanySettings(this.ledger);
  }

  /** Oldest first. */
  of(resource: KindName): Row[] {
    return this.#tables.of(resource);
  }

  /** @param id as answers have it */
  find(resource: KindName, id: string): Row | undefined {
    return this.#rowWith(resource, this.#numberOf(id));
  }

  /** The row that a key's create made; null where it is gone, undefined where no create carried the key. */
  keyed(resource: KindName, uid: unknown): Row | null | undefined {
    const entry = typeof uid === 'string' && this.#has('client-uid') && this.ledger.keyed(resource, uid);
    return entry ? (this.#rowWith(resource, entry.id) ?? null) : undefined;
  }

  /** What is wrong with the body of a change to `row`, or of a new row where that is null. */
  errorsIn(resource: KindName, body: unknown, row: Row | null): Given | null {
    if (!isFields(body)) return this.#tables.errorsIn(resource, body, row);
    const errors = this.#tables.errorsIn(resource, this.#understood(resource, body), row);
    const foreign = this.#options.strict
      ? Object.keys(body).filter(
          (name) => !(name in KINDS[resource].fields) && !KINDS[resource].own?.includes(name),
        )
      : [];
    const bad = foreign.filter((name) => name !== 'client_uid' || !this.#has('client-uid'));
    if (bad.length === 0) return errors;
    return { ...errors, ...Object.fromEntries(bad.map((name) => [name, ['Unknown field.']])) };
  }

  /** What a new row says of bytes that are not there; null where they are. */
  missingBytes(resource: KindName, body: Given): Given | null {
    if (resource !== 'attachments') return null;
    const missing = ['sha256', 'thumb_sha256'].filter((name) => {
      const hash = body[name];
      return typeof hash === 'string' && hash !== '' && !this.shelf.bytesOf(hash);
    });
    if (missing.length === 0) return null;
    return Object.fromEntries(missing.map((name) => [name, ['The bytes of this file are not here.']]));
  }

  /** Whether a row names these bytes. */
  readonly isNamed = (sha256: string): boolean =>
    this.of('attachments').some((row) => [row['sha256'], row['thumb_sha256']].includes(sha256));

  /** The rows that name a record; null where not exactly one is named. */
  below(
    resource: KindName,
    named: readonly { readonly field: string; readonly id: string }[],
  ): readonly Row[] | null {
    const [one, ...others] = named;
    if (!one || others.length > 0) return null;
    const number = this.#numberOf(one.id);
    return this.of(resource).filter((row) => row[one.field] === number);
  }

  /** Adds a row without asking whether its values are good. */
  add(resource: KindName, body: Given, by = ''): Row {
    const row = this.#tables.add(resource, this.#understood(resource, body));
    if (resource === 'attachments') this.#describe(row, by);
    const { client_uid: uid } = body;
    this.#workOut(resource, row);
    this.ledger.note(resource, row.id);
    if (typeof uid === 'string' && this.#has('client-uid')) this.ledger.key(resource, row.id, uid);
    this.onCommit({ method: 'POST', resource, row });
    return row;
  }

  change(resource: KindName, row: Row, body: Given): void {
    this.#tables.change(resource, row, this.#understood(resource, body));
    this.#workOut(resource, row);
    this.ledger.note(resource, row.id);
    this.onCommit({ method: 'PATCH', resource, row });
  }

  remove(resource: KindName, row: Row): void {
    this.#tables.remove(resource, row.id);
    this.ledger.note(resource, row.id, true);
    this.onCommit({ method: 'DELETE', resource, row });
  }

  /** The rows of all kinds that name this one. */
  referringTo(resource: KindName, row: Row): (readonly [KindName, Row])[] {
    return this.#tables.referringTo(resource, row.id);
  }

  stats(resource: ResourceName): Given {
    return this.#tables.stats(resource);
  }

  /** A row as answers show it. */
  shown(resource: KindName, row: Row): Given {
    const { decimals, createdAt } = this.#options;
    const entry = this.ledger.entryOf(resource, row.id);
    const wire: Record<string, unknown> = {
      ...row,
      id: this.idOf(row.id),
      ...(this.#has('if-match') && { version: entry?.version }),
      ...(this.#has('client-uid') && { client_uid: entry?.uid ?? null }),
      // JSON leaves them out.
      ...(!createdAt && { created_at: undefined, updated_at: undefined }),
    };
    for (const [field] of REFERENCES[resource]) {
      const named = row[field];
      if (typeof named === 'number') wire[field] = this.idOf(named);
    }
    for (const field of decimals === 'text' ? AMOUNTS : []) {
      const amount = field in wire ? readAmount(wire[field]) : null;
      if (amount !== null) wire[field] = amount.toFixed(2);
    }
    return wire;
  }

  versionOf(resource: KindName, { id }: Row): number {
    return this.ledger.entryOf(resource, id)?.version ?? 0;
  }

  /** An id as answers have it. */
  idOf(number: number): number | string {
    return this.#options.ids === 'integer' ? number : UUID + number.toString(16).padStart(12, '0');
  }

  /** Goes on from where another one was, after so many changes. */
  restore(held: HeldRows, entries: readonly Readonly<Entry>[] = [], changes = 0): void {
    this.#tables.restore(held);
    this.ledger.restore(entries, changes);
  }

  #has(extension: string): boolean {
    return this.#options.extensions.has(extension);
  }

  #rowWith(resource: KindName, id: number): Row | undefined {
    return this.of(resource).find((row) => row.id === id);
  }

  #numberOf(id: string): number {
    const isPlain = this.#options.ids === 'integer';
    const number = isPlain ? Number(id) : Number.parseInt(id.slice(UUID.length), 16);
    return String(this.idOf(number)) === id ? number : Number.NaN;
  }

  /** The fields that a kind has, with the numbers of rows in the place of their ids. */
  #understood(resource: KindName, body: Given): Given {
    const given: Record<string, unknown> = {};
    for (const name of Object.keys(KINDS[resource].fields)) {
      if (body[name] !== undefined) given[name] = body[name];
    }
    if (this.#options.ids === 'integer') return given;
    for (const [field] of REFERENCES[resource]) {
      const named = given[field];
      // What is no id of ours stays as it is, and is refused as such.
      if (typeof named === 'string') given[field] = this.#numberOf(named) || named;
    }
    return given;
  }

  /** Sets what no client may say. */
  #describe(row: Row, by: string): void {
    const hash = String(row['sha256']);
    row['size'] = this.shelf.bytesOf(hash)?.length ?? 0;
    row['media_type'] = this.shelf.mediaTypeOf(hash) ?? '';
    row['received_at'] = row.created_at;
    row['uploaded_by'] = by;
  }

  #workOut(resource: KindName, row: Row): void {
    if (resource !== 'estimates' || !this.#options.totals) return;
    const total = withTax(readAmount(row['subtotal']), readAmount(row['tax_rate'])) ?? 0;
    row['total_amount'] = usd(total.toFixed(2));
  }
}
