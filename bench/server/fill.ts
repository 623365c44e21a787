import { z } from 'zod';
import type { Client } from './load.ts';

type Body = Readonly<Record<string, unknown>>;

/** Makes records in batches and returns their ids. @throws if one is not made */
export async function makeRecords(
  client: Client,
  records: {
    readonly resource: string;
    readonly count: number;
    readonly inABatch: number;
    readonly bodyOf: (n: number) => Body;
  },
): Promise<readonly number[]> {
  const { resource, count, inABatch, bodyOf } = records;
  const ids: number[] = [];
  for (let from = 0; from < count; from += inABatch) {
    const mutations = Array.from({ length: Math.min(inABatch, count - from) }, (_, n) => ({
      id: String(n),
      method: 'POST',
      resource,
      body: bodyOf(from + n),
    }));
    ids.push(...(await allMade(client, mutations)));
  }
  return ids;
}

const answers = z.object({ results: z.array(z.object({ status: z.int(), body: z.unknown() })) });
const made = z.object({ id: z.int() });

/** Sends a batch of new records. Throws unless each is answered with 201. Returns their ids. */
export async function allMade(client: Client, mutations: readonly object[]): Promise<readonly number[]> {
  const body = JSON.stringify({ mutations });
  const text = await client.must({ method: 'POST', path: '/api/v1/sync/batch/', body });
  const { results } = answers.parse(JSON.parse(text));
  if (results.length !== mutations.length) throw new Error('A change of a batch has no answer');
  const refused = results.find(({ status }) => status !== 201);
  if (refused) throw new Error(`A record was not made: ${JSON.stringify(refused)}`);
  return results.map(({ body: record }) => made.parse(record).id);
}
