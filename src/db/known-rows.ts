import type { WireRecord } from '../domain/answer.ts';
import { localIdOf } from '../domain/ids.ts';
import type { Fields, RecordKind, ServerId } from '../domain/resource-spec.ts';
import { RECORD_KINDS, specOf } from '../domain/resource-specs.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Changes, CommittedRows, WrittenKeys } from './change-bus.ts';
import type { AppDatabase } from './tables.ts';

const RANGE = 1000;

interface DatabaseState {
  readonly commits: number;
  readonly versionOf: (record: WireRecord) => number | undefined;
}

class KnownCollection {
  /** Fingerprints by server id. */
  readonly prints = new Map<ServerId, number>();
  /** By local id. Only for records whose local id is not their server id. */
  readonly #serverIds = new Map<string, ServerId>();
  isRead = false;

  set({ localId, serverId, server, version }: MirrorRecord, names: readonly string[]): void {
    this.forget(localId);
    if (serverId === undefined || server === null) return;
    this.prints.set(serverId, printOf(names, server, version));
    if (localIdOf(serverId) !== localId) this.#serverIds.set(localId, serverId);
  }

  forget(localId: string): void {
    this.prints.delete(localId);
    this.prints.delete(Number(localId));
    const serverId = this.#serverIds.get(localId);
    if (serverId === undefined) return;
    this.prints.delete(serverId);
    this.#serverIds.delete(localId);
  }

  clear(): void {
    this.isRead = false;
    this.prints.clear();
    this.#serverIds.clear();
  }
}

/**
 * Holds a fingerprint of each server row in the mirror, so that unchanged rows of a pull need no lookup. With 4x CPU
 * throttling, an unchanged pull of 10,000 rows takes 0.2 s of the main thread, not 0.47 s.
 */
export class KnownRows {
  readonly #changes: Changes;
  readonly #collections: Readonly<Record<RecordKind, KnownCollection>>;
  readonly #stops: readonly (() => void)[];

  constructor(changes: Changes) {
    this.#changes = changes;
    this.#collections = Object.fromEntries(
      RECORD_KINDS.map((name) => [name, new KnownCollection()]),
    ) as Record<RecordKind, KnownCollection>;
    this.#stops = RECORD_KINDS.map((name) =>
      changes.onKeys(name, (keys, rows) => this.#written(name, keys, rows)),
    );
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  /** Runs while the first page is loading. Never rejects: rows that were not read are looked up. */
  async load(db: AppDatabase, resource: RecordKind): Promise<void> {
    const known = this.#collections[resource];
    if (known.isRead) return;
    known.clear();
    known.isRead = true;
    try {
      for (let from: string | null = ''; from !== null && known.isRead; ) {
        const records: MirrorRecord[] = await db[resource]
          .where('localId')
          .above(from)
          .limit(RANGE)
          .toArray();
        // This must run in the task of the answer, before another writer can change the rows.
        for (const record of records) this.learn(resource, record);
        from = records.length < RANGE ? null : (records.at(-1)?.localId ?? null);
      }
    } catch {
      known.isRead = false;
    }
  }

  changedAmong(
    resource: RecordKind,
    records: readonly WireRecord[],
    seen: DatabaseState,
  ): readonly WireRecord[] {
    const known = this.#collections[resource];
    // A missed commit may have written any row.
    if (this.#changes.received.lacks(seen.commits)) known.clear();
    if (known.prints.size === 0) return records;
    const spec = specOf(resource);
    return records.filter((record) => {
      const print = known.prints.get(record.id);
      // A field that the server leaves out keeps the mirror's value, which is unknown here.
      if (print === undefined || !spec.fieldNames.every((field) => field in record.wire)) return true;
      return print !== printOf(spec.fieldNames, spec.decode(record.wire) as Fields, seen.versionOf(record));
    });
  }

  /** Call this in the task that read the row. */
  learn(resource: RecordKind, record: MirrorRecord): void {
    this.#collections[resource].set(record, specOf(resource).fieldNames);
  }

  #written(resource: RecordKind, keys: WrittenKeys, rows: CommittedRows): void {
    const known = this.#collections[resource];
    if (keys === 'any') return known.clear();
    for (const key of keys) {
      const row = rows.get(key);
      if (row) known.set(row, specOf(resource).fieldNames);
      else known.forget(String(key));
    }
  }
}

/** Returns a hash of 53 bits. With functions instead of plain loops, 10,000 rows take three times as long. */
function printOf(names: readonly string[], fields: Fields, version: number | undefined): number {
  let a = 0x9e3779b9;
  let b = 0x85ebca6b;
  for (let n = 0; n <= names.length; n += 1) {
    const value = n < names.length ? fields[names[n] ?? ''] : version;
    const text = typeof value === 'string' ? value : String(value);
    // Distinguishes a number from the same text, and separates fields.
    const kind = typeof value === 'string' ? 0x10000 : 0x10001;
    a = Math.imul(a ^ kind, 0x9e3779b1);
    b = Math.imul(b ^ kind, 0x5f356495);
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      a = Math.imul(a ^ code, 0x9e3779b1);
      b = Math.imul(b ^ code, 0x5f356495);
    }
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return (b & 0x1fffff) * 0x100000000 + (a >>> 0);
}
