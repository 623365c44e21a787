import { expect, it } from 'vitest';
import { ProbePace, type ProbeRun, probeFrom, probeRead } from '../../src/sync/pull/probe-pace.ts';

/** When each of `n` pulls begins that follow each other as soon as they may, in seconds. */
function beginnings(tookMs: number, n: number): number[] {
  const begun: number[] = [];
  let run: ProbeRun | null = null;
  for (let at = 0; begun.length < n; at = probeFrom(run)) {
    begun.push(at / 1000);
    run = probeRead(run, { startedAt: at, endedAt: at + tookMs, tookMs });
  }
  return begun;
}

it('[U36] pulls for an unknown create are half a minute apart while they take little', () => {
  expect(beginnings(100, 5)).toEqual([0, 30, 60, 90, 120]);
});

it('[U36] pulls that take long wait longer each time, until they have a twentieth of the time', () => {
  expect(beginnings(60_000, 7)).toEqual([0, 60, 180, 420, 900, 1860, 3120]);
});

it('[U36] pulls begin anew once the usual cooldown has passed since the last one', () => {
  const last = { count: 6, startedAt: 0, endedAt: 1000, tookMs: 60_000 };
  expect(probeRead(last, { startedAt: 1_200_999, endedAt: 1_201_000, tookMs: 1 }).count).toBe(7);
  expect(probeRead(last, { startedAt: 1_201_000, endedAt: 1_201_001, tookMs: 1 }).count).toBe(1);
});

it('[U36, P37] a clock that was put back holds none of them up', () => {
  const pace = new ProbePace();
  expect(pace.mayReadAt('customers', 5)).toBe(5);
  pace.ended('customers', { startedAt: 100_000, endedAt: 101_000, tookMs: 1000 });
  expect(pace.mayReadAt('customers', 102_000)).toBe(130_000);
  expect(pace.mayReadAt('projects', 102_000)).toBe(102_000);
  expect(pace.mayReadAt('customers', 50_000)).toBe(50_000);
});
