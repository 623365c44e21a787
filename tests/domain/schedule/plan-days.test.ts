import { describe, expect, test } from 'vitest';
import { daysOfView } from '../../../src/domain/schedule/days.ts';
import {
  crewPeople,
  type Person,
  PLAIN_ROWS,
  type RowSettings,
  samePeople,
} from '../../../src/domain/schedule/people.ts';
import { type DaysQuestion, planDays, withKept } from '../../../src/domain/schedule/plan-days.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import { crewJob, idsOf, indexOf, job, newSlots, type TestRow, TODAY } from './schedule-rows.ts';

const WEEK = daysOfView('week', TODAY);
const QUESTION = { days: WEEK, people: [], settings: PLAIN_ROWS, who: null, status: null };

function planned(rows: readonly TestRow[], question: Partial<DaysQuestion> = {}) {
  return drawAll(planDays(indexOf(rows), newSlots(), { ...QUESTION, ...question }));
}

/** Returns 'Ann Lee: Wed a b' for rows with jobs. */
function drawn(rows: readonly TestRow[], question: Partial<DaysQuestion> = {}): string[] {
  const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  return planned(rows, question).rows.map(({ person, cells }) => {
    const days = cells.flatMap((cell, n) =>
      cell.length === 0 ? [] : [[names[n], ...idsOf(cell)].join(' ')],
    );
    return `${person?.name ?? 'nobody'}: ${days.join(', ')}`.trim();
  });
}

const person = (key: string, name: string): Person => ({ key, name });

describe('the rows of a week', () => {
  test('show a job of two people in both rows, and one of nobody in the first', () => {
    const rows = [crewJob('a', 'Ann Lee, Bo Diaz'), crewJob('b', 'Bo Diaz'), job('c')];
    expect(drawn(rows)).toEqual(['nobody: Wed c', 'Ann Lee: Wed a', 'Bo Diaz: Wed a b']);
  });

  test('put spellings of a name together, and keep Ann and Ann Lee apart', () => {
    const rows = [
      crewJob('a', 'ann lee'),
      crewJob('b', 'Ann  Lee, ANN LEE'),
      crewJob('c', 'Ann'),
      crewJob('d', 'Ánn-Lee'),
    ];
    expect(drawn(rows)).toEqual(['nobody:', 'Ann: Wed c', 'ann lee: Wed a b d']);
  });

  test('show nobody’s row alone while no names are known', () => {
    expect(drawn([])).toEqual(['nobody:']);
    expect(drawn([crewJob('a', '--')])).toEqual(['nobody: Wed a']);
  });

  test('give known people a row without a job, and everybody with a job one', () => {
    const rows = [crewJob('a', 'Cy', '', { status: 'completed' })];
    expect(drawn(rows, { people: [person('bo diaz', 'Bo Diaz')] })).toEqual([
      'nobody:',
      'Bo Diaz:',
      'Cy: Wed a',
    ]);
  });

  test('are sorted as Today sorts a day', () => {
    const rows = [
      crewJob('low', 'Ann', '', { priority: 'low' }),
      crewJob('done', 'Ann', '07:00', { status: 'completed' }),
      crewJob('urgent', 'Ann', '', { priority: 'urgent' }),
      crewJob('at two', 'Ann', '2 PM'),
      crewJob('at nine', 'Ann', '9:00'),
      crewJob('also low', 'Ann', '', { priority: 'low', title: 'low' }),
    ];
    expect(drawn(rows)[1]).toBe('Ann: Wed at nine at two urgent low also low done');
  });

  test('name the jobs of the days beside each day that overlap with it', () => {
    const night = crewJob('night', 'Ann', '22:00-06:00', { scheduled_date: '2026-12-12' });
    const early = crewJob('early', 'Bo', '05:00', { scheduled_date: '2026-12-13' });
    const later = crewJob('later', 'Ann', '06:00', { scheduled_date: '2026-12-13' });
    const beside = (...days: string[]) =>
      planned([night, early, later, job('a')], { days, status: 'pending' }).beside.map(idsOf);
    expect(beside('2026-12-11', '2026-12-12')).toEqual([[], ['early']]);
    expect(beside('2026-12-13', '2026-12-14')).toEqual([['night'], []]);
  });

  test('leave out other days', () => {
    const rows = [
      crewJob('a', 'Ann', '', { scheduled_date: '2026-12-05' }),
      crewJob('b', 'Ann', '', { scheduled_date: '2026-12-06' }),
      crewJob('c', 'Ann', '', { scheduled_date: '2026-12-12' }),
      crewJob('d', 'Ann', '', { scheduled_date: '2026-12-13' }),
    ];
    expect(drawn(rows)).toEqual(['nobody:', 'Ann: Sun b, Sat c']);
  });
});

describe('filters', () => {
  const rows = [
    crewJob('a', 'Ann Lee, Bo'),
    crewJob('b', 'Bo', '', { status: 'in_progress' }),
    job('c'),
    crewJob('d', 'Ann Lee', '', { scheduled_date: '2026-12-10' }),
  ];

  test('show one person, however the name is typed', () => {
    expect(drawn(rows, { who: 'Lee, ann' })).toEqual(['Ann Lee: Wed a, Thu d']);
    expect(planned(rows, { who: 'Ann Lee' }).sums[3]).toEqual({ jobs: 1, minutes: 0 });
    expect(drawn(rows, { who: 'Cy' })).toEqual([]);
  });

  test('show one status', () => {
    expect(drawn(rows, { status: 'in_progress' })).toEqual(['nobody:', 'Bo: Wed b']);
  });
});

describe('the foot of a day', () => {
  test('counts each job once, with the hours that are known, and cancelled ones only if asked for', () => {
    const rows = [
      crewJob('a', 'Ann, Bo', '9-11'),
      crewJob('b', 'Ann', '13:00'),
      crewJob('c', 'Ann', '8-12', { status: 'cancelled' }),
      crewJob('d', '', '22:00-01:30', { status: 'completed' }),
    ];
    expect(planned(rows).sums[3]).toEqual({ jobs: 3, minutes: 330 });
    expect(planned(rows).sums[0]).toEqual({ jobs: 0, minutes: 0 });
    expect(planned(rows, { status: 'cancelled' }).sums[3]).toEqual({ jobs: 1, minutes: 240 });
  });
});

describe('settings of this device', () => {
  const rows = [crewJob('a', 'Ann, Bo'), crewJob('b', 'Bo'), crewJob('c', 'Ann Lee'), crewJob('d', 'Cy')];
  const settings = (given: Partial<RowSettings>) => ({ settings: { ...PLAIN_ROWS, ...given } });

  test('order rows, and count the jobs that only hidden people have', () => {
    const given = settings({ order: ['cy', 'bo'], hidden: new Set(['bo']) });
    expect(drawn(rows, given)).toEqual(['nobody:', 'Cy: Wed d', 'Ann: Wed a', 'Ann Lee: Wed c']);
    expect(planned(rows, given).hidden).toBe(1);
    expect(planned(rows, given).sums[3]?.jobs).toBe(4);
  });

  test('hide no row that is asked for by name', () => {
    const given = settings({ hidden: new Set(['ann', 'zoe']) });
    expect(drawn(rows, { ...given, who: 'Ann' })).toEqual(['Ann: Wed a']);
    expect(drawn(rows, { ...given, who: 'Zoe' })).toEqual(['Zoe:']);
    expect(planned(rows, { ...given, who: 'Ann' }).hidden).toBe(0);
  });

  test('join two names for drawing, under the name they are joined to', () => {
    const given = settings({ joined: new Map([['ann', 'ann lee']]) });
    expect(drawn(rows, given)).toEqual(['nobody:', 'Ann Lee: Wed a c', 'Bo: Wed a b', 'Cy: Wed d']);
    expect(drawn(rows, { ...given, who: 'Ann' })).toEqual(['Ann Lee: Wed a c']);
  });

  test('show a job of both joined names once', () => {
    const given = settings({ joined: new Map([['ann', 'ann lee']]) });
    expect(drawn([crewJob('a', 'Ann Lee, Ann')], given)).toEqual(['nobody:', 'Ann Lee: Wed a']);
  });
});

describe('a plan after a change', () => {
  const rows = [
    crewJob('a', 'Ann'),
    crewJob('b', 'Bo'),
    crewJob('c', 'Bo', '', { scheduled_date: '2026-12-10' }),
  ];
  const slots = newSlots();
  const plan = (given: readonly TestRow[], question: Partial<DaysQuestion> = {}) =>
    drawAll(planDays(indexOf(given), slots, { ...QUESTION, ...question }));
  const last = plan(rows);

  test('keeps the rows and cells in which nothing has changed', () => {
    const moved = rows.map((row) => (row.localId === 'b' ? job('b') : row));
    const next = withKept(last, plan(moved));
    expect(next).toEqual(plan(moved));
    expect(next.rows.map((row, n) => row === last.rows[n])).toEqual([false, true, false]);
    const [, , bo] = next.rows;
    const isKept = bo?.cells.map((cell, n) => cell === last.rows[2]?.cells[n]);
    expect(isKept).toEqual([true, true, true, false, true, true, true]);
    expect(withKept(last, plan(rows)).rows).toBe(last.rows);
  });

  test('keeps nothing of other days, of new people and of a name spelled anew', () => {
    const days = daysOfView('week', '2026-12-16');
    expect(withKept(undefined, last)).toBe(last);
    expect(withKept(last, plan(rows, { days })).rows[1]).not.toBe(last.rows[1]);
    const named = withKept(last, plan([crewJob('a', 'ANN'), ...rows.slice(1), crewJob('d', 'Cy')]));
    expect(named.rows.map(({ person }) => person?.name)).toEqual([undefined, 'ANN', 'Bo', 'Cy']);
  });
});

test('people are the same if their keys and names are', () => {
  const ann = person('ann', 'Ann');
  expect(samePeople([ann], [{ ...ann }])).toBe(true);
  for (const other of [[], [person('ann', 'ANN')], [person('bo', 'Ann')]])
    expect(samePeople([ann], other)).toBe(false);
});

test('people are those of open work orders and of the last 90 days', () => {
  const rows = [
    crewJob('a', 'Dee', '', { scheduled_date: null }),
    crewJob('b', 'Ann', '', { scheduled_date: '2020-01-01' }),
    crewJob('c', 'Cy', '', { scheduled_date: '2026-09-10', status: 'completed' }),
    crewJob('d', 'Old', '', { scheduled_date: '2026-09-09', status: 'completed' }),
    crewJob('e', 'Bo', '', { scheduled_date: '2027-03-01', status: 'cancelled' }),
    crewJob('f', 'Gone', '', { scheduled_date: null, status: 'completed' }),
  ];
  const people = drawAll(crewPeople(indexOf(rows), newSlots(), { today: TODAY, settings: PLAIN_ROWS }));
  expect(people.map(({ name }) => name)).toEqual(['Ann', 'Bo', 'Cy', 'Dee']);
});

test('long lists are read in steps', () => {
  const many = Array.from({ length: 1200 }, (_, n) => crewJob(String(n), `Person ${n % 3}`));
  const index = indexOf(many);
  const slots = newSlots();
  const people = crewPeople(index, slots, { today: TODAY, settings: PLAIN_ROWS });
  expect(people.next().done).toBe(false);
  const plan = planDays(index, slots, QUESTION);
  expect(plan.next().done).toBe(false);
  expect(drawAll(plan).rows.map(({ cells }) => cells[3]?.length)).toEqual([0, 400, 400, 400]);
});
