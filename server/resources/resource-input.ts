import { randomInt } from 'node:crypto';
import type { CompanyScope } from '../db/company-scope.ts';
import { UniqueViolationError } from '../db/database-errors.ts';
import { type FieldErrors, invalidInput } from '../http/problem.ts';
import { readBody } from '../http/read-body.ts';
import type { RecordBody, ResourceRepository } from '../repositories/resource-repository.ts';
import type { ServerResource, UniqueKey } from './server-resource.ts';

type Values = Readonly<Record<string, unknown>>;

/** Reads, checks and saves what clients send for one kind of record. What is wrong is thrown as a 400. */
export class ResourceInput {
  readonly #resource: ServerResource;
  readonly #repository: ResourceRepository;

  constructor(resource: ServerResource, repository: ResourceRepository) {
    this.#resource = resource;
    this.#repository = repository;
  }

  /** A new record: what the body leaves out gets the default that the domain gives it. */
  async create(scope: CompanyScope, body: unknown): Promise<RecordBody> {
    const fields = await this.#read(this.#resource.input, { scope, body, except: null });
    const blank = this.#resource.spec.blank({ now: Date.now(), random: randomInt(1_000_000) / 1_000_000 });
    return this.#saved(() => this.#repository.insert(scope, { ...blank, ...fields }));
  }

  /** A change of the fields that the body holds; undefined where there is no such record (any more). */
  async update(scope: CompanyScope, id: number, body: unknown): Promise<RecordBody | undefined> {
    if (!(await this.#repository.find(scope, id))) return undefined;
    const fields = await this.#read(this.#resource.input.partial(), { scope, body, except: id });
    return this.#saved(() => this.#repository.update(scope, id, fields));
  }

  async #read(
    schema: ServerResource['input'],
    given: { readonly scope: CompanyScope; readonly body: unknown; readonly except: number | null },
  ): Promise<Values> {
    const { fields, errors } = readBody(schema, given.body);
    const all: Record<string, readonly string[]> = { ...errors };
    for (const key of this.#resource.uniqueKeys) {
      const value = fields[key.field];
      if (value === undefined) continue;
      const twin = await this.#repository.findTwin(given.scope, key, value, given.except);
      if (twin !== undefined) Object.assign(all, this.#taken(key));
    }
    if (Object.keys(all).length > 0) throw invalidInput(all);
    return fields;
  }

  /** Of several that save one value at once, each found no twin; the constraint then lets one of them in. */
  async #saved<T>(save: () => Promise<T>): Promise<T> {
    try {
      return await save();
    } catch (error) {
      if (!(error instanceof UniqueViolationError)) throw error;
      const key = this.#resource.uniqueKeys.find(({ constraint }) => constraint === error.constraint);
      throw key ? invalidInput(this.#taken(key)) : error;
    }
  }

  #taken({ field }: UniqueKey): FieldErrors {
    const text = `${this.#resource.spec.label.noun} with this ${field.replaceAll('_', ' ')} already exists.`;
    return { [field]: [text] };
  }
}
