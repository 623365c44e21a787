import { describe, expect, test } from 'vitest';
import { daysOfView } from '../../../src/domain/schedule/days.ts';
import { PLAIN_ROWS } from '../../../src/domain/schedule/people.ts';
import { planAgenda, planMonth, planTray } from '../../../src/domain/schedule/plan-lists.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import { crewJob, idsOf, indexOf, job, newSlots, type TestRow, TODAY } from './schedule-rows.ts';

const ALL = { settings: PLAIN_ROWS, who: null, status: null };
const on = (day: string, id: string, given: object = {}) => job(id, { scheduled_date: day, ...given });

describe('a month', () => {
  test('counts what is planned, and names the first three of a day', () => {
    const rows = [
      ...['d', 'c', 'b', 'a'].map((id) => on(TODAY, id)),
      on(TODAY, 'off', { status: 'cancelled', priority: 'urgent' }),
      on(TODAY, 'first', { priority: 'urgent' }),
      on('2026-11-29', 'of the month before'),
    ];
    const days = daysOfView('month', TODAY);
    const month = drawAll(planMonth(indexOf(rows), newSlots(), { ...ALL, days }));
    const wednesday = month.find(({ day }) => day === TODAY);
    expect(wednesday).toMatchObject({ count: 5, more: 2 });
    expect(idsOf(wednesday?.first ?? [])).toEqual(['first', 'a', 'b']);
    expect(month[0]).toMatchObject({ day: '2026-11-29', count: 1, more: 0 });
    expect(month[1]).toEqual({ day: '2026-11-30', count: 0, first: [], more: 0 });
    const asked = { ...ALL, status: 'cancelled', days: [TODAY] };
    const [cancelled] = drawAll(planMonth(indexOf(rows), newSlots(), asked));
    expect(idsOf(cancelled?.first ?? [])).toEqual(['off']);
  });
});

describe('the agenda', () => {
  const rows = [
    on('2026-12-01', 'past'),
    on('2026-12-10', 'c'),
    on('2026-12-09', 'b'),
    on('2026-12-09', 'a'),
    on('2026-12-20', 'd', { status: 'completed' }),
    on('2030-01-01', 'far'),
  ];
  const agenda = (question: object) => {
    const given = { ...ALL, from: TODAY, atLeast: 100, ...question };
    const { days, next } = drawAll(planAgenda(indexOf(rows), newSlots(), given));
    return { days: days.map(({ day, slots }) => [day, ...idsOf(slots)].join(' ')), next };
  };

  test('lists days with jobs from a day on, to the last', () => {
    expect(agenda({})).toEqual({
      days: ['2026-12-09 a b', '2026-12-10 c', '2026-12-20 d', '2030-01-01 far'],
      next: null,
    });
  });

  test('goes on where it ended, with whole days', () => {
    expect(agenda({ atLeast: 1 })).toEqual({ days: ['2026-12-09 a b'], next: '2026-12-10' });
    expect(agenda({ from: '2026-12-10', atLeast: 2 })).toEqual({
      days: ['2026-12-10 c', '2026-12-20 d'],
      next: '2030-01-01',
    });
  });

  test('leaves out days on which the filter finds nothing', () => {
    expect(agenda({ status: 'completed' })).toEqual({ days: ['2026-12-20 d'], next: null });
  });
});

describe('the tray', () => {
  const rows = [
    job('b', { scheduled_date: null }),
    on('2026-12-08', 'late low', { priority: 'low' }),
    job('new word', { scheduled_date: null, priority: 'someday' }),
    job('urgent', { scheduled_date: null, priority: 'urgent' }),
    job('a', { scheduled_date: null }),
    on('2026-12-01', 'late'),
    crewJob('of Ann', 'Ann', '', { scheduled_date: null, priority: 'high' }),
    on(TODAY, 'today'),
    on('2026-12-01', 'done', { status: 'completed' }),
    on('2026-12-04', 'begun', { status: 'in_progress' }),
    on(TODAY, 'begun today', { status: 'in_progress' }),
  ];
  const tray = (question: object = {}) => {
    const { undated, overdue, running } = drawAll(
      planTray(indexOf(rows), newSlots(), { ...ALL, ...question }),
    );
    return [undated, overdue, running].map((list) => list.map(({ localId }) => localId));
  };

  test('has what is open without a day, then what is overdue, then what is in progress, by priority and in the order of the list', () => {
    expect(tray()).toEqual([['urgent', 'of Ann', 'b', 'a', 'new word'], ['late', 'late low'], ['begun']]);
  });

  test('is filtered by person, status and search', () => {
    expect(tray({ who: 'ann' })).toEqual([['of Ann'], [], []]);
    expect(tray({ status: 'pending' })).toEqual([[], [], []]);
    expect(tray({ keep: ({ localId }: TestRow) => localId.includes('a') })).toEqual([
      ['a'],
      ['late', 'late low'],
      [],
    ]);
  });

  test('has no limit, and is sorted in steps', () => {
    const many = Array.from({ length: 3000 }, (_, n) => job(String(n), { scheduled_date: '2020-01-01' }));
    const steps = planTray(indexOf(many), newSlots(), ALL);
    expect(steps.next().done).toBe(false);
    expect(drawAll(steps).overdue).toHaveLength(3000);
  });
});
