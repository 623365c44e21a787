import type { DBCore, DBCoreMutateRequest, DBCoreMutateResponse, DBCoreTable, Middleware } from 'dexie';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Changes, CommittedRows, Key, WrittenKeys } from './change-bus.ts';
import type { ChangesRow, MetaRow } from './meta-rows.ts';

const MIRROR: ReadonlySet<string> = new Set(RESOURCE_NAMES);

/** Null if the row must be read. */
type Left = { readonly row: MirrorRecord | undefined } | null;

/** Reports each commit to the bus. Sees every write of the app. */
export function noteWrites(changes: Changes): Middleware<DBCore> {
  const open = new WeakMap<object, OpenWrites>();
  const writesOf = (transaction: IDBTransaction): OpenWrites => {
    const writes = open.get(transaction) ?? new OpenWrites(transaction, changes);
    open.set(transaction, writes);
    return writes;
  };
  return {
    stack: 'dbcore',
    name: 'changes',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        const mutate = (request: DBCoreMutateRequest): Promise<DBCoreMutateResponse> => {
          const transaction = request.trans as unknown as IDBTransaction;
          if (transaction.mode !== 'readwrite') return table.mutate(request);
          const writes = writesOf(transaction);
          if (isCounted(name, request)) writes.count();
          return table.mutate(request).then((response) => {
            writes.note(table, request, response);
            return response;
          });
        };
        return { ...table, mutate };
      },
    }),
  };
}

/** Other tabs must find these writes even if the writer dies: lists and the engine's work. */
function isCounted(table: string, request: DBCoreMutateRequest): boolean {
  if (table !== 'meta') return table === 'outbox' || MIRROR.has(table);
  return 'values' in request && (request.values as MetaRow[]).some(({ key }) => isWanted(key));
}

function isWanted(key: string): boolean {
  return key === 'syncRequested' || key.startsWith('request:');
}

class OpenWrites {
  readonly #transaction: IDBTransaction;
  readonly #tables = new Map<string, Map<Key, Left> | 'any'>();
  #isCounted = false;
  #n: number | null = null;

  constructor(transaction: IDBTransaction, changes: Changes) {
    this.#transaction = transaction;
    transaction.addEventListener('complete', () => {
      const tables = Object.fromEntries(
        Array.from(this.#tables, ([name, keys]): [string, WrittenKeys] => [
          name,
          keys === 'any' ? keys : [...keys.keys()],
        ]),
      );
      changes.committed({ n: this.#n, tables }, (table) => this.#rowsOf(table));
    });
  }

  /** Bypasses Dexie, so that nothing waits and no live query runs. Leaves a transaction without `meta` uncounted. */
  count(): void {
    if (this.#isCounted || !this.#transaction.objectStoreNames.contains('meta')) return;
    this.#isCounted = true;
    const meta = this.#transaction.objectStore('meta');
    const last: IDBRequest<ChangesRow | undefined> = meta.get('changes');
    last.addEventListener('success', () => {
      const row: ChangesRow = { key: 'changes', n: (last.result?.n ?? 0) + 1 };
      try {
        const put = meta.put(row);
        put.addEventListener('success', () => {
          this.#n = row.n;
        });
        put.addEventListener('error', leave);
      } catch {
        // Dexie has already committed a transaction of a single write.
      }
    });
    last.addEventListener('error', leave);
  }

  note(table: DBCoreTable, request: DBCoreMutateRequest, response: DBCoreMutateResponse): void {
    const before = this.#tables.get(table.name) ?? new Map<Key, Left>();
    if (before === 'any') return;
    const keys = keysIn(table, request, response);
    if (keys === 'any') {
      this.#tables.set(table.name, 'any');
      return;
    }
    const isKnown = MIRROR.has(table.name) && response.numFailures === 0;
    const values: readonly unknown[] = 'values' in request ? request.values : [];
    for (const [index, key] of keys.entries())
      before.set(key, isKnown ? { row: values[index] as MirrorRecord | undefined } : null);
    this.#tables.set(table.name, before);
  }

  #rowsOf(table: string): CommittedRows {
    const rows = new Map<Key, MirrorRecord | undefined>();
    const keys = this.#tables.get(table);
    if (keys && keys !== 'any') for (const [key, left] of keys) if (left) rows.set(key, left.row);
    return rows;
  }
}

/** Keeps a failure from aborting the transaction. */
function leave(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function keysIn(
  { schema }: DBCoreTable,
  request: DBCoreMutateRequest,
  { results, lastResult }: DBCoreMutateResponse,
): WrittenKeys {
  if (request.type === 'deleteRange') return 'any';
  if (request.type === 'delete') return request.keys as Key[];
  const { values } = request;
  // The outbox and the journal get their keys from the database.
  const given = values.length === 1 ? [lastResult] : (results ?? []);
  const extract = schema.primaryKey.extractKey;
  const keys = values.map((value, index): unknown => extract?.(value) ?? given[index]);
  return keys.every((key) => typeof key === 'string' || typeof key === 'number') ? keys : 'any';
}
