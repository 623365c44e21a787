import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Line } from '../frame/line.ts';
import { rounds } from '../frame/page.ts';
import { allMade } from './fill.ts';
import { type Call, type Client, perSecond } from './load.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const ESTIMATES = '/api/v1/estimates/estimates/';
const IN_A_BATCH = 200;
/** The app sends this many batches at once. */
const BATCHES_AT_ONCE = 2;
/** How many times as many records per second batches must make as single requests. */
const AT_LEAST = 5;
const ROUND_MS = 2_000;

type Body = Readonly<Record<string, unknown>>;

/** Compares the records per second made by batches with those made by single requests, in turns. */
export async function compareBatches(name: string, client: Client): Promise<readonly Line[]> {
  const customer = (n: number): Body => ({
    first_name: 'Ann',
    last_name: 'Lee',
    email: `one.${n}@example.com`,
  });
  const made = await client.must(post(CUSTOMERS, customer(-1)));
  const { id } = z.object({ id: z.int() }).parse(JSON.parse(made));
  const estimate = (): Body => ({ title: 'Roof', customer: id, subtotal: 1, valid_until: '2030-01-31' });
  const kinds = [
    { title: 'customers', path: CUSTOMERS, body: customer },
    { title: 'estimates, numbers drawn', path: ESTIMATES, body: estimate },
  ];
  const lines: Line[] = [];
  let last = 0;
  for (const { title, path, body } of kinds) {
    const rates = { single: [] as number[], batches: [] as number[] };
    const next = (): number => (last += 1);
    for (let round = 0; round < rounds(); round += 1) {
      rates.single.push(
        await perSecond(
          async () => void (await client.must(post(path, { ...body(next()), client_uid: randomUUID() }))),
          ROUND_MS,
        ),
      );
      const batch = async (): Promise<void> => {
        const mutations = Array.from({ length: IN_A_BATCH }, (_, n) => ({
          id: String(n),
          method: 'POST',
          resource: path.split('/').at(-2),
          body: { ...body(next()), client_uid: randomUUID() },
        }));
        await allMade(client, mutations);
      };
      rates.batches.push(IN_A_BATCH * (await perSecond(batch, ROUND_MS, BATCHES_AT_ONCE)));
    }
    lines.push({
      goal: 'P11',
      name: `${name}, ${title}, in batches of ${IN_A_BATCH}`,
      unit: 'records/s',
      ours: rates.batches,
      against: { name: 'one by one', values: rates.single },
      atLeast: AT_LEAST,
    });
  }
  return lines;
}

function post(path: string, body: Body): Call {
  return { method: 'POST', path, body: JSON.stringify(body) };
}
