import { describe, expect, it } from 'vitest';
import { SparedServer } from '../../src/sync/pull/spared-server.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 15);

/** For how long the server is spared after refusals at these minutes, in minutes. */
function sparedAfter(...minutes: readonly number[]): number {
  const spared = new SparedServer();
  const times = minutes.map((minute) => START + minute * MINUTE);
  for (const time of times) spared.refused(time, () => 1);
  const now = times.at(-1) ?? START;
  return Math.max(0, spared.until(now) - now) / MINUTE;
}

describe('a server that says 429', () => {
  it.each<[refusals: readonly number[], minutes: number]>([
    [[0], 0],
    [[0, 0.1, 0.2], 0],
    [[0, 1], 1],
    [[0, 1, 2], 2],
    [[0, 1, 1.1, 1.2, 2, 3], 4],
    [[0, 1, 2, 3, 4, 5, 6, 7], 10],
    [[0, 1, 2, 20], 0],
  ])('[L17, L81, L82] after refusals at minutes %j is spared for %d', (refusals, minutes) => {
    expect(sparedAfter(...refusals)).toBe(minutes);
  });

  it('[L81] is spared no longer where the clock was put back', () => {
    const spared = new SparedServer();
    for (const at of [START, START + MINUTE]) spared.refused(at, () => 1);
    expect(spared.until(START - 24 * 60 * MINUTE)).toBe(0);
  });
});
