import type { FieldChanges } from '../../../src/domain/field-changes.ts';
import type { RecordKind } from '../../../src/domain/resource-spec.ts';
import { specOf } from '../../../src/domain/resource-specs.ts';
import type { Deed, Histories } from '../server/history.ts';
import { means } from './meaning.ts';
import { Violation } from './violation.ts';

interface Sent {
  readonly mutation: string;
  readonly fields: FieldChanges;
  readonly guarded: boolean;
}

/**
 * I15: an update sent with a version is applied only to the values it was made from, and only once, unless another
 * person has restored the old values.
 */
export class OverwriteCheck {
  readonly #sent = new Map<string, Sent>();
  readonly #looked = new WeakMap<Histories, number>();
  readonly #carriedOut = new Set<string>();

  /** @param request number of the request */
  sent(request: number, resource: RecordKind, id: string, change: Sent): void {
    this.#sent.set(`${request} ${resource}/${id}`, change);
  }

  /** Checks all changes that the server carried out since the last check. */
  check(histories: Histories): void {
    const { deeds } = histories;
    for (let n = this.#looked.get(histories) ?? 0; n < deeds.length; n += 1) {
      const deed = deeds[n];
      if (deed?.method === 'PATCH' && deed.request !== null) this.#checkDeed(deed, histories);
    }
    this.#looked.set(histories, deeds.length);
  }

  #checkDeed({ request, resource, id, place }: Deed, histories: Histories): void {
    const sent = this.#sent.get(`${request} ${resource}/${id}`);
    const before = histories.of(resource, id)?.states[place - 1];
    if (!sent?.guarded || !before) return;
    const references = specOf(resource).references.map(({ field }) => field);
    const plain = Object.entries(sent.fields).filter(([field]) => !references.includes(field));
    for (const [field, { base, value }] of plain) {
      if (means(field, before[field], base) || means(field, before[field], value)) continue;
      throw new Violation(
        'I15',
        `${resource}/${id}: the server's ${field} = ${String(before[field])} became ${String(value)}, but the change was based on ${String(base)}`,
      );
    }
    const isNeedless =
      plain.length > 0 && plain.every(([field, { value }]) => means(field, before[field], value));
    if (isNeedless && this.#carriedOut.has(sent.mutation)) {
      throw new Violation('I15', `${resource}/${id}: an update was carried out twice`);
    }
    this.#carriedOut.add(sent.mutation);
  }
}
