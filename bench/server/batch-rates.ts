import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Line } from '../frame/line.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { allMade } from './fill.ts';
import { type Call, type Client, perSecond } from './load.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const ESTIMATES = '/api/v1/estimates/estimates/';
const IN_A_BATCH = 200;
/** As many as the app has under way. */
const BATCHES_AT_ONCE = 2;
/** Of the records a second that single requests make. */
const AT_LEAST = 5;
const ROUNDS = roundsOr(3);
const ROUND_MS = 2_000;

type Body = Readonly<Record<string, unknown>>;

/** Records a second by batches, beside those by single requests without keys, and with them, in turns. */
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
    const rates = { plain: [] as number[], keyed: [] as number[], batches: [] as number[] };
    const next = (): number => (last += 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.plain.push(
        await perSecond(async () => void (await client.must(post(path, body(next())))), ROUND_MS),
      );
      rates.keyed.push(
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
      budget: 'S',
      name: `${name}, ${title}, in batches of ${IN_A_BATCH}`,
      unit: 'records/s',
      ours: rates.batches,
      limit: { name: 'one by one', values: rates.plain },
      peer: { name: 'one by one, with keys', values: rates.keyed },
      bounds: 'limit',
      atLeast: AT_LEAST,
    });
  }
  return lines;
}

function post(path: string, body: Body): Call {
  return { method: 'POST', path, body: JSON.stringify(body) };
}
