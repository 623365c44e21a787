import type { KeyValueStore } from '../../domain/ports.ts';
import type { RecordKey } from '../../domain/resource-spec.ts';

/** Changes of a record that are in a file. */
export interface HandedOutLane extends RecordKey {
  readonly ids: readonly string[];
}

type Storage = Pick<KeyValueStore, 'get' | 'set' | 'remove'>;

/** What a device could not note in its database. localStorage often still has room for a few bytes. */
export class LateNotes {
  readonly #storage: Storage;
  readonly #key: string;
  #lanes: readonly HandedOutLane[];

  constructor({ storage, account }: { readonly storage: Storage; readonly account: string }) {
    this.#storage = storage;
    this.#key = `inFile:${account}`;
    this.#lanes = lanesIn(storage.get(this.#key));
  }

  get lanes(): readonly HandedOutLane[] {
    return this.#lanes;
  }

  keep(lanes: readonly HandedOutLane[]): void {
    this.#store([...this.#lanes, ...lanes]);
  }

  drop(noted: readonly HandedOutLane[]): void {
    if (noted.length > 0) this.#store(this.#lanes.filter((lane) => !noted.includes(lane)));
  }

  clear(): void {
    this.#store([]);
  }

  #store(lanes: readonly HandedOutLane[]): void {
    this.#lanes = lanes;
    try {
      if (lanes.length === 0) this.#storage.remove(this.#key);
      else this.#storage.set(this.#key, JSON.stringify(lanes));
    } catch {
      // Full too. This page still tries.
    }
  }
}

/** Returns none if another version wrote the text. */
function lanesIn(text: string | null): readonly HandedOutLane[] {
  try {
    const lanes: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(lanes) ? (lanes as readonly HandedOutLane[]) : [];
  } catch {
    return [];
  }
}
