import { roundsOr } from '../frame/rounds-asked.ts';
import { type Call, Client, perSecond } from './load.ts';

const ENCODINGS = ['identity', 'gzip', 'br'] as const;
const ROUNDS = roundsOr(5);
const ROUND_MS = 700;

/** How many pages of 200 a second a server gives to clients that take them as they are, and compressed. */
export async function compareEncodings(name: string, url: string, token: string): Promise<void> {
  const call: Call = { method: 'GET', path: '/api/v1/customers/customers/?page_size=200' };
  const clients = ENCODINGS.map(
    (encoding) => new Client(url, { authorization: `Bearer ${token}`, 'accept-encoding': encoding }),
  );
  const rates = ENCODINGS.map((): number[] => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, client] of clients.entries()) {
      const rate = await perSecond(async () => void (await client.must(call)), ROUND_MS);
      if (round >= 0) rates[index]?.push(rate);
    }
  }
  for (const client of clients) client.close();
  const words = ENCODINGS.map((encoding, index) => {
    const median = rates[index]?.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
    return `${encoding} ${median.toFixed(0)}`;
  });
  console.log(`${name}, list of 200, a second: ${words.join(', ')}`);
}
