import { describe, expect, test } from 'vitest';
import { hintsOf, USUAL_HOURS } from '../../../src/domain/schedule/hints.ts';
import { dayLanes } from '../../../src/domain/schedule/lanes.ts';
import { PLAIN_ROWS } from '../../../src/domain/schedule/people.ts';
import { crewJob, idsOf, newSlots, type TestRow, TODAY } from './schedule-rows.ts';

const slots = newSlots();
const ABOUT = { today: TODAY, hours: USUAL_HOURS, settings: PLAIN_ROWS };

/** Returns the hints of the first row among all. */
function hinted(first: TestRow, ...others: TestRow[]): string[] {
  const day = [first, ...others].map((row) => slots.of(row));
  return hintsOf(slots.of(first), day, ABOUT).map((hint) => {
    if (hint.kind === 'twoAtOnce') return `${hint.who} is also at ${hint.other.row.localId}`;
    return hint.kind === 'fullDay' ? `${hint.who} has ${hint.jobs} jobs, ${hint.minutes} min` : hint.kind;
  });
}

describe('two at once', () => {
  test.each([
    ['9-11', '10-12', true],
    ['9-11', '11-12', false],
    ['9-11', '10:00', true],
    ['9:00', '8-12', true],
    ['9:00', '9:00', true],
    ['9:00', '9:30', false],
    ['9-11', '', false],
    ['', '9-11', false],
  ])('%s and %s: %s', (time, other, isHinted) => {
    const hints = hinted(crewJob('a', 'Ann, Bo', time), crewJob('b', 'bo', other));
    expect(hints).toEqual(isHinted ? ['Bo is also at b'] : []);
  });

  test.each([
    ['22:00-06:00', '05:00-07:00', true],
    ['22:00-06:00', '06:00-07:00', false],
    ['22:00-05:00', '05:00', false],
    ['22:00-05:30', '05:00', true],
    ['16:00-00:00', '00:00-02:00', false],
  ])('%s and %s on the next day: %s', (time, other, isHinted) => {
    const night = crewJob('a', 'Ann', time, { scheduled_date: '2026-12-08' });
    const morning = crewJob('b', 'Ann', other);
    expect(hinted(night, morning).includes('Ann is also at b')).toBe(isHinted);
    expect(hinted(morning, night).includes('Ann is also at a')).toBe(isHinted);
  });

  test('of other days fill no day', () => {
    const nights = ['b', 'c', 'd', 'e', 'f'].map((id) =>
      crewJob(id, 'Ann', '16:00-00:00', { scheduled_date: '2026-12-08' }),
    );
    expect(hinted(crewJob('a', 'Ann', '9-10'), ...nights)).toEqual([]);
  });

  test('is not said of other people, or of work that is over', () => {
    expect(
      hinted(
        crewJob('a', 'Ann', '9-11'),
        crewJob('b', 'Bo', '9-11'),
        crewJob('c', 'Ann', '9-11', { status: 'completed' }),
        crewJob('d', 'Ann', '9-11', { status: 'cancelled' }),
      ),
    ).toEqual([]);
  });
});

describe('a full day', () => {
  test('has more than five jobs', () => {
    const others = ['b', 'c', 'd', 'e'].map((id) => crewJob(id, 'Ann'));
    expect(hinted(crewJob('a', 'Ann'), ...others)).toEqual([]);
    expect(hinted(crewJob('a', 'Ann'), ...others, crewJob('f', 'Ann'))).toEqual(['Ann has 6 jobs, 0 min']);
  });

  test('has more hours than a workday', () => {
    const done = crewJob('b', 'Ann', '8-12', { status: 'completed' });
    expect(hinted(crewJob('a', 'Ann', '12-17'), done)).toEqual([]);
    expect(hinted(crewJob('a', 'Ann', '11:30-17:00'), done)).toEqual(['Ann has 2 jobs, 570 min']);
  });
});

describe('other hints', () => {
  test.each([
    ['7-9', ['outsideHours']],
    ['16:00-18:00', ['outsideHours']],
    ['17:30', ['outsideHours']],
    ['08:00-17:00', []],
  ])('working hours: %s', (time, hints) => {
    expect(hinted(crewJob('a', 'Ann', time))).toEqual(hints);
  });

  test('say that a job is in the past, unless it runs', () => {
    const before = { scheduled_date: '2026-12-08' };
    expect(hinted(crewJob('a', '', '', before))).toEqual(['past']);
    expect(hinted(crewJob('a', '', '', { ...before, status: 'in_progress' }))).toEqual([]);
  });

  test('are not given for work that is over or has no day', () => {
    expect(hinted(crewJob('a', 'Ann', '5-6', { status: 'completed' }))).toEqual([]);
    expect(hinted(crewJob('a', 'Ann', '5-6', { scheduled_date: null }))).toEqual([]);
  });
});

describe('the lanes of a day', () => {
  const lanes = (times: Readonly<Record<string, string>>) =>
    dayLanes(Object.entries(times).map(([id, time]) => slots.of(crewJob(id, 'Ann', time))));
  const drawn = (times: Readonly<Record<string, string>>) =>
    lanes(times).timed.map(({ slot, lane, lanes: all }) => `${slot.row.localId} ${lane + 1}/${all}`);

  test('are as many as jobs overlap, and free again after the last', () => {
    expect(drawn({ a: '9-11', b: '10-12', c: '11-13', d: '13-14' })).toEqual([
      'a 1/2',
      'b 2/2',
      'c 1/2',
      'd 1/1',
    ]);
    expect(drawn({})).toEqual([]);
  });

  test('draw two hours where no end is given', () => {
    const { timed, anyTime } = lanes({ a: '9:00', b: '', c: '10-11', d: 'late' });
    expect(timed.map(({ from, to, isEndKnown }) => [from, to, isEndKnown])).toEqual([
      [540, 660, false],
      [600, 660, true],
    ]);
    expect(idsOf(anyTime)).toEqual(['b', 'd']);
  });
});
