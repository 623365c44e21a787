import { describe, expect, it } from 'vitest';
import { dayAfter, NO_DATE_FORMS } from '../../src/domain/plain-date.ts';
import { nextUp, scheduledDay } from '../../src/domain/schedule.ts';
import { drawAll } from '../../src/domain/steps.ts';

const TODAY = '2026-03-05';

function rows(...given: readonly (readonly [name: string, scheduled: string | null, status?: string])[]) {
  return given.map(([name, scheduled_date, status = 'pending']) => ({
    name,
    view: { scheduled_date, status },
  }));
}

function names(given: ReturnType<typeof rows>, count = 10): string[] {
  return drawAll(nextUp(given, { today: TODAY, count, dates: NO_DATE_FORMS })).map(({ name }) => name);
}

describe('the next work orders', () => {
  it('are those of today or later, soonest first', () => {
    const given = rows(
      ['later', '2026-03-09'],
      ['yesterday', '2026-03-04'],
      ['today', TODAY],
      ['next year', '2027-01-01'],
      ['no day', null],
      ['blank', ''],
    );
    expect(names(given)).toEqual(['today', 'later', 'next year']);
  });

  it('leave out finished work', () => {
    const given = rows(
      ['done', TODAY, 'completed'],
      ['off', TODAY, 'cancelled'],
      ['under way', TODAY, 'in_progress'],
      ['a server’s own', TODAY, 'on_the_road'],
    );
    expect(names(given)).toEqual(['under way', 'a server’s own']);
  });

  it('are sorted by time within a day, and keep the list’s order without a time', () => {
    const at = (time: string): string => new Date(`2026-03-05T${time}:00`).toISOString();
    const given = rows(
      ['b', `${TODAY}T00:00:00Z`],
      ['three', at('15:00')],
      ['nine', at('09:00')],
      ['a', TODAY],
    );
    expect(names(given)).toEqual(['b', 'a', 'nine', 'three']);
  });

  it('are no more than the count asked for', () => {
    expect(names(rows(['c', '2026-03-08'], ['a', TODAY], ['b', '2026-03-07']), 2)).toEqual(['a', 'b']);
  });
});

it('the next work orders are found among any number, a few at a time', () => {
  const days = ['2026-03-09', '2026-03-07', '2026-03-04', '2026-03-08'];
  const many = rows(...Array.from({ length: 2500 }, (_, n) => [`${n}`, days[n % 4] ?? null] as const));
  many.splice(700, 0, ...rows(['next', TODAY]));
  expect(names(many, 3)).toEqual(['next', '1', '5']);
  expect([...nextUp(many, { today: TODAY, count: 3, dates: NO_DATE_FORMS })].length).toBeGreaterThan(3);
});

describe('the scheduled day', () => {
  it.each([
    ['2026-03-05', '2026-03-05'],
    ['2026-03-05T00:00:00Z', '2026-03-05'],
    ['2026-03-05T00:00:00+14:00', '2026-03-05'],
  ])('of %s is %s in every zone', (scheduled, day) => {
    expect(scheduledDay(scheduled, NO_DATE_FORMS)).toBe(day);
  });

  it('of a moment is the day on this device', () => {
    const moment = new Date(2026, 2, 5, 23, 30);
    expect(scheduledDay(moment.toISOString(), NO_DATE_FORMS)).toBe('2026-03-05');
  });
});

it.each([
  ['2026-03-05', '2026-03-06'],
  ['2026-02-28', '2026-03-01'],
  ['2028-02-28', '2028-02-29'],
  ['2026-12-31', '2027-01-01'],
])('the day after %s is %s', (day, next) => {
  expect(dayAfter(day)).toBe(next);
});
