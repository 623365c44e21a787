import type { Client } from './load.ts';

const IN_A_BATCH = 200;

/** Makes so many customers in batches; `bodyOf` says what stands in each. */
export async function fill(
  client: Client,
  count: number,
  bodyOf: (n: number) => Readonly<Record<string, unknown>>,
): Promise<void> {
  for (let from = 0; from < count; from += IN_A_BATCH) {
    const mutations = Array.from({ length: Math.min(IN_A_BATCH, count - from) }, (_, n) => ({
      id: String(n),
      method: 'POST',
      resource: 'customers',
      body: bodyOf(from + n),
    }));
    await client.must({
      method: 'POST',
      path: '/api/v1/sync/batch/',
      body: JSON.stringify({ mutations }),
    });
  }
}
