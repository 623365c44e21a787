import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Call, Client } from '../server/load.ts';

/** What a signed-in user of another company does with all their might. */
export interface Attack {
  /** For the table: what is done, and how much of it at once. */
  readonly title: string;
  /** So many requests are under way at any moment. */
  readonly atOnce: number;
  /** Makes what the attack needs, and answers its requests: `n` is another number each time. */
  prepare(client: Client): Promise<(n: number) => Call>;
}

const CUSTOMERS = '/api/v1/customers/customers/';

/** Two hundred changes in one request; each is made of its number in it. */
function batchOf(change: (index: number) => object): Call {
  const mutations = Array.from({ length: 200 }, (_, index) => ({ id: String(index), ...change(index) }));
  return { method: 'POST', path: '/api/v1/sync/batch/', body: JSON.stringify({ mutations }) };
}

function newCustomer(): object {
  return { first_name: 'Ann', last_name: 'Lee', email: `${randomUUID()}@example.com` };
}

/** By the name that is given to the process of the attacker. One more row is one more attack of the bench. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  changes: {
    title: '30 batches of 200 changes at once',
    atOnce: 30,
    async prepare(client) {
      const made = await client.must({
        method: 'POST',
        path: CUSTOMERS,
        body: JSON.stringify(newCustomer()),
      });
      const { id } = z.object({ id: z.int() }).parse(JSON.parse(made));
      return (n) =>
        batchOf((index) => ({
          method: 'PATCH',
          resource: 'customers',
          record: id,
          body: { city: `Town ${n}.${index}` },
        }));
    },
  },
  creates: {
    title: '30 batches of 200 new records at once',
    atOnce: 30,
    prepare: async () => () =>
      batchOf(() => ({
        method: 'POST',
        resource: 'customers',
        body: { ...newCustomer(), client_uid: randomUUID() },
      })),
  },
};
