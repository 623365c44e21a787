import type { Measured } from '../frame/line.ts';
import { rounds } from '../frame/page.ts';
import { quantileOf } from '../frame/rounds.ts';
import { PHONE } from './app-browser.ts';
import { type Circumstance, goThrough, type Place, withDevice } from './go-through.ts';
import { interactionTimes, LongestTasks, longestTask, tellLongTasks } from './longest-task.ts';
import { buildReadable } from './readable-build.ts';

// P8 and P9, the longest task and the interactions of everything that people do on a phone: `npm run bench -- phone`.
// `npm run bench -- phone job` runs only journeys with 'job' in their names. `npm run bench -- phone who`, or
// `phone who job`, prints the functions that run in long tasks.

/** Records of each kind. `BENCH_CUSTOMERS=50000` tries a size for which there are no goals: it only has to work. */
const OF_EACH = Number(process.env['BENCH_CUSTOMERS'] ?? 10_000);
const TOLD_PRESSES = 15;
const INP_SHARE = 0.98;

const SLOW: Circumstance = { name: '4 x CPU', cpu: 4, link: null };
const SLOWEST: Circumstance = { name: '6 x CPU', cpu: 6, link: null };

export async function run(): Promise<Measured | undefined> {
  if (process.argv[3] === 'who') {
    const folder = await buildReadable();
    await withDevice({ device: PHONE, ofEach: OF_EACH, folder }, (place) =>
      goThrough(place, SLOW, tellLongTasks),
    );
    return undefined;
  }
  const longest: number[] = [];
  const presses: (readonly Press[])[] = [];
  const told = new LongestTasks([SLOW.name]);
  const browser = await withDevice({ device: PHONE, ofEach: OF_EACH }, async (place) => {
    for (let round = 0; round < rounds(); round += 1) {
      longest.push(await longestOf(place, told));
      presses.push(await pressesOf(place));
    }
  });
  console.log(`\nPhone, ${OF_EACH} of each kind:\n${told.asMarkdown()}`);
  console.log(`\n${presses[0]?.length ?? 0} presses a round at ${SLOWEST.name}; the longest:`);
  console.log(longestPresses(presses.flat()));
  const lines = [
    {
      goal: 'P8',
      name: `longest task of all journeys, phone, ${SLOW.name}, ${OF_EACH} of each kind`,
      unit: 'ms' as const,
      ours: longest,
      atMost: 100,
    },
    {
      goal: 'P9',
      name: `INP (p98 of all presses), phone, ${SLOWEST.name}, ${OF_EACH} of each kind`,
      unit: 'ms' as const,
      ours: presses.map((round) =>
        quantileOf(
          round.map(({ ms }) => ms),
          INP_SHARE,
        ),
      ),
      atMost: 200,
    },
  ];
  return { browser, lines };
}

interface Press {
  readonly journey: string;
  readonly ms: number;
}

async function pressesOf(place: Place): Promise<readonly Press[]> {
  const presses: Press[] = [];
  await goThrough(place, SLOWEST, async (hands, journey) => {
    const times = await interactionTimes(hands, journey);
    presses.push(...times.map((ms) => ({ journey: journey.name, ms })));
  });
  return presses;
}

async function longestOf(place: Place, told: LongestTasks): Promise<number> {
  let longest = 0;
  await goThrough(place, SLOW, async (hands, journey) => {
    const ms = await longestTask(hands, journey);
    told.note(journey.name, SLOW.name, ms);
    longest = Math.max(longest, ms);
  });
  return longest;
}

function longestPresses(presses: readonly Press[]): string {
  return presses
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, TOLD_PRESSES)
    .map(({ journey, ms }) => `  ${ms} ms  ${journey}`)
    .join('\n');
}
