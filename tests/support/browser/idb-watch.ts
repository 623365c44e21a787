import { vi } from 'vitest';
import { atTestEnd } from '../test/test-end.ts';

/** Returns a function that lists the modes of all transactions begun since this call. */
export function watchTransactions(): () => readonly string[] {
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  atTestEnd(() => spy.mockRestore());
  return () => spy.mock.calls.map(([, mode = 'readonly']) => mode);
}

/** Returns a function that tells how many rows of a table were waiting at once to be written since this call. */
export function watchPuts(table: string): () => number {
  const { value: put } = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put') as {
    readonly value: (this: IDBObjectStore, ...row: unknown[]) => IDBRequest<IDBValidKey>;
  };
  let waiting = 0;
  let most = 0;
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...row
  ) {
    const request = put.apply(this, row);
    if (this.name === table) {
      waiting += 1;
      most = Math.max(most, waiting);
      request.addEventListener('success', () => {
        waiting -= 1;
      });
    }
    return request;
  });
  atTestEnd(() => spy.mockRestore());
  return () => most;
}
