import type { ResourceName } from '../domain/resource-spec.ts';

interface Spell {
  /** Generations of the collection before the first and after the last of these writes. */
  readonly from: number;
  to: number;
  readonly localIds: Set<string>;
}

/**
 * What this engine wrote of the server's truth, without anybody else's write between: it reaches the tab's memory a
 * moment later, and till then memory is right about all other records.
 */
export class OwnWrites {
  readonly #spells = new Map<ResourceName, Spell>();

  /** Notes a write that is about to be committed, and makes this generation of the collection. */
  add(resource: ResourceName, generation: number, localIds: readonly string[]): void {
    const last = this.#spells.get(resource);
    const spell =
      last?.to === generation - 1
        ? last
        : { from: generation - 1, to: generation, localIds: new Set<string>() };
    spell.to = generation;
    for (const id of localIds) spell.localIds.add(id);
    this.#spells.set(resource, spell);
  }

  /**
   * The records that memory, which has met the generation `met`, may not know as the database has them in the
   * generation `now`; null where that may be any.
   */
  since(resource: ResourceName, met: number, now: number): ReadonlySet<string> | null {
    if (met === now) {
      this.#spells.delete(resource);
      return new Set();
    }
    const spell = this.#spells.get(resource);
    return spell?.to === now && met >= spell.from ? spell.localIds : null;
  }
}
