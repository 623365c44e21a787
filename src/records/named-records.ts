import type { Databases } from '../db/app-database.ts';
import { outboxTable } from '../db/mirror-and-outbox.ts';
import type { Tx } from '../db/tables.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Clock } from '../domain/ports.ts';
import type { Fields, RecordKind } from '../domain/resource-spec.ts';
import { fieldsTo, RECORD_KINDS } from '../domain/resource-specs.ts';
import { targetsOf } from '../outbox/dependencies.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';

/** Number of records in one read. Saves can be stored between reads. */
const READ_AT_ONCE = 500;

/** Longer than any save may take, in ms: a change gets its id before it is stored. */
const SAVE_MS = 10_000;

interface Ports {
  readonly db: Databases;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Knows which records of a kind other records name, here or on the server. Reads all of them once, outside the
 * transactions of saves, which must not wait for that. After that, only changes saved since are read.
 */
export class NamedRecords {
  readonly #to: RecordKind;
  readonly #clock: Ports['clock'];
  readonly #ids = new Set<string>();
  /** Changes with higher ids are read again. */
  #after = '';

  private constructor(to: RecordKind, clock: Ports['clock']) {
    this.#to = to;
    this.#clock = clock;
  }

  static async read({ db: { relaxed }, clock }: Ports, to: RecordKind): Promise<NamedRecords> {
    const named = new NamedRecords(to, clock);
    named.#noteTime();
    for (const name of RECORD_KINDS) {
      const fields = fieldsTo(name, to);
      for (let after = ''; fields.length > 0; ) {
        const next = relaxed[name].where('localId').above(after).limit(READ_AT_ONCE);
        const some = await next.toArray();
        for (const { view, server } of some) for (const copy of [view, server]) named.#add(copy, fields);
        if (some.length < READ_AT_ONCE) break;
        after = some.at(-1)?.localId ?? '';
      }
    }
    return named;
  }

  /** Reads what this device has saved since the last read. */
  async follow(tx: Tx): Promise<void> {
    const saved = await outboxTable(tx).where('id').above(this.#after).toArray();
    this.#noteTime();
    for (const mutation of saved)
      for (const { to, id } of targetsOf(mutation)) if (to === this.#to) this.#ids.add(id);
  }

  has({ localId, serverId = localId }: Pick<MirrorRecord, 'localId' | 'serverId'>): boolean {
    return this.#ids.has(localId) || this.#ids.has(String(serverId));
  }

  #noteTime(): void {
    this.#after = uuidv7(Math.max(0, this.#clock.now() - SAVE_MS), () => 0);
  }

  #add(copy: Fields | null, fields: readonly string[]): void {
    for (const field of fields) if (copy?.[field]) this.#ids.add(String(copy[field]));
  }
}
