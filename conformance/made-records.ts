import type { ResourceName, ServerId } from '../src/domain/resource-spec.ts';

export interface MadeRecord {
  readonly resource: ResourceName;
  readonly id: ServerId;
}

/** The records that the checks created and have not removed yet. The checks change only these. */
export class MadeRecords {
  readonly #records: MadeRecord[] = [];
  /** Kinds with a record that may exist although no answer named it. */
  readonly unsure = new Set<ResourceName>();

  note(record: MadeRecord): void {
    if (!this.has(record)) this.#records.push(record);
  }

  forget(record: MadeRecord): void {
    const at = this.#records.findIndex((one) => isSame(one, record));
    if (at >= 0) this.#records.splice(at, 1);
  }

  /** Referring records come first. */
  newestFirst(): readonly MadeRecord[] {
    return [...this.#records].reverse();
  }

  has(record: MadeRecord): boolean {
    return this.#records.some((one) => isSame(one, record));
  }
}

function isSame(one: MadeRecord, other: MadeRecord): boolean {
  return one.resource === other.resource && one.id === other.id;
}
