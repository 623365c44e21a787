import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterBreak,
  afterRefusal,
  afterWholePull,
  markerSeen,
  NEVER_REFUSED,
  NO_MARKER_YET,
  NO_PULL_YET,
  nextPullAt,
  type ProbeRun,
  type PullPlan,
  paceAfter,
  probeFrom,
  probeRead,
  pullAfterEvent,
  pullAfterReconnect,
  pullBroken,
  pullEnded,
  pullInherited,
  pullStarted,
  pullWanted,
  type RateLimitBackoff,
  restUntil,
  USUAL_PACE,
} from '../../src/sync/pull/pull-policy.ts';
import { counterexample } from '../support/test/counterexample.ts';

const MINUTE = 60_000;
const middle = (): number => 0.5;

interface Pull {
  readonly ms: number;
  readonly changed: boolean;
  readonly failed?: boolean;
  readonly whole?: boolean;
}

/** The plan after pulls that each took `ms` and changed what `changed` says, one after the other. */
function after(pulls: readonly Pull[], start = 1_000_000): { plan: PullPlan; now: number } {
  let plan = pullWanted(NO_PULL_YET, start);
  let now = start;
  for (const { ms, ...end } of pulls) {
    plan = ended(pullStarted(plan, now), now + ms, { ms, ...end });
    now += ms;
  }
  return { plan, now };
}

function ended(
  plan: PullPlan,
  now: number,
  { ms, changed, failed = false, whole = !failed }: Pull,
): PullPlan {
  return pullEnded(plan, { now, tookMs: ms, changed, failed, whole }, middle);
}

describe('when a collection is read', () => {
  it('[L44] at launch, whether the tab is seen or not', () => {
    expect(nextPullAt(NO_PULL_YET, true)).toBe(0);
    expect(nextPullAt(NO_PULL_YET, false)).toBe(0);
  });

  it('[X32] soon after the server says that something has changed, however long the last pull took', () => {
    const { plan, now } = after([{ ms: 60_000, changed: true }]);
    expect(plan.cooldownUntil).toBeGreaterThan(now + MINUTE);
    expect(
      nextPullAt(
        pullAfterEvent(plan, now, () => 0),
        false,
      ),
    ).toBe(now + 250);
    expect(
      nextPullAt(
        pullAfterEvent(plan, now, () => 0.999),
        false,
      ),
    ).toBeLessThan(now + 750);
    expect(nextPullAt(pullAfterEvent({ ...plan, cooldownUntil: now }, now, middle), false)).toBe(now);
  });

  it('[X32] soon after it says so during a pull, which may have asked before the change', () => {
    const { plan, now } = after([{ ms: 100, changed: true }]);
    const changed = pullAfterEvent(pullStarted(plan, now), now + 40, () => 0);
    const again = pullAfterEvent(changed, now + 60, () => 0);
    const over = ended(again, now + 100, { ms: 100, changed: false });
    expect(nextPullAt(over, false)).toBe(now + 290);
    expect(nextPullAt(pullStarted(over, now + 290), false)).toBeNull();
  });

  it('[L45] every minute while visible, and not at all while hidden', () => {
    const { plan, now } = after([{ ms: 100, changed: true }]);
    expect(nextPullAt(plan, true)).toBe(now + MINUTE);
    expect(nextPullAt(plan, false)).toBeNull();
  });

  it('[L46] after as long again as nothing has changed and nobody has done anything, ten minutes at most', () => {
    let { plan, now } = after([{ ms: 100, changed: true }]);
    const begun = now;
    const waits: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const at = nextPullAt(plan, true) ?? 0;
      waits.push((at - now) / MINUTE);
      now = at;
      plan = ended(pullStarted(plan, now), now, { ms: 0, changed: false });
    }
    expect(waits).toEqual([1, 1, 2, 4, 8, 10, 10]);
    expect(nextPullAt(ended(plan, now, { ms: 100, changed: true }), true)).toBe(now + MINUTE);
    expect(now - begun).toBe(36 * MINUTE);
  });

  it('[L46] soon again however often it was read because a person asked', () => {
    let { plan, now } = after([{ ms: 100, changed: true }]);
    for (let n = 0; n < 30; n += 1, now += 5000) {
      plan = ended(pullStarted(pullWanted(plan, now), now), now, { ms: 100, changed: false });
    }
    expect((nextPullAt(plan, true) ?? 0) - now).toBeLessThan(MINUTE);
  });

  it('[L47] in a minute where it could not be read, however long nothing has changed', () => {
    const { plan, now } = after([{ ms: 100, changed: true }]);
    const later = now + 30 * MINUTE;
    const broken = ended(plan, later, { ms: 100, changed: false, failed: true });
    for (const marked of [true, false]) expect(nextPullAt(broken, true, marked)).toBe(later + MINUTE);
    expect(broken.activeAt).toBe(plan.activeAt);
  });

  it('[L48] soon after the connection is back, and not sooner than a minute after it was read', () => {
    const { plan, now } = after([{ ms: 0, changed: true }]);
    const later = now + 30 * MINUTE;
    const read = ended(pullStarted(plan, later), later, { ms: 0, changed: false });
    expect(nextPullAt(read, true)).toBe(later + 10 * MINUTE);
    expect(nextPullAt(pullAfterReconnect(read, later + 1000), true)).toBe(later + MINUTE);
    expect(nextPullAt(pullAfterReconnect(read, later + 3 * MINUTE), true)).toBe(later + 3 * MINUTE);
    expect(pullAfterReconnect(read, later + 3 * MINUTE).markerAt).toBe(later + MINUTE);
    const marked = markerSeen(read, { now: later + 3 * MINUTE, tookMs: 0, rows: 0 }, middle);
    expect(pullAfterReconnect(marked, later + 3.1 * MINUTE).usualAt).toBe(later + 4 * MINUTE);
  });

  it('[L14, L68, L73] every ten minutes where change markers are polled for, each minute', () => {
    const { plan, now } = after([{ ms: 100, changed: true }]);
    expect(plan.markerAt).toBe(now + MINUTE);
    expect(nextPullAt(plan, true, true)).toBe(now + 9.5 * MINUTE);
    expect(markerSeen(plan, { now: now + MINUTE, tookMs: 100, rows: 20 }, middle)).toEqual({
      ...plan,
      markerReadAt: now + MINUTE,
      markerAt: now + 2 * MINUTE,
    });
    expect(markerSeen(plan, { now: now + MINUTE, tookMs: 10_000, rows: 20 }, middle).markerAt).toBe(
      now + MINUTE + 200_000,
    );
    for (const [rows, minutes] of [
      [100, 1],
      [500, 5],
      [5000, 10],
    ] as const)
      expect(markerSeen(plan, { now, tookMs: 0, rows }, middle).markerAt).toBe(now + minutes * MINUTE);
    const half = after([{ ms: 100, changed: true, whole: false }]);
    expect(nextPullAt(half.plan, true, true)).toBe(half.now + MINUTE);
  });

  it('[X41] every twenty minutes while an event stream is open', () => {
    const end = { tookMs: 100, changed: false, whole: true, failed: false, hasEventStream: true };
    const plan = pullEnded(pullStarted(NO_PULL_YET, MINUTE), { now: MINUTE, ...end }, middle);
    expect(nextPullAt(plan, true)).toBe(21 * MINUTE);
  });

  it('[L6] on a request, as soon as the pause of 20 × the last duration is over', () => {
    const { plan, now } = after([{ ms: 5000, changed: true }]);
    const wanted = { ...plan, wanted: true };
    expect(nextPullAt(wanted, false)).toBe(now + 100_000);
    expect(nextPullAt(plan, true)).toBe(now + 100_000);
    expect(pullStarted(wanted, now).wanted).toBe(false);
  });

  it('[L49] at once where a first pull broke off, however long it had taken', () => {
    const { plan, now } = after([{ ms: 60_000, changed: false }]);
    const broken = pullBroken(plan, now);
    expect([broken.wanted, broken.cooldownUntil]).toEqual([true, now + 2000]);
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

it('[L62] the time between two pages is doubled as often as it was not enough, up to 16 s', () => {
  const stuck = { isThrottled: true, isStuck: true, timedOut: false, stable: false, isSlow: false };
  let pace = USUAL_PACE;
  const times = Array.from({ length: 7 }, () => {
    pace = paceAfter(pace, stuck);
    return pace.paceMs;
  });
  expect(times).toEqual([1000, 2000, 4000, 8000, 16_000, 16_000, 16_000]);
  const stable = { ...stuck, isThrottled: false, isStuck: false, stable: true };
  expect(paceAfter(pace, stable).paceMs).toBe(0);
});

/** When each of `n` pulls begins that follow each other as soon as they may, in seconds. */
function beginnings(tookMs: number, n: number): number[] {
  const begun: number[] = [];
  let run: ProbeRun | null = null;
  for (let at = 0; begun.length < n; ) {
    begun.push(at / 1000);
    run = probeRead(run, { startedAt: at, endedAt: at + tookMs, tookMs });
    at = probeFrom(run, run.endedAt);
  }
  return begun;
}

it('[L24] pages stay small until all were read and the last one came quickly', () => {
  const slow = { isThrottled: false, isStuck: false, timedOut: true, stable: false, isSlow: true };
  let pace = USUAL_PACE;
  const small = [
    slow,
    { ...slow, timedOut: false },
    { ...slow, timedOut: false, stable: true },
    { ...slow, timedOut: false, stable: true, isSlow: false },
  ].map((sitting) => {
    pace = paceAfter(pace, sitting);
    return pace.small;
  });
  expect(small).toEqual([true, true, true, false]);
});

it('[L75] a marker is a false alarm if all was read because of it and nothing had changed', () => {
  const alarmed = { ...NO_MARKER_YET, alarmed: true, falseAlarms: 1 };
  const after = [
    afterWholePull(alarmed, false),
    afterWholePull(NO_MARKER_YET, false),
    afterWholePull(alarmed, true),
  ];
  expect(after.map(({ falseAlarms }) => falseAlarms)).toEqual([2, 0, 0]);
});

it.each([
  ['is inherited', { cooldownUntil: 90_000, triedAt: 50_000 }, 0, 90_000],
  ['is over where the last leader noted none', {}, 0, 0],
  ['is void where a person has asked since', { cooldownUntil: 90_000, triedAt: 50_000 }, 55_000, 0],
  ['is void where the clock was put back', { cooldownUntil: 90_000, triedAt: 70_000 }, 0, 0],
])("[T12] the last leader's cooldown %s", (_, row, askedAt, until) => {
  expect(pullInherited(NO_PULL_YET, row, { now: 60_000, askedAt }).cooldownUntil).toBe(until);
});

it('[U36] pulls for an unknown create are half a minute apart while they take little', () => {
  expect(beginnings(100, 5)).toEqual([0, 30, 60, 90, 120]);
});

it('[U36] pulls that take long wait longer each time, until they have a twentieth of the time', () => {
  expect(beginnings(60_000, 7)).toEqual([0, 60, 180, 420, 900, 1860, 3120]);
});

it('[U36] pulls start a new run once the usual cooldown has passed since the last one', () => {
  const last = { count: 6, startedAt: 0, endedAt: 1000, tookMs: 60_000 };
  expect(probeRead(last, { startedAt: 1_200_999, endedAt: 1_201_000, tookMs: 1 }).count).toBe(7);
  expect(probeRead(last, { startedAt: 1_201_000, endedAt: 1_201_001, tookMs: 1 }).count).toBe(1);
});

it('[U36, P37] a clock that was put back holds none of them up', () => {
  const run = { count: 1, startedAt: 100_000, endedAt: 101_000, tookMs: 1000 };
  expect([null, run].map((one) => probeFrom(one, 102_000))).toEqual([102_000, 130_000]);
  expect(probeFrom(run, 50_000)).toBe(50_000);
});

const START = Date.UTC(2026, 0, 15);

function refusedAt(...times: readonly number[]): RateLimitBackoff {
  return times.reduce((spared, time) => afterRefusal(spared, time, () => 1), NEVER_REFUSED);
}

/** For how long the server is spared after refusals at these minutes, in minutes. */
function sparedAfter(...minutes: readonly number[]): number {
  const times = minutes.map((minute) => START + minute * MINUTE);
  const spared = refusedAt(...times);
  const now = times.at(-1) ?? START;
  return Math.max(0, restUntil(spared, now) - now) / MINUTE;
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
    const spared = refusedAt(START, START + MINUTE);
    expect(restUntil(spared, START - 24 * 60 * MINUTE)).toBe(0);
  });
});
