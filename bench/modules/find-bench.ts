import type { Line, Measured } from '../frame/line.ts';
import { rounds } from '../frame/page.ts';
import type { FindTimes } from '../page/find.ts';
import { onModules } from './on-modules.ts';

// P13, the time from a key in Find until its first hits: `npm run bench -- find`.

const OF_EACH = 50_000;
/** Records of each kind for the proof that Find finds what a plain look finds, which is slow. */
const PROVED = 2000;
/** A cheap phone beside this computer. */
const SLOW = 4;

export function run(): Promise<Measured> {
  return onModules(async (page) => {
    const wrong = await page.call('wrongFinds', PROVED);
    const desk = await timesOf(rounds(), () => page.call('findTimes', OF_EACH));
    await page.slowDown(SLOW);
    const phone = await timesOf(rounds(), () => page.call('findTimes', OF_EACH));
    await page.slowDown(1);
    const of = `${OF_EACH} of each kind`;
    const line = (name: string, ours: readonly number[], atMost: number): Line => ({
      goal: 'P13',
      name: `${name}, ${of}`,
      unit: 'ms',
      ours,
      atMost,
    });
    return [
      line(
        'first hits of Find (p95)',
        desk.map(({ first }) => first),
        50,
      ),
      line(
        'all hits of Find (p95)',
        desk.map(({ all }) => all),
        120,
      ),
      line(
        `longest task of Find, ${SLOW} x CPU`,
        phone.map(({ task }) => task),
        100,
      ),
      {
        goal: 'P13',
        name: 'texts for which Find finds something else',
        unit: 'wrong',
        ours: [wrong],
        atMost: 0,
      },
    ];
  });
}

async function timesOf(count: number, measure: () => Promise<FindTimes>): Promise<readonly FindTimes[]> {
  const times: FindTimes[] = [];
  // The first one also makes the texts.
  for (let round = -1; round < count; round += 1) {
    const one = await measure();
    if (round >= 0) times.push(one);
  }
  return times;
}
