import { circumstances, writeSection } from '../frame/document.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { DESKTOP } from './app-browser.ts';
import { AS_IT_IS, type Circumstance, goThrough, withDevice } from './go-through.ts';
import { SLOW_LINK } from './link.ts';
import { LongestTasks, longestTask, tellLongTasks } from './longest-task.ts';
import { buildReadable } from './readable-build.ts';

// `npm run bench -- journeys`: the longest task in everything that people do, with 200,000 records on the device.
// `npm run bench -- journeys who`: which functions the long ones are made of.

const CUSTOMERS = Number(process.env['BENCH_CUSTOMERS'] ?? 50_000);
const ROUNDS = roundsOr(3);

const CIRCUMSTANCES: readonly Circumstance[] = [
  AS_IT_IS,
  { name: '4 x CPU', cpu: 4, link: null },
  { name: '400 ms, 5 Mbit/s', cpu: 1, link: SLOW_LINK },
];

export async function run(): Promise<void> {
  if (process.argv[3] === 'who') await tellWho();
  else await measure();
}

async function tellWho(): Promise<void> {
  const folder = await buildReadable();
  await withDevice({ device: DESKTOP, ofEach: CUSTOMERS, folder }, (place) =>
    goThrough(place, AS_IT_IS, tellLongTasks),
  );
}

async function measure(): Promise<void> {
  const longest = new LongestTasks(CIRCUMSTANCES.map(({ name }) => name));
  const version = await withDevice({ device: DESKTOP, ofEach: CUSTOMERS }, async (place) => {
    for (let round = 0; round < ROUNDS; round += 1)
      for (const circumstance of CIRCUMSTANCES)
        await goThrough(place, circumstance, async (hands, journey) => {
          longest.note(journey.name, circumstance.name, await longestTask(hands, journey));
        });
  });
  console.log(longest.asMarkdown());
  await writeSection('journeys', `${circumstances(version, new Date())}\n\n${longest.asMarkdown()}`);
}
