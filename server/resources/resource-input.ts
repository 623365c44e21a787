import { randomInt } from 'node:crypto';
import type { CompanyConnection, CompanyScope } from '../db/company-scope.ts';
import { ForeignKeyViolationError, UniqueViolationError } from '../db/database-errors.ts';
import type { FieldErrors } from '../http/field-errors.ts';
import { isStorableId, noSuchObject } from '../http/fields.ts';
import { invalidInput, Problem } from '../http/problem.ts';
import { type ReadBody, readBody } from '../http/read-body.ts';
import { findKeyed } from '../repositories/client-uids.ts';
import type {
  KeyedDraft,
  KeyedRecord,
  ResourceRepository,
  VersionedRecord,
} from '../repositories/resource-repository.ts';
import { unknownFiles } from '../repositories/stored-files.ts';
import type { UniqueKey } from '../repositories/stored-resource.ts';
import { assertCurrent, type Expected } from './expected-version.ts';
import type { ServerResource } from './server-resource.ts';

type Values = Readonly<Record<string, unknown>>;

export interface KeyedBody {
  readonly clientUid: string;
  readonly body: ReadBody;
}

interface Attempt {
  values: Values;
}

export interface CreatedRecord extends VersionedRecord {
  readonly isNew: boolean;
}

/** A drawn number is taken only if somebody has just typed it. That does not happen five times in a row. */
const DRAWS = 5;

const NO_BYTES = ['The bytes of this file are not on the server. Send them first.'];

/** Throws a 400 for invalid input. */
export class ResourceInput {
  readonly #resource: ServerResource;
  readonly #repository: ResourceRepository;

  constructor(resource: ServerResource, repository: ResourceRepository) {
    this.#resource = resource;
    this.#repository = repository;
  }

  /**
   * Fills missing fields with the domain's defaults. For a used key, returns the record that was created with it,
   * whatever the body contains.
   */
  async create(company: CompanyConnection, body: ReadBody, clientUid: string | null): Promise<CreatedRecord> {
    const made = async (): Promise<CreatedRecord | undefined> => {
      const found = clientUid && (await company.within((scope) => this.#keyed(scope, clientUid)));
      return found ? { ...found, isNew: false } : undefined;
    };
    try {
      return (await made()) ?? (await this.#insert(company, body, clientUid));
    } catch (error) {
      // Another request with this key may have created the record in the meantime.
      const known = await made();
      if (known) return known;
      throw error;
    }
  }

  /**
   * Must run after `drawChange`. Uses one statement. Creates nothing if one record is invalid or exists: calling
   * `create` for each shows why.
   */
  async createAll(scope: CompanyScope, bodies: readonly KeyedBody[]): Promise<readonly KeyedRecord[]> {
    const drafts = bodies.map(({ clientUid, body }): KeyedDraft => {
      const errors = { ...this.#wholeErrors(body, null), ...body.errors };
      if (Object.keys(errors).length > 0) throw invalidInput(errors);
      return { clientUid, values: this.#whole(body.fields) };
    });
    return this.#repository.insertAll(scope, drafts);
  }

  async #insert(
    company: CompanyConnection,
    body: ReadBody,
    clientUid: string | null,
  ): Promise<CreatedRecord> {
    return this.#saved(company, async (scope, attempt) => {
      attempt.values = this.#whole(await this.#checked(body, { scope, except: null, stored: null }));
      return { ...(await this.#repository.insert(scope, attempt.values, clientUid)), isNew: true };
    });
  }

  async update(
    company: CompanyConnection,
    id: number,
    change: { readonly body: ReadBody; readonly expected: Expected },
  ): Promise<VersionedRecord | undefined> {
    const { body, expected } = change;
    return this.#saved(company, async (scope, attempt) => {
      const found = await this.#repository.findLocked(scope, id);
      if (!found) return undefined;
      assertCurrent(found, expected);
      attempt.values = await this.#checked(body, { scope, except: id, stored: found.body });
      return this.#repository.update(scope, id, attempt.values);
    });
  }

  async #keyed(scope: CompanyScope, clientUid: string): Promise<VersionedRecord | undefined> {
    const keyed = await findKeyed(scope, clientUid);
    if (!keyed) return undefined;
    if (keyed.table !== this.#resource.table) {
      throw invalidInput({ client_uid: ['A record of another kind was created with this key.'] });
    }
    const found = await this.#repository.find(scope, keyed.recordId);
    if (!found)
      throw new Problem(410, { detail: 'The record that was created with this key has been deleted.' });
    return found;
  }

  /** Throws all errors together, including those that only the database knows. */
  async #checked(
    body: ReadBody,
    given: { readonly scope: CompanyScope; readonly except: number | null; readonly stored: Values | null },
  ): Promise<Values> {
    const { fields, errors } = body;
    const all = {
      ...this.#wholeErrors(body, given.stored),
      ...errors,
      ...(await this.#takenKeys(fields, given)),
      ...(await this.#missingReferences(given.scope, fields)),
    };
    const missing = given.stored === null ? await this.#missingFiles(given.scope, fields) : {};
    if (Object.keys(all).length > 0) throw invalidInput({ ...missing, ...all });
    if (Object.keys(missing).length > 0) throw new Problem(422, missing);
    return fields;
  }

  /** Errors of the record as it will be, not of one field. */
  #wholeErrors(body: ReadBody, stored: Values | null): FieldErrors {
    return {
      ...this.#blanks(body, stored),
      ...this.#severalParents(body.fields, stored),
      ...this.#changedFixed(body.fields, stored),
    };
  }

  #severalParents(fields: Values, stored: Values | null): FieldErrors {
    const { parents = [] } = this.#resource;
    const whole = { ...stored, ...fields };
    const named = parents.filter((field) => whole[field] !== undefined && whole[field] !== null);
    if (named.length <= 1) return {};
    return { non_field_errors: [`Name only one of ${parents.join(', ')}.`] };
  }

  #changedFixed(fields: Values, stored: Values | null): FieldErrors {
    const { fixed = [] } = this.#resource;
    const changed = fixed.filter(
      (field) => stored !== null && fields[field] !== undefined && (fields[field] ?? '') !== stored[field],
    );
    return Object.fromEntries(changed.map((field) => [field, ['This field cannot be changed.']]));
  }

  async #missingFiles(scope: CompanyScope, fields: Values): Promise<FieldErrors> {
    const named = (this.#resource.files ?? []).flatMap(({ field }) => {
      const sha256 = fields[field];
      return typeof sha256 === 'string' ? [{ field, sha256 }] : [];
    });
    if (named.length === 0) return {};
    const unknown = await unknownFiles(
      scope,
      named.map(({ sha256 }) => sha256),
    );
    const missing = named.filter(({ sha256 }) => unknown.includes(sha256));
    return Object.fromEntries(missing.map(({ field }) => [field, NO_BYTES]));
  }

  /** Checks the record as it will be: one change may clear the name, and the next one the company. */
  #blanks({ fields, errors }: ReadBody, stored: Values | null): FieldErrors {
    if ('non_field_errors' in errors) return {};
    const whole = { ...stored, ...fields };
    const blank = Object.entries(this.#resource.blankWith ?? {}).filter(([field, other]) => {
      const isAsked = stored === null || field in fields || other in fields;
      return isAsked && !whole[field] && !whole[other] && !(other in errors);
    });
    return Object.fromEntries(
      blank.map(([field]) => [
        field,
        [whole[field] === undefined ? 'This field is required.' : 'This field may not be blank.'],
      ]),
    );
  }

  async #takenKeys(
    fields: Values,
    given: { readonly scope: CompanyScope; readonly except: number | null },
  ): Promise<FieldErrors> {
    const errors: Record<string, FieldErrors[string]> = {};
    for (const key of this.#resource.uniqueKeys) {
      const value = fields[key.field];
      if (value === undefined || this.#isDrawn(key, fields)) continue;
      const duplicate = await this.#repository.findDuplicate(given.scope, key, {
        value,
        except: given.except,
      });
      if (duplicate !== undefined) Object.assign(errors, this.#taken(key));
    }
    return errors;
  }

  async #missingReferences(scope: CompanyScope, fields: Values): Promise<FieldErrors> {
    const errors: Record<string, FieldErrors[string]> = {};
    for (const reference of this.#resource.references) {
      const id = fields[reference.field];
      if (typeof id !== 'string') continue;
      const isThere = isStorableId(id) && (await this.#repository.hasReferred(scope, reference, id));
      if (!isThere) Object.assign(errors, noSuchObject(reference.field, id));
    }
    return errors;
  }

  #whole(fields: Values): Values {
    const blank = this.#resource.spec.blank({ now: Date.now(), random: randomInt(1_000_000) / 1_000_000 });
    return { ...blank, ...this.#resource.defaults, ...fields, ...this.#derived(fields) };
  }

  /** Derived values must obey their fields' rules too. */
  #derived(fields: Values): Values {
    if (!this.#resource.derive) return {};
    const read = readBody(this.#resource.input.partial(), this.#resource.derive(fields));
    if (Object.keys(read.errors).length > 0) throw invalidInput(read.errors);
    return read.fields;
  }

  /**
   * Handles conflicts after validation: another request stored the same unique value, or deleted a record that this
   * one refers to. A violated constraint ends the transaction, so each draw of a number runs in its own.
   */
  async #saved<T>(
    company: CompanyConnection,
    save: (scope: CompanyScope, attempt: Attempt) => Promise<T>,
  ): Promise<T> {
    for (let draw = 1; ; draw += 1) {
      const attempt: Attempt = { values: {} };
      try {
        return await company.change((scope) => save(scope, attempt));
      } catch (error) {
        const { values } = attempt;
        const key = this.#brokenKey(error);
        if (key && draw < DRAWS && this.#isDrawn(key, values)) continue;
        throw key ? invalidInput(this.#taken(key)) : this.#lostReference(error, values);
      }
    }
  }

  #brokenKey(error: unknown): UniqueKey | undefined {
    if (!(error instanceof UniqueViolationError)) return undefined;
    return this.#resource.uniqueKeys.find(({ constraint }) => constraint === error.constraint);
  }

  #lostReference(error: unknown, values: Values): unknown {
    if (!(error instanceof ForeignKeyViolationError)) return error;
    const file = this.#resource.files?.find(({ constraint }) => constraint === error.constraint);
    if (file) return new Problem(422, { [file.field]: NO_BYTES });
    const lost = this.#resource.references.find(({ constraint }) => constraint === error.constraint);
    return lost ? invalidInput(noSuchObject(lost.field, values[lost.field])) : error;
  }

  #isDrawn(key: UniqueKey, values: Values): boolean {
    return key.field === this.#resource.numbering?.field && values[key.field] === '';
  }

  #taken({ field }: UniqueKey): FieldErrors {
    const text = `${this.#resource.spec.label.noun} with this ${field.replaceAll('_', ' ')} already exists.`;
    return { [field]: [text] };
  }
}
