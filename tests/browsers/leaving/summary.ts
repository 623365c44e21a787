import type { Engine } from '../driver/engine.ts';
import type { LeaveOutcome } from './leave-trials.ts';
import { median } from './median.ts';
import { MOMENTS } from './moments.ts';

/** True if every page after a leave worked, and every accepted save is on the server exactly once. */
export function isFine({ leaves, lost, doubled }: LeaveOutcome): boolean {
  return lost.length === 0 && doubled.length === 0 && leaves.every(({ tookMs }) => tookMs !== null);
}

/** Returns the report on one engine. */
export function summaryOf(engine: Engine, outcome: LeaveOutcome): string {
  const { leaves, startMs, undisturbedMs, accepted, leftBehind, lost, doubled } = outcome;
  const hung = leaves.filter(({ tookMs }) => tookMs === null).length;
  const back = leaves.filter(({ way }) => way === 'back').length;
  const behind = leftBehind === 0 ? '' : ` (and ${leftBehind} left behind on devices that hung)`;
  const lines = [
    `${engine}: ${leaves.length} leaves, ${back} of them with a return`,
    `  ${hung} hung; of ${accepted} accepted saves${behind}, ${lost.length} lost, ${doubled.length} doubled`,
    `  an ordinary start takes ${rounded(startMs)} ms`,
    ...MOMENTS.map((moment) => {
      const all = leaves.filter((leave) => leave.moment === moment);
      const took = all.flatMap(({ tookMs }) => tookMs ?? []);
      const times = `median ${rounded(median(took))} ms, worst ${rounded(Math.max(...took))} ms`;
      return `  ${moment}: ${all.length} leaves; the next page works after ${took.length > 0 ? times : 'never'}; undisturbed it is done after ${rounded(undisturbedMs[moment])} ms`;
    }),
    ...leaves.flatMap(({ problem }) => (problem === null ? [] : `  hung: ${problem}`)),
    ...lost.map((title) => `  lost: ${title}`),
    ...doubled.map((title) => `  doubled: ${title}`),
  ];
  return lines.join('\n');
}

function rounded(ms: number): string {
  return Number.isFinite(ms) ? String(Math.round(ms)) : '-';
}
