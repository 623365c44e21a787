import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Answered, type Call, Client } from '../server/load.ts';
import type { Attack, Attempt, Target } from './attack.ts';

// Attacks with batches of the largest size that the server accepts, from one company.

const CUSTOMERS = '/api/v1/customers/customers/';
const AT_ONCE = 30;
const IN_A_BATCH = 200;

/** Changes of one record. */
export const changes: Attack = {
  title: `${AT_ONCE} batches of ${IN_A_BATCH} changes at once`,
  atOnce: AT_ONCE,
  takenOn: [200],
  async prepare(target) {
    const client = clientOf(target);
    const call = { method: 'POST', path: CUSTOMERS, body: JSON.stringify(newCustomer()) };
    const { id } = z.object({ id: z.int() }).parse(JSON.parse(await client.must(call)));
    return batches(client, (n, index) => ({
      method: 'PATCH',
      resource: 'customers',
      record: id,
      body: { city: `Town ${n}.${index}` },
    }));
  },
};

/** New records, each with its own key. */
export const creates: Attack = {
  title: `${AT_ONCE} batches of ${IN_A_BATCH} new records at once`,
  atOnce: AT_ONCE,
  takenOn: [201],
  prepare: async (target) =>
    batches(clientOf(target), () => ({
      method: 'POST',
      resource: 'customers',
      body: { ...newCustomer(), client_uid: randomUUID() },
    })),
};

function clientOf({ url, token }: Target): Client {
  return new Client(url, { authorization: `Bearer ${token}` }, AT_ONCE);
}

function newCustomer(): object {
  return { first_name: 'Ann', last_name: 'Lee', email: `${randomUUID()}@example.com` };
}

function batches(client: Client, change: (n: number, index: number) => object): Attempt {
  return async (n) => {
    const mutations = Array.from({ length: IN_A_BATCH }, (_, index) => ({
      id: String(index),
      ...change(n, index),
    }));
    const call: Call = { method: 'POST', path: '/api/v1/sync/batch/', body: JSON.stringify({ mutations }) };
    return firstStatus(await client.call(call));
  };
}

const results = z.object({ results: z.array(z.object({ status: z.int() })).min(1) });

/** Returns the status of a batch's first change, or of the batch if it was refused as a whole. */
function firstStatus({ status, text }: Answered): number {
  if (status !== 200) return status;
  return results.parse(JSON.parse(text)).results[0]?.status ?? status;
}
