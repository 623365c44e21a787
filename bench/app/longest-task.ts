import { CpuProfile, type Share } from './cpu-profile.ts';
import type { Hands } from './hands.ts';
import type { Journey } from './journeys.ts';

/** Time in ms for work that a journey started, such as a save, a chart or a read. */
const SETTLE_MS = 700;
const TOLD_TASKS = 3;
const TOLD_FUNCTIONS = 12;

/** Returns the longest task of a journey in ms, or 0 if none was over 50, because browsers report only those. */
export async function longestTask(hands: Hands, journey: Journey): Promise<number> {
  await hands.app.clearProbe();
  await actOut(hands, journey);
  const { longTasks } = await hands.app.probe();
  return Math.max(0, ...longTasks.map(({ ms }) => ms));
}

/** Returns the time from each key press or tap of a journey to the next paint, in ms. */
export async function interactionTimes(hands: Hands, journey: Journey): Promise<readonly number[]> {
  await hands.app.clearProbe();
  await actOut(hands, journey);
  return hands.app.page.evaluate(() => globalThis.benchProbe.interactions());
}

export async function tellLongTasks(hands: Hands, journey: Journey): Promise<void> {
  const { app } = hands;
  await app.clearProbe();
  const profile = await CpuProfile.during(app.cdp, () => actOut(hands, journey));
  const { longTasks } = await app.probe();
  const longest = [...longTasks].sort((a, b) => b.ms - a.ms).slice(0, TOLD_TASKS);
  console.log(`\n${journey.name}: ${longTasks.length} tasks over 50 ms`);
  for (const { start, ms } of longest) {
    console.log(`  ${ms} ms, ${(start / 1000).toFixed(2)} s after the navigation`);
    tell('  itself', profile.selfTimes(start, start + ms, TOLD_FUNCTIONS));
    tell('  with what it calls', profile.totalTimes(start, start + ms, 2 * TOLD_FUNCTIONS));
  }
}

async function actOut(hands: Hands, journey: Journey): Promise<void> {
  await journey.act(hands);
  await hands.app.page.waitForTimeout(SETTLE_MS);
}

function tell(title: string, shares: readonly Share[]): void {
  const worth = shares.filter(({ ms }) => ms >= 1);
  console.log(`  ${title}: ${worth.map(({ name, ms }) => `${name} ${ms.toFixed(0)}`).join(', ')}`);
}

/** Keeps the longest task, in ms, of each journey under each circumstance over all rounds. */
export class LongestTasks {
  readonly #circumstances: readonly string[];
  readonly #longest = new Map<string, Map<string, number>>();

  constructor(circumstances: readonly string[]) {
    this.#circumstances = circumstances;
  }

  note(journey: string, circumstance: string, ms: number): void {
    const row = this.#longest.get(journey) ?? new Map<string, number>();
    this.#longest.set(journey, row.set(circumstance, Math.max(row.get(circumstance) ?? 0, ms)));
  }

  asMarkdown(): string {
    const names = this.#circumstances;
    const rows = [...this.#longest].map(([journey, times]) =>
      [journey, ...names.map((name) => inWords(times.get(name) ?? Number.NaN))].join(' | '),
    );
    const heads = ['Longest task', ...names];
    return [heads.join(' | '), heads.map(() => '---').join(' | '), ...rows]
      .map((row) => `| ${row} |`)
      .join('\n');
  }
}

function inWords(ms: number): string {
  return ms === 0 ? 'none over 50 ms' : `${ms.toFixed(0)} ms`;
}
