import { KIND_NAMES, type KindName } from './kinds.ts';
import type { ServerOptions } from './options.ts';

/** What a server keeps of a row for its extensions, also when the row is gone. */
export interface Entry {
  readonly resource: KindName;
  readonly id: number;
  version: number;
  /** Place of its newest change in the log, counted from 1. */
  at: number;
  deleted: boolean;
  /** The key that its create carried. */
  uid: string | null;
}

/** Some of what has changed behind a place in the log. */
interface Changes {
  readonly entries: readonly Entry[];
  /** Place of the last change that they tell of. */
  readonly to: number;
  readonly more: boolean;
}

/** Versions, keys and the order of all changes of one company. */
export class Ledger {
  /** Another one makes all cursors void. */
  epoch = 1;
  readonly #entries = new Map(KIND_NAMES.map((name) => [name, new Map<number, Entry>()]));
  readonly #keys = new Map<string, Entry>();
  /** The changed entry at each place; a restored log has gaps. */
  #log: (Entry | undefined)[] = [];
  readonly #options: ServerOptions;

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  entryOf(resource: KindName, id: number): Entry | undefined {
    return this.#entries.get(resource)?.get(id);
  }

  /** Notes that a row was made, changed or deleted. */
  note(resource: KindName, id: number, deleted = false): void {
    const entry = this.entryOf(resource, id) ?? { resource, id, version: 0, at: 0, deleted, uid: null };
    this.#entries.get(resource)?.set(id, entry);
    entry.at = this.#log.push(entry);
    entry.deleted = deleted;
    if (!deleted) entry.version = this.#options.versions === 'row' ? entry.version + 1 : entry.at;
  }

  /** Notes a change that is of no row. */
  tick(): void {
    this.#log.push(undefined);
  }

  /** Notes the key of the create that made a row. */
  key(resource: KindName, id: number, uid: string): void {
    const entry = this.entryOf(resource, id);
    if (!entry) return;
    entry.uid = uid;
    this.#keys.set(`${resource}/${uid}`, entry);
  }

  /** The row that was made with a key, whether or not it is still there. */
  keyed(resource: KindName, uid: string): Entry | undefined {
    return this.#keys.get(`${resource}/${uid}`);
  }

  /** How many changes there were, which is the place of the last one. */
  get changes(): number {
    return this.#log.length;
  }

  cursorAt(place: number): string {
    return `${this.epoch}.${place}`;
  }

  /** The place that a cursor stands for; null where it is of another epoch, or no cursor. */
  placeOf(cursor: string): number | null {
    const [epoch, place] = cursor.split('.').map(Number);
    return epoch === this.epoch && place !== undefined ? place : null;
  }

  /** At most `size` changes behind a place, oldest first. */
  changesBehind(place: number, size: number): Changes {
    const found = new Set<Entry>();
    let [to, told] = [place, 0];
    for (let at = place; at < this.#log.length; at += 1) {
      const entry = this.#log[at];
      if (!entry || (entry.at !== at + 1 && !this.#options.feedRepeats)) continue;
      if (told === size) return { entries: [...found], to, more: true };
      found.add(entry);
      told += 1;
      to = at + 1;
    }
    return { entries: [...found], to, more: false };
  }

  /** Goes on from where another one was, after so many changes. */
  restore(entries: readonly Readonly<Entry>[], changes: number): void {
    this.#log = Array.from({ length: changes }, () => undefined);
    for (const known of entries) {
      const { resource, id, uid, at } = known;
      const entry = { ...known };
      this.#entries.get(resource)?.set(id, entry);
      this.#log[at - 1] = entry;
      if (uid !== null) this.#keys.set(`${resource}/${uid}`, entry);
    }
  }
}
