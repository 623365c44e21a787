import { readAmount, withTax } from '../../../src/domain/money.ts';
import type { Fields, ResourceName } from '../../../src/domain/resource-spec.ts';
import { specOf } from '../../../src/domain/resource-specs.ts';
import { usd } from '../../support/fake-fields.ts';
import { FAKE_KINDS } from '../../support/fake-kinds.ts';
import { type FakeRow, FakeRows } from '../../support/fake-rows.ts';
import { readRow } from '../checks/meaning.ts';
import type { ServerFeatures } from './features.ts';
import { type Deed, Histories } from './history.ts';

/** The field of each kind that tells a create from all others: programs never change it. */
export const MARK_FIELD: Readonly<Record<ResourceName, string>> = {
  customers: 'company_name',
  projects: 'description',
  estimates: 'terms_and_conditions',
  workOrders: 'description',
};

/** Who changes a row: the request's number and user, or nobody that the app knows. */
export interface Author {
  readonly device: string | null;
  readonly request: number | null;
  readonly user: string | null;
}

type Given = Readonly<Record<string, unknown>>;

/** The rows of one company as a server keeps and shows them, with everything that happened to them. */
export class Company {
  readonly histories = new Histories();
  readonly #rows = new FakeRows();
  readonly #features: ServerFeatures;
  readonly #now: () => number;
  /** Number of the last change, and of each row's. */
  serial = 0;
  readonly versions = new Map<string, number>();
  /** Every change in order, for the feed; another epoch makes all its cursors void. */
  readonly log: { readonly resource: ResourceName; readonly id: number }[] = [];
  epoch = 1;
  readonly uids = new Map<string, number>();

  constructor(features: ServerFeatures, now: () => number) {
    this.#features = features;
    this.#now = now;
  }

  of(resource: ResourceName): FakeRow[] {
    return this.#rows.of(resource);
  }

  find(resource: ResourceName, id: string): FakeRow | undefined {
    const number = this.#numberOf(id);
    return this.#rows.of(resource).find((row) => row.id === number);
  }

  errorsIn(resource: ResourceName, body: Given, row: FakeRow | null): Given | null {
    const unknown = Object.keys(body).filter((name) => !(name in FAKE_KINDS[resource].fields));
    const allowed = this.#features.extensions.includes('client-uid') ? ['client_uid'] : [];
    const bad = this.#features.strict ? unknown.filter((name) => !allowed.includes(name)) : [];
    const errors = this.#rows.errorsIn(resource, this.#understood(resource, body), row);
    if (bad.length === 0) return errors;
    return { ...errors, ...Object.fromEntries(bad.map((name) => [name, ['Unknown field.']])) };
  }

  add(resource: ResourceName, body: Given, author: Author): FakeRow {
    const row = this.#rows.add(resource, this.#understood(resource, body));
    this.#workOut(resource, row);
    const uid = body['client_uid'];
    if (typeof uid === 'string' && this.#features.extensions.includes('client-uid')) {
      row['client_uid'] = uid;
      this.uids.set(`${resource}/${uid}`, row.id);
    }
    const id = this.idOf(row.id);
    const text = row[MARK_FIELD[resource]];
    const mark = typeof text === 'string' && text !== '' ? text : null;
    this.#touch(resource, row.id);
    const maker = nameOf(author);
    const states = [this.#read(resource, row)];
    this.histories.begin({ resource, id, mark, maker, states, authors: [maker] });
    this.#note('POST', resource, id, author);
    return row;
  }

  change(resource: ResourceName, row: FakeRow, body: Given, author: Author): void {
    this.#rows.change(resource, row, this.#understood(resource, body));
    this.#workOut(resource, row);
    this.#touch(resource, row.id);
    const id = this.idOf(row.id);
    const history = this.histories.of(resource, id);
    history?.states.push(this.#read(resource, row));
    history?.authors.push(nameOf(author));
    if (history && nameOf(author) !== history.maker) history.meddled = true;
    this.#note('PATCH', resource, id, author);
  }

  remove(resource: ResourceName, row: FakeRow, author: Author): void {
    this.#rows.remove(resource, row.id);
    this.#touch(resource, row.id);
    const id = this.idOf(row.id);
    const history = this.histories.of(resource, id);
    if (history) history.deletedAt = this.#now();
    if (history && nameOf(author) !== history.maker) history.meddled = true;
    this.#note('DELETE', resource, id, author);
  }

  referringTo(resource: ResourceName, row: FakeRow): number {
    return this.#rows.referringTo(resource, row.id);
  }

  /** A row as answers show it. */
  shown(resource: ResourceName, row: FakeRow): Given {
    const { decimals, createdAt, extensions } = this.#features;
    const { created_at: created, updated_at: updated, ...fields } = row;
    const wire: Record<string, unknown> = { ...fields, id: this.idOf(row.id) };
    for (const { field } of specOf(resource).references) {
      const named = row[field];
      if (typeof named === 'number') wire[field] = this.idOf(named);
    }
    if (decimals === 'text') {
      for (const field of ['estimated_cost', 'subtotal', 'tax_rate', 'total_amount']) {
        const amount = field in wire ? readAmount(wire[field]) : null;
        if (amount !== null) wire[field] = amount.toFixed(2);
      }
    }
    if (createdAt) Object.assign(wire, { created_at: created, updated_at: updated });
    if (extensions.includes('if-match')) wire['version'] = this.versions.get(`${resource}/${row.id}`);
    return wire;
  }

  idOf(number: number): number | string {
    return this.#features.ids === 'integer'
      ? number
      : `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
  }

  #numberOf(id: string): number {
    return this.#features.ids === 'integer'
      ? Number(id)
      : Number.parseInt(/^00000000-0000-4000-8000-([\da-f]{12})$/.exec(id)?.[1] ?? 'none', 16);
  }

  #understood(resource: ResourceName, body: Given): Given {
    const given: Record<string, unknown> = {};
    for (const name of Object.keys(FAKE_KINDS[resource].fields)) {
      if (body[name] !== undefined) given[name] = body[name];
    }
    if (this.#features.ids === 'integer') return given;
    for (const { field } of specOf(resource).references) {
      const named = given[field];
      // What is no id of ours stays as it is, and is refused as such.
      if (typeof named === 'string') given[field] = this.#numberOf(named) || named;
    }
    return given;
  }

  #workOut(resource: ResourceName, row: FakeRow): void {
    if (resource !== 'estimates' || !this.#features.totals) return;
    const total = withTax(readAmount(row['subtotal']), readAmount(row['tax_rate'])) ?? 0;
    row['total_amount'] = usd(total.toFixed(2));
  }

  #touch(resource: ResourceName, id: number): void {
    this.serial += 1;
    this.log.push({ resource, id });
    this.versions.set(`${resource}/${id}`, this.serial);
  }

  #read(resource: ResourceName, row: FakeRow): Fields {
    return readRow(resource, this.shown(resource, row));
  }

  #note(method: Deed['method'], resource: ResourceName, id: number | string, by: Author): void {
    const history = this.histories.of(resource, id);
    const place = (history?.states.length ?? 0) - 1;
    const { request, user } = by;
    this.histories.deeds.push({
      at: this.#now(),
      method,
      resource,
      id,
      mark: history?.mark ?? null,
      request,
      user,
      place,
    });
  }
}

/** One account of one device: what another one of it does, it knows as little of as of anybody's. */
export function accountOn(device: string, user: string): string {
  return `${user} on ${device}`;
}

function nameOf({ device, user }: Author): string | null {
  return device === null || user === null ? null : accountOn(device, user);
}
