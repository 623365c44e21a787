import type { Databases } from '../db/app-database.ts';
import { outboxTable } from '../db/mirror-and-outbox.ts';
import { mirrorTable, type Tx } from '../db/tables.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Clock } from '../domain/ports.ts';
import type { RecordKind } from '../domain/resource-spec.ts';
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
 * transactions of saves, which must not wait for that. After that, only what was stored since is read.
 */
export class NamedRecords {
  readonly #to: RecordKind;
  readonly #clock: Ports['clock'];
  readonly #ids = new Set<string>();
  /** Changes with higher ids are read again. */
  #after = '';
  /** Local ids of rows that were written since. */
  readonly #written = new Map<RecordKind, Set<string> | 'any'>();

  private constructor(to: RecordKind, clock: Ports['clock']) {
    this.#to = to;
    this.#clock = clock;
  }

  /** @param over ends the notes of what is written */
  static async read({ db, clock }: Ports, to: RecordKind, over: AbortSignal): Promise<NamedRecords> {
    const named = new NamedRecords(to, clock);
    named.#noteTime();
    const referring = RECORD_KINDS.filter((name) => fieldsTo(name, to).length > 0);
    for (const name of referring) {
      const stop = db.changes.onKeys(name, (keys) =>
        named.#note(name, keys === 'any' ? keys : keys.map(String)),
      );
      over.addEventListener('abort', stop, { once: true });
    }
    for (const name of referring) {
      for (let after = ''; ; ) {
        const next = db.relaxed[name].where('localId').above(after).limit(READ_AT_ONCE);
        const some = await next.toArray();
        for (const row of some) named.#add(name, row);
        if (some.length < READ_AT_ONCE) break;
        after = some.at(-1)?.localId ?? '';
      }
    }
    return named;
  }

  /** Reads what this device has saved or received since the last read. */
  async follow(tx: Tx): Promise<void> {
    const saved = await outboxTable(tx).where('id').above(this.#after).toArray();
    this.#noteTime();
    for (const mutation of saved)
      for (const { to, id } of targetsOf(mutation)) if (to === this.#to) this.#ids.add(id);
    const written = [...this.#written];
    this.#written.clear();
    try {
      for (const [name, keys] of written) {
        const table = mirrorTable(tx, name);
        const rows = keys === 'any' ? await table.toArray() : await table.bulkGet([...keys]);
        for (const row of rows) if (row) this.#add(name, row);
      }
    } catch (error) {
      for (const [name, keys] of written) this.#note(name, keys);
      throw error;
    }
  }

  has({ localId, serverId = localId }: Pick<MirrorRecord, 'localId' | 'serverId'>): boolean {
    return this.#ids.has(localId) || this.#ids.has(String(serverId));
  }

  #noteTime(): void {
    this.#after = uuidv7(Math.max(0, this.#clock.now() - SAVE_MS), () => 0);
  }

  #note(name: RecordKind, keys: readonly string[] | ReadonlySet<string> | 'any'): void {
    const known = this.#written.get(name) ?? new Set();
    if (keys !== 'any' && known !== 'any') for (const key of keys) known.add(key);
    this.#written.set(name, keys === 'any' ? keys : known);
  }

  #add(name: RecordKind, { view, server }: MirrorRecord): void {
    for (const field of fieldsTo(name, this.#to))
      for (const copy of [view, server]) if (copy?.[field]) this.#ids.add(String(copy[field]));
  }
}
