import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { medianOf } from '../frame/rounds.ts';
import { type Call, type Client, perSecond } from './load.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const ESTIMATES = '/api/v1/estimates/estimates/';
const IN_A_BATCH = 200;
/** As many as the app has under way. */
const BATCHES_AT_ONCE = 2;
const ROUNDS = 3;
const ROUND_MS = 2_000;

type Body = Readonly<Record<string, unknown>>;

/** Prints records a second of single requests and of batches, in turns, and their ratio. */
export async function compareBatches(name: string, client: Client): Promise<void> {
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
        const bodies = Array.from({ length: IN_A_BATCH }, () => body(next()));
        await allMade(client, path, bodies);
      };
      rates.batches.push(IN_A_BATCH * (await perSecond(batch, ROUND_MS, BATCHES_AT_ONCE)));
    }
    const [plain, keyed, batches] = [rates.plain, rates.keyed, rates.batches].map((all) => medianOf(all));
    const ratio = (single = Number.NaN): string => `${((batches ?? Number.NaN) / single).toFixed(1)} x`;
    console.log(
      `${name}, ${title} a second: ${batches?.toFixed(0)} in batches of ${IN_A_BATCH}; ` +
        `${plain?.toFixed(0)} by single requests (${ratio(plain)}), ${keyed?.toFixed(0)} with keys (${ratio(keyed)})`,
    );
  }
}

async function allMade(client: Client, path: string, bodies: readonly Body[]): Promise<void> {
  const mutations = bodies.map((body, n) => ({
    id: String(n),
    method: 'POST',
    resource: path.split('/').at(-2),
    body: { ...body, client_uid: randomUUID() },
  }));
  const text = await client.must(post('/api/v1/sync/batch/', { mutations }));
  const { results } = z
    .object({ results: z.array(z.object({ status: z.literal(201) })) })
    .parse(JSON.parse(text));
  if (results.length !== bodies.length) throw new Error('A change of a batch has no answer');
}

function post(path: string, body: Body): Call {
  return { method: 'POST', path, body: JSON.stringify(body) };
}
