import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterBreak,
  NO_PULL_YET,
  nextPullAt,
  type PullPlan,
  pullBroken,
  pullEnded,
  pullPoked,
  pullStarted,
} from '../../src/sync/pull-schedule.ts';
import { counterexample } from '../support/counterexample.ts';

const MINUTE = 60_000;
const middle = (): number => 0.5;

/** The plan after pulls that each took `ms` and changed what `changed` says, one after the other. */
function after(
  pulls: readonly { ms: number; changed: boolean }[],
  start = 1_000_000,
): { plan: PullPlan; now: number } {
  let plan = NO_PULL_YET;
  let now = start;
  for (const { ms, changed } of pulls) {
    plan = pullEnded(pullStarted(plan, now), now + ms, { tookMs: ms, changed }, middle);
    now += ms;
  }
  return { plan, now };
}

describe('when a collection is read', () => {
  it('[L6] at launch, whether the tab is seen or not', () => {
    expect(nextPullAt(NO_PULL_YET, true)).toBe(0);
    expect(nextPullAt(NO_PULL_YET, false)).toBe(0);
  });

  it('[X8] soon after the server says that something has changed, however long the last reading took', () => {
    const { plan, now } = after([{ ms: 60_000, changed: true }]);
    expect(plan.restUntil).toBeGreaterThan(now + MINUTE);
    expect(
      nextPullAt(
        pullPoked(plan, now, () => 0),
        false,
      ),
    ).toBe(now + 250);
    expect(
      nextPullAt(
        pullPoked(plan, now, () => 0.999),
        false,
      ),
    ).toBeLessThan(now + 750);
    expect(nextPullAt(pullPoked({ ...plan, restUntil: now }, now, middle), false)).toBe(now);
  });

  it('[X8] soon after it says so during a reading, which may have asked before the change', () => {
    const { plan, now } = after([{ ms: 100, changed: true }]);
    const poked = pullPoked(pullStarted(plan, now), now + 40, () => 0);
    const again = pullPoked(poked, now + 60, () => 0);
    const ended = pullEnded(again, now + 100, { tookMs: 100, changed: false }, middle);
    expect(nextPullAt(ended, false)).toBe(now + 290);
    expect(nextPullAt(pullStarted(ended, now + 290), false)).toBeNull();
  });

  it('[L6] every minute while visible, and not at all while hidden', () => {
    const { plan, now } = after([{ ms: 100, changed: true }]);
    expect(nextPullAt(plan, true)).toBe(now + MINUTE);
    expect(nextPullAt(plan, false)).toBeNull();
  });

  it('[L6] backing off to ten minutes while nothing changes', () => {
    const idle = { ms: 100, changed: false };
    const waits = [1, 2, 3, 4, 5, 6, 30].map((times) => {
      const { plan, now } = after(Array.from({ length: times }, () => idle));
      return (nextPullAt(plan, true) ?? 0) - now;
    });
    expect(waits.map((wait) => wait / MINUTE)).toEqual([1, 2, 4, 8, 10, 10, 10]);
    const { plan, now } = after([idle, idle, idle, { ms: 100, changed: true }]);
    expect(nextPullAt(plan, true)).toBe(now + MINUTE);
  });

  it('[L6] on a wish, as soon as the pause of 20 × the last duration is over', () => {
    const { plan, now } = after([{ ms: 5000, changed: true }]);
    const wanted = { ...plan, wanted: true };
    expect(nextPullAt(wanted, false)).toBe(now + 100_000);
    expect(nextPullAt(plan, true)).toBe(now + 100_000);
    expect(pullStarted(wanted, now).wanted).toBe(false);
  });

  it('[L11] at once where a first reading broke off, however long it had taken', () => {
    const { plan, now } = after([{ ms: 60_000, changed: false }]);
    const broken = pullBroken(plan, now);
    expect([broken.wanted, broken.restUntil]).toEqual([true, now + 2000]);
    expect(nextPullAt(broken, false)).toBe(afterBreak(now));
  });

  it('[L6] never sooner than 20 × the last duration, or an hour, nor than two seconds', () => {
    const pull = fc.record({ ms: fc.nat({ max: 600_000 }), changed: fc.boolean() });
    expect(
      counterexample(
        fc.property(fc.array(pull, { minLength: 1, maxLength: 5 }), fc.boolean(), (pulls, visible) => {
          const { plan, now } = after(pulls);
          const last = pulls.at(-1)?.ms ?? 0;
          const at = nextPullAt({ ...plan, wanted: true }, visible) ?? 0;
          return at >= now + Math.min(20 * last, 3_600_000) && at >= now + 2000;
        }),
      ),
    ).toBeNull();
  });
});
