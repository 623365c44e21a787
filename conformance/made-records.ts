import type { ResourceName, ServerId } from '../src/domain/resource-spec.ts';

export interface MadeRecord {
  readonly resource: ResourceName;
  readonly id: ServerId;
}

/** What the checks have made on the server and not removed yet: the only records that they touch. */
export class MadeRecords {
  readonly #records: MadeRecord[] = [];
  /** Kinds of which a record may have been made although no answer named it. */
  readonly unsure = new Set<ResourceName>();

  note(record: MadeRecord): void {
    if (!this.has(record)) this.#records.push(record);
  }

  forget(record: MadeRecord): void {
    const at = this.#records.findIndex((one) => isSame(one, record));
    if (at >= 0) this.#records.splice(at, 1);
  }

  /** What refers to others comes before them. */
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
