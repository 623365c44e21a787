import type { Line, Measured } from '../frame/line.ts';
import { quantileOf } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { PHONE } from './app-browser.ts';
import { type Circumstance, goThrough, type Place, withDevice } from './go-through.ts';
import { interactionTimes, LongestTasks, longestTask, tellLongTasks } from './longest-task.ts';
import { buildReadable } from './readable-build.ts';

// `npm run bench -- phone`: what people wait for in everything that they do on a phone, and the longest task.
// `npm run bench -- phone job`: of the journeys with this in their names.
// `npm run bench -- phone who`: which functions the long tasks at a quarter of the speed are made of.

/** How many records of each of the four kinds a phone has, and one with a whole company on it. */
const FEW = Number(process.env['BENCH_CUSTOMERS'] ?? 2_500);
const MANY = Number(process.env['BENCH_CUSTOMERS'] ?? 12_500);
/** A round is nearly nine minutes: among all budgets there is time for one. */
const ROUNDS = roundsOr(process.argv[2] === 'phone' ? 3 : 1);
const TOLD_INTERACTIONS = 15;
const INP_SHARE = 0.98;

const AT_FULL_SPEED: Circumstance = { name: '1 x CPU', cpu: 1, link: null };
const SLOW: Circumstance = { name: '4 x CPU', cpu: 4, link: null };
const SLOWEST: Circumstance = { name: '6 x CPU', cpu: 6, link: null };

/** The longest task that is allowed, in ms. */
const TASK_BUDGETS = [
  { circumstance: AT_FULL_SPEED, atMost: 50 },
  { circumstance: SLOW, atMost: 100 },
] as const;

/** Nothing is measured where functions are asked for. */
export async function run(): Promise<Measured | undefined> {
  if (process.argv[3] === 'who') {
    await tellWho();
    return undefined;
  }
  const lines: Line[] = [];
  await withDevice({ device: PHONE, ofEach: FEW }, async (place) => {
    lines.push(await interactionLine(place));
  });
  const browser = await withDevice({ device: PHONE, ofEach: MANY }, async (place) => {
    lines.push(...(await taskLines(place)));
  });
  return { browser, lines };
}

async function tellWho(): Promise<void> {
  const folder = await buildReadable();
  await withDevice({ device: PHONE, ofEach: MANY, folder }, (place) => goThrough(place, SLOW, tellLongTasks));
}

interface Interaction {
  readonly journey: string;
  readonly ms: number;
}

async function interactionLine(place: Place): Promise<Line> {
  const rounds: (readonly Interaction[])[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await interactionsOf(place));
  const [first = []] = rounds;
  console.log(`\n${first.length} presses a round at ${SLOWEST.name}, ${4 * FEW} records; the longest:`);
  console.log(asMarkdown(rounds.flat()));
  return {
    budget: 'C5',
    name: `INP (p98 of all presses), phone at ${SLOWEST.name}, ${4 * FEW} records`,
    unit: 'ms',
    ours: rounds.map((interactions) =>
      quantileOf(
        interactions.map(({ ms }) => ms),
        INP_SHARE,
      ),
    ),
    bounds: 'itself',
    atMost: 200,
  };
}

/** Of one round. */
async function interactionsOf(place: Place): Promise<readonly Interaction[]> {
  const interactions: Interaction[] = [];
  await goThrough(place, SLOWEST, async (hands, journey) => {
    const times = await interactionTimes(hands, journey);
    interactions.push(...times.map((ms) => ({ journey: journey.name, ms })));
  });
  return interactions;
}

function asMarkdown(interactions: readonly Interaction[]): string {
  const longest = interactions.toSorted((a, b) => b.ms - a.ms).slice(0, TOLD_INTERACTIONS);
  const rows = longest.map(({ journey, ms }) => `| ${journey} | ${ms.toFixed(0)} ms |`);
  return ['| Press in | To the next paint |', '| --- | --- |', ...rows].join('\n');
}

async function taskLines(place: Place): Promise<readonly Line[]> {
  const told = new LongestTasks(TASK_BUDGETS.map(({ circumstance }) => circumstance.name));
  const budgets = TASK_BUDGETS.map((budget) => ({ ...budget, ours: new Array<number>() }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { circumstance, ours } of budgets) {
      let longest = 0;
      await goThrough(place, circumstance, async (hands, journey) => {
        const ms = await longestTask(hands, journey);
        told.note(journey.name, circumstance.name, ms);
        longest = Math.max(longest, ms);
      });
      ours.push(longest);
    }
  }
  console.log(`\nPhone, ${4 * MANY} records:\n${told.asMarkdown()}`);
  return budgets.map(({ circumstance, atMost, ours }) => ({
    budget: 'C6',
    name: `longest task of all journeys, phone at ${circumstance.name}, ${4 * MANY} records`,
    unit: 'ms',
    ours,
    bounds: 'itself',
    isWorst: true,
    atMost,
  }));
}
