import { vi } from 'vitest';
import { atTestEnd } from '../test/test-end.ts';

/** Returns the modes of the transactions that were begun since, of databases that were opened since. */
export function watchTransactions(): () => readonly string[] {
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  atTestEnd(() => spy.mockRestore());
  return () => spy.mock.calls.map(([, mode = 'readonly']) => mode);
}
