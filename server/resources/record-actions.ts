import type { Extensions } from '../config/extensions.ts';
import type { CompanyConnection, CompanyScope } from '../db/company-scope.ts';
import { invalidInput, notFound } from '../http/problem.ts';
import type { ReadBody } from '../http/read-body.ts';
import { ResourceRepository, type VersionedRecord } from '../repositories/resource-repository.ts';
import { type Expected, tagOf } from './expected-version.ts';
import { type Agreed, ProtectedDelete } from './protected-delete.ts';
import { type RecordBodies, recordBodies } from './record-bodies.ts';
import { ResourceInput } from './resource-input.ts';
import type { ServerResource } from './server-resource.ts';

export interface Change {
  readonly body: ReadBody;
  readonly expected: Expected;
}

export interface Outcome {
  readonly status: number;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface KeyedOutcome {
  readonly clientUid: string;
  readonly id: number;
  readonly outcome: Outcome;
}

/** For routes and batches. Failures are thrown as a `Problem`. */
export class RecordActions {
  readonly repository: ResourceRepository;
  readonly bodies: RecordBodies;
  readonly #extensions: Extensions;
  readonly #input: ResourceInput;
  readonly #deletion: ProtectedDelete;

  constructor(resource: ServerResource, every: readonly ServerResource[], extensions: Extensions) {
    this.#extensions = extensions;
    this.bodies = recordBodies(resource, extensions);
    this.repository = new ResourceRepository(resource, extensions);
    this.#input = new ResourceInput(resource, this.repository);
    this.#deletion = new ProtectedDelete(resource, this.repository, { every, extensions });
  }

  /** Answers 201, or 200 with the record that was created earlier with the same key. */
  async create(company: CompanyConnection, body: ReadBody): Promise<Outcome> {
    const made = await this.#input.create(company, body, this.#clientUidIn(body));
    return this.#shown(made, made.isNew ? 201 : 200);
  }

  /** Must run after `drawChange`. Uses few statements. Creates nothing unless each record would get a 201. */
  async createAll(scope: CompanyScope, bodies: readonly ReadBody[]): Promise<readonly KeyedOutcome[]> {
    const keyed = bodies.map((body) => {
      const clientUid = this.#clientUidIn(body);
      if (clientUid === null) throw new Error('A record without a key must be created with `create`');
      return { clientUid, body };
    });
    const made = await this.#input.createAll(scope, keyed);
    return made.map(({ clientUid, id, record }) => ({ clientUid, id, outcome: this.#shown(record, 201) }));
  }

  async read(company: CompanyConnection, id: number): Promise<Outcome> {
    return this.#shown(existing(await company.within((scope) => this.repository.find(scope, id))));
  }

  async update(company: CompanyConnection, id: number, change: Change): Promise<Outcome> {
    return this.#shown(
      existing(
        await this.#input.update(company, id, { ...change, expected: this.#guarded(change.expected) }),
      ),
    );
  }

  async remove(company: CompanyConnection, id: number, agreed: Agreed): Promise<Outcome> {
    const guarded = { ...agreed, expected: this.#guarded(agreed.expected) };
    if (!(await this.#deletion.remove(company, id, guarded))) throw notFound();
    return { status: 204 };
  }

  #guarded(expected: Expected): Expected {
    return this.#extensions.has('if-match') ? expected : null;
  }

  /** Checked before anything else, because without a valid key a repeated request cannot be recognized. */
  #clientUidIn({ fields, errors }: ReadBody): string | null {
    if (errors['client_uid']) throw invalidInput({ client_uid: errors['client_uid'] });
    return typeof fields['client_uid'] === 'string' ? fields['client_uid'] : null;
  }

  #shown({ version, body }: VersionedRecord, status = 200): Outcome {
    return this.#extensions.has('if-match')
      ? { status, body, headers: { etag: tagOf(version) } }
      : { status, body };
  }
}

function existing<T>(found: T | undefined): T {
  if (found === undefined) throw notFound();
  return found;
}
