import { interleaved } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { type Measured, onModules } from './on-modules.ts';

// A whole list that is received again, of which a few records have changed: `npm run bench -- refresh`.

const ROUNDS = roundsOr(7);
const CASE = { records: 10_000, changed: 200 } as const;

export function run(): Promise<Measured> {
  return onModules(async (page) => {
    const [ours = [], values = []] = await interleaved(ROUNDS, [
      (round) => page.call('refresh', { ...CASE, round }),
      (round) => page.call('idealDelta', { ...CASE, round }),
    ]);
    return [
      {
        budget: 'B4',
        name: 'refresh, 200 of 10,000 changed, the whole list received',
        unit: 'ms',
        ours,
        limit: { name: 'the 200 told and put', values },
        bounds: 'limit',
        atMost: 2,
      },
    ];
  });
}
