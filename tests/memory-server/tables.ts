import { pythonType } from '../../server/http/fields.ts';
import { countStats } from '../../src/domain/dashboard-stats.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import type { FieldError } from './fields.ts';
import { KIND_NAMES, KINDS, type KindName, REFERENCES } from './kinds.ts';
import type { ServerOptions } from './options.ts';

export interface Row {
  id: number;
  created_at: string;
  updated_at: string;
  [field: string]: unknown;
}

type Sent = Readonly<Record<string, unknown>>;
type Errors = Readonly<Record<string, FieldError | readonly string[]>>;

/** What a server in memory held at one time. */
export interface HeldRows {
  readonly rows: readonly (readonly [KindName, Row])[];
  readonly nextId: number;
  readonly numbersMade: number;
  readonly now: number;
}

/** The tables of a server in memory: rows as answers show them, oldest first. */
export class Tables {
  readonly #rows = new Map<KindName, Row[]>(KIND_NAMES.map((resource) => [resource, []]));
  #nextId = 1;
  #numbersMade = 0;
  #now = Date.UTC(2026, 0, 1);
  readonly #options: Pick<ServerOptions, 'sharedEmails'>;

  constructor(options: Pick<ServerOptions, 'sharedEmails'>) {
    this.#options = options;
  }

  of(resource: KindName): Row[] {
    return this.#rows.get(resource) ?? [];
  }

  /** Goes on from where another one was. */
  restore({ rows, nextId, numbersMade, now }: HeldRows): void {
    for (const [resource, row] of rows) this.of(resource).push(row);
    this.#nextId = nextId;
    this.#numbersMade = numbersMade;
    this.#now = now;
  }

  /** Adds a row, without asking whether its values are good: one that is not stands in it as it was given. */
  add(resource: KindName, sent: Sent): Row {
    const kind = KINDS[resource];
    const blank = Object.entries(kind.fields).map(([name, field]) => [name, field.blank] as const);
    const row: Row = {
      ...Object.fromEntries(blank),
      ...sent,
      ...this.#kept(resource, sent),
      id: this.#nextId++,
      created_at: this.#stamp(),
      updated_at: this.#stamp(),
    };
    Object.assign(row, this.#number(resource, row), kind.computed?.(row));
    this.of(resource).push(row);
    return row;
  }

  change(resource: KindName, row: Row, sent: Sent): void {
    Object.assign(row, this.#kept(resource, sent), { updated_at: this.#stamp() });
    Object.assign(row, this.#number(resource, row));
  }

  remove(resource: KindName, id: number): void {
    const rows = this.of(resource);
    const at = rows.findIndex((row) => row.id === id);
    if (at >= 0) rows.splice(at, 1);
  }

  /** What is wrong with a body: of a change to `row`, or of a new row where that is null. */
  errorsIn(resource: KindName, body: unknown, row: Row | null): Errors | null {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      const text = `Invalid data. Expected a dictionary, but got ${pythonType(body)}.`;
      return { non_field_errors: [text] };
    }
    const sent: Sent = { ...body };
    const errors: Record<string, FieldError | readonly string[]> = {};
    for (const name of Object.keys(KINDS[resource].fields)) {
      const error = this.#errorOf(resource, name, sent[name], row);
      if (error !== null) errors[name] = typeof error === 'string' ? [error] : error;
    }
    this.#addWholeErrors(errors, resource, { sent, row });
    return Object.keys(errors).length > 0 ? errors : null;
  }

  #addWholeErrors(
    errors: Record<string, FieldError | readonly string[]>,
    resource: KindName,
    { sent, row }: { readonly sent: Sent; readonly row: Row | null },
  ): void {
    const { parents = [], fixed = [] } = KINDS[resource];
    const whole: Sent = { ...row, ...sent };
    if (parents.filter((name) => whole[name] !== undefined && whole[name] !== null).length > 1)
      errors['non_field_errors'] = [`Name only one of ${parents.join(', ')}.`];
    for (const name of fixed) {
      if (row && sent[name] !== undefined && sent[name] !== row[name])
        errors[name] = ['This field cannot be changed.'];
    }
  }

  /** The rows of all kinds that name this one. */
  referringTo(resource: KindName, id: number): (readonly [KindName, Row])[] {
    return KIND_NAMES.flatMap((other) => {
      const fields = REFERENCES[other].filter(([, to]) => to === resource);
      const rows = this.of(other).filter((row) => fields.some(([field]) => row[field] === id));
      return rows.map((row) => [other, row] as const);
    });
  }

  stats(resource: ResourceName): Readonly<Record<string, number>> {
    return countStats(
      resource,
      this.of(resource).map((row) => String(row['status'])),
    );
  }

  #errorOf(resource: KindName, name: string, value: unknown, row: Row | null): FieldError | null {
    const { fields, noun, unique } = KINDS[resource];
    const field = fields[name];
    if (!field) return null;
    if (value === undefined) return row === null && field.required ? 'This field is required.' : null;
    const error = field.check(value);
    if (error !== null) return error;
    const kept = field.keep(value);
    if (field.to && kept !== null && !this.of(field.to).some(({ id }) => id === kept)) {
      const given = typeof value === 'string' ? value : JSON.stringify(value);
      return `Invalid pk "${given}" - object does not exist.`;
    }
    const isTaken = this.of(resource).some((other) => other !== row && other[name] === kept);
    const isUnique = name === unique && !(name === 'email' && this.#options.sharedEmails);
    return isUnique && kept !== '' && isTaken
      ? `${noun} with this ${name.replaceAll('_', ' ')} already exists.`
      : null;
  }

  #kept(resource: KindName, sent: Sent): Sent {
    const entries = Object.entries(KINDS[resource].fields)
      .filter(([name, field]) => sent[name] !== undefined && field.check(sent[name]) === null)
      .map(([name, field]) => [name, field.keep(sent[name])] as const);
    return Object.fromEntries(entries);
  }

  /** EST-0DDC863B: a number that has no order, as such servers make them. */
  #number(resource: KindName, row: Sent): Sent {
    const { numbered } = KINDS[resource];
    if (numbered === undefined || row[numbered] !== '') return {};
    this.#numbersMade += 1;
    const hex = (Math.imul(this.#numbersMade, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
    return { [numbered]: `EST-${hex.toUpperCase()}` };
  }

  #stamp(): string {
    this.#now += 1000;
    return new Date(this.#now).toISOString();
  }
}
