import type { Fields, RecordKind } from '../../../src/domain/resource-spec.ts';
import { type Commit, Company as MemoryCompany } from '../../memory-server/company.ts';
import type { ServerOptions } from '../../memory-server/options.ts';
import type { Row } from '../../memory-server/tables.ts';
import { readRow } from '../checks/meaning.ts';
import { Histories } from './history.ts';

/** By kind: the field that identifies a create. Programs never change it. */
export const MARK_FIELD: Readonly<Record<RecordKind, string>> = {
  customers: 'company_name',
  projects: 'description',
  estimates: 'terms_and_conditions',
  workOrders: 'description',
  attachments: 'name',
};

/** The request's number and user; null for another person. */
export interface Author {
  readonly device: string | null;
  readonly request: number | null;
  readonly user: string | null;
}

export const NOBODY: Author = { request: null, user: null, device: null };

/** The rows of one company and everything that happened to them. */
export class Company extends MemoryCompany {
  readonly histories = new Histories();
  /** Author of the changes that are being carried out. */
  author: Author = NOBODY;
  readonly #now: () => number;

  constructor(options: ServerOptions, now: () => number) {
    super(options);
    this.#now = now;
    this.onCommit = (commit) => this.#note(commit);
  }

  #note({ method, resource, row }: Commit): void {
    const id = this.idOf(row.id);
    if (method === 'POST') this.#begin(resource, row);
    const history = this.histories.of(resource, id);
    if (method === 'PATCH') {
      history?.states.push(this.#read(resource, row));
      history?.authors.push(nameOf(this.author));
    } else if (method === 'DELETE' && history) history.deletedAt = this.#now();
    if (history && nameOf(this.author) !== history.maker) history.meddled = true;
    const { request, user } = this.author;
    const place = (history?.states.length ?? 0) - 1;
    const mark = history?.mark ?? null;
    this.histories.deeds.push({ at: this.#now(), method, resource, id, mark, request, user, place });
  }

  #begin(resource: RecordKind, row: Row): void {
    const text = row[MARK_FIELD[resource]];
    const maker = nameOf(this.author);
    this.histories.begin({
      resource,
      id: this.idOf(row.id),
      mark: typeof text === 'string' && text !== '' ? text : null,
      maker,
      states: [this.#read(resource, row)],
      authors: [maker],
    });
  }

  #read(resource: RecordKind, row: Row): Fields {
    return readRow(resource, this.shown(resource, row));
  }
}

/** Returns a name for one account of one device. Another account of the device counts as another person. */
export function accountOn(device: string, user: string): string {
  return `${user} on ${device}`;
}

function nameOf({ device, user }: Author): string | null {
  return device === null || user === null ? null : accountOn(device, user);
}
