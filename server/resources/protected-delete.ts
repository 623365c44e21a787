import { hashOfIds } from '../../src/domain/attachment-ids.ts';
import type { Extensions } from '../config/extensions.ts';
import type { CompanyConnection, CompanyScope } from '../db/company-scope.ts';
import { ForeignKeyViolationError } from '../db/database-errors.ts';
import { Problem } from '../http/problem.ts';
import { drawChange } from '../repositories/change-feed.ts';
import { ResourceRepository } from '../repositories/resource-repository.ts';
import type { ServerReference } from '../repositories/stored-resource.ts';
import { assertCurrent, type Expected } from './expected-version.ts';
import type { ServerResource } from './server-resource.ts';

interface Dependants {
  readonly label: ServerResource['spec']['label'];
  readonly repository: ResourceRepository;
  readonly reference: ServerReference;
}

/** The state of the record for which a deletion was meant; null accepts any. */
export interface Agreed {
  readonly expected: Expected;
  /** The most that may be deleted with the record. */
  readonly attachments: number | null;
  /** Those alone may be, by `hashOfIds`. */
  readonly attachmentsHash: string | null;
}

const LIST = new Intl.ListFormat('en-GB');

/** See 0017_documents_stay.sql. */
const DOCUMENTS_STAY = 'attachments_documents_stay';

/** Deletes a record, or throws a 409 that counts the records referring to it. */
export class ProtectedDelete {
  readonly #resource: ServerResource;
  readonly #repository: ResourceRepository;
  readonly #dependants: readonly Dependants[];
  /** Their rows are deleted with the record. */
  readonly #cascading: readonly Dependants[];

  constructor(
    resource: ServerResource,
    repository: ResourceRepository,
    { every, extensions }: { readonly every: readonly ServerResource[]; readonly extensions: Extensions },
  ) {
    this.#resource = resource;
    this.#repository = repository;
    const referring = every.flatMap((other) =>
      other.references
        .filter(({ table }) => table === resource.table)
        .map((reference) => ({
          label: other.spec.label,
          repository: new ResourceRepository(other, extensions),
          reference,
        })),
    );
    this.#dependants = referring.filter(({ reference }) => !reference.cascades);
    this.#cascading = referring.filter(({ reference }) => reference.cascades);
  }

  /** Returns false if there is no such record. */
  async remove(company: CompanyConnection, id: number, agreed: Agreed): Promise<boolean> {
    const { expected, attachments, attachmentsHash } = agreed;
    try {
      return await company.change(async (scope) => {
        if (expected !== null) assertCurrent(await this.#repository.findLocked(scope, id), expected);
        // From here on, nobody else adds an attachment.
        await drawChange(scope);
        const asks = attachments !== null || attachmentsHash !== null;
        const found = asks ? await idsOfAll(scope, this.#cascading, id) : [];
        const isRemoved = await this.#repository.remove(scope, id);
        // After the deletion, so that whatever forbids it anyway is the answer. The transaction is rolled back.
        if (isRemoved && takesOthers(found, agreed)) throw this.#otherAttachments(found);
        return isRemoved;
      });
    } catch (error) {
      // Counted only afterwards, because the foreign key also catches a reference created in the meantime.
      if (!(error instanceof ForeignKeyViolationError)) throw error;
      if (error.constraint === DOCUMENTS_STAY) throw new Problem(409, { detail: this.#documentsStay() });
      const reason = await company.within((scope) => this.#reason(scope, id));
      throw new Problem(409, { detail: `Cannot delete this ${this.#resource.spec.label.noun}: ${reason}` });
    }
  }

  #otherAttachments(ids: readonly number[]): Problem {
    const { noun } = this.#resource.spec.label;
    const has = ids.length === 1 ? '1 photo or document' : `${ids.length} photos or documents`;
    const detail = `Cannot delete this ${noun}: it has ${has}, not those that the deletion was meant for.`;
    return new Problem(409, { detail, attachments: ids.length, attachments_hash: hashOfIds(ids) });
  }

  #documentsStay(): string {
    const { name, label } = this.#resource.spec;
    return name === 'attachments'
      ? 'Cannot delete this document: documents are kept.'
      : `Cannot delete this ${label.noun}: it has a document, and documents are kept.`;
  }

  async #reason(scope: CompanyScope, id: number): Promise<string> {
    const parts: string[] = [];
    let total = 0;
    for (const { label, repository, reference } of this.#dependants) {
      const count = await repository.countReferring(scope, reference, id);
      total += count;
      if (count > 0) parts.push(`${count} ${count === 1 ? label.noun : label.plural.toLowerCase()}`);
    }
    // The other records may have been deleted in the meantime.
    if (total === 0) return 'other records referred to it.';
    return `${LIST.format(parts)} ${total === 1 ? 'refers' : 'refer'} to it.`;
  }
}

async function idsOfAll(
  scope: CompanyScope,
  dependants: readonly Dependants[],
  id: number,
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const { repository, reference } of dependants)
    ids.push(...(await repository.idsReferring(scope, reference, id)));
  return ids;
}

function takesOthers(found: readonly number[], { attachments, attachmentsHash }: Agreed): boolean {
  if (found.length === 0) return false;
  if (attachments !== null && found.length > attachments) return true;
  return attachmentsHash !== null && hashOfIds(found) !== attachmentsHash;
}
