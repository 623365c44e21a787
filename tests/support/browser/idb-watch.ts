import { vi } from 'vitest';
import { atTestEnd } from '../test/test-end.ts';

/** Returns a function that lists the modes of all transactions begun since this call. */
export function watchTransactions(): () => readonly string[] {
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  atTestEnd(() => spy.mockRestore());
  return () => spy.mock.calls.map(([, mode = 'readonly']) => mode);
}
