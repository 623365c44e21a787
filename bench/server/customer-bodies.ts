import { bookOf } from '../app/book.ts';

/** So many customers as a client sends them: the records of the app's benches, of some 400 bytes as JSON each. */
export function customerBodies(count: number): (n: number) => Readonly<Record<string, unknown>> {
  const { customers } = bookOf({ customers: count, others: 0 });
  return (n) => {
    const { id: _, created_at: __, updated_at: ___, ...fields } = customers[n] ?? { id: 0 };
    return fields;
  };
}
