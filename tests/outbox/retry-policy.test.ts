import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLOW_TIMEOUT_MS, TIMEOUT_MS } from '../../src/domain/answer.ts';
import { backoff } from '../../src/domain/waits.ts';
import { serverGivesUp, settleMs } from '../../src/outbox/retry-policy.ts';
import { returnJitter, throttleDelay } from '../../src/sync/sync-context.ts';
import { counterexample } from '../support/test/counterexample.ts';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const now = Date.UTC(2026, 0, 15, 9);
const HOUR = 3_600_000;

describe('[P9] back-off', () => {
  it('[P9] lies in [0.5 s, min(5 min, 1 s · 2ⁿ)], however often it failed', () => {
    expect(
      counterexample(
        fc.property(fc.nat({ max: 2000 }), random, (failures, number) => {
          const wait = backoff(failures, () => number);
          return wait >= 500 && wait <= Math.min(300_000, 1000 * 2 ** failures);
        }),
      ),
    ).toBeNull();
  });

  it('[P9] covers its whole interval', () => {
    const ends = (failures: number) => [0, 1].map((number) => backoff(failures, () => number));
    expect([0, 1, 2, 8, 9, 50].map(ends)).toEqual([
      [500, 1000],
      [500, 2000],
      [500, 4000],
      [500, 256_000],
      [500, 300_000],
      [500, 300_000],
    ]);
  });

  it('[P53] every device tries again within three seconds of a lifted cause', () => {
    expect(
      counterexample(
        fc.property(random, (number) => {
          const wait = returnJitter(() => number);
          return wait >= 0 && wait < 3000;
        }),
      ),
    ).toBeNull();
  });
});

describe('[P34] the wait that a server asked for', () => {
  it.each([
    ['seconds', '120', 120_000],
    ['seconds with spaces', ' 7 ', 7000],
    ['zero', '0', 0],
    ['more than an hour', '86400', HOUR],
    ['a date', 'Thu, 15 Jan 2026 09:01:30 GMT', 90_000],
    ['a past date', 'Thu, 15 Jan 2026 08:00:00 GMT', 0],
    ['a date in a year', 'Fri, 15 Jan 2027 09:00:00 GMT', HOUR],
  ])('[P34] %s: taken as asked, up to an hour', (_, asked, expected) => {
    expect(throttleDelay(asked, now, () => 0.99)).toBe(expected);
  });

  it.each([null, '', 'soon', '-5 s'])('[P35] %j means no wait was asked for: 30 to 60 s', (asked) => {
    expect(throttleDelay(asked, now, () => 0)).toBe(30_000);
    expect(throttleDelay(asked, now, () => 1)).toBe(60_000);
  });

  it('[P34] is a number from 0 to an hour', () => {
    expect(
      counterexample(
        fc.property(fc.option(fc.string()), random, (asked, number) => {
          const wait = throttleDelay(asked, now, () => number);
          return wait >= 0 && wait <= HOUR;
        }),
      ),
    ).toBeNull();
  });
});

describe('other times', () => {
  it('[U1, U11] an unknown create is left alone for 15 s, or 1.5 × the time-out of its attempt', () => {
    expect([settleMs(false), settleMs(true)]).toEqual([15_000, 45_000]);
    expect([settleMs(false), settleMs(true)]).toEqual([1.5 * TIMEOUT_MS, 1.5 * SLOW_TIMEOUT_MS]);
  });

  it.each([
    [6, now - HOUR, true],
    [7, now - 2 * HOUR, true],
    [5, now - HOUR, false],
    [6, now - HOUR + 1, false],
    [6, now + 1, true],
    [5, now + 1, false],
  ])('[P10] after %i failures, the first at %s: gives up %s', (failures, since, expected) => {
    expect(serverGivesUp(failures, since, now)).toBe(expected);
  });
});
