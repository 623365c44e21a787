import { interleaved } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { bookOf } from '../page/book.ts';
import type { Call } from '../page/replay.ts';
import type { ServicesFunctions } from '../page/services.ts';
import { BenchPage } from './bench-page.ts';
import { CountingApi } from './counting-api.ts';
import type { Measured } from './on-modules.ts';

// What the device's own bookkeeping costs while waiting changes are sent: `npm run bench -- commits`.

const ROUNDS = roundsOr(5);
const CHANGES = { creates: 200, updates: 300 } as const;
const WANTED = CHANGES.creates + CHANGES.updates;

/**
 * Over HTTP from this very machine: against calls that cost nothing any bookkeeping would be endlessly more.
 */
export async function run(): Promise<Measured> {
  const api = new CountingApi(bookOf(CHANGES.updates));
  const page = await BenchPage.open<ServicesFunctions>('page/services.html', api.answer);
  try {
    await page.call('signIn', { username: 'demo', password: 'restoration' });
    let calls: readonly Call[] = [];
    const [ours = [], values = []] = await interleaved(ROUNDS, [
      async (round) => {
        const before = api.changes.length;
        const ms = await page.call('replay', { ...CHANGES, round });
        calls = api.changes.slice(before);
        if (calls.length !== WANTED) throw new Error(`${calls.length} changes were sent, not ${WANTED}.`);
        return ms;
      },
      (round) => page.call('sameCalls', renamed(calls, round)),
    ]);
    return {
      browser: page.browser,
      lines: [
        {
          budget: 'B11',
          name: 'replay of 500 changes without latency',
          unit: 'ms',
          ours,
          limit: { name: 'the same calls, no database', values },
          bounds: 'limit',
          atMost: 1.5,
        },
      ],
    };
  } finally {
    await page.close();
  }
}

/** Creates of other records: the device would take them for its own that it has lost. */
function renamed(calls: readonly Call[], round: number): Call[] {
  return calls.map(({ method, path, body }, n) => {
    const email = `limit.${round}.${n}@example.com`;
    return { method, path, body: method === 'POST' ? { ...Object(body), email } : body };
  });
}
