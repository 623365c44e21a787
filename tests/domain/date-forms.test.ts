import { afterEach, describe, expect, test } from 'vitest';
import { planAhead } from '../../src/domain/day/plan-ahead.ts';
import { planDay, startOf } from '../../src/domain/day/plan-day.ts';
import { type DateForms, isDayOnly, NO_DATE_FORMS, withDateForm } from '../../src/domain/plain-date.ts';
import { dateTest, scheduledDay, scheduledOrder } from '../../src/domain/schedule.ts';
import { drawAll } from '../../src/domain/steps.ts';
import { workOrderSpec } from '../../src/domain/work-order.ts';

const OWN_ZONE = process.env['TZ'];

function moveTo(zone: string | undefined): void {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
}

afterEach(() => moveTo(OWN_ZONE));

const seen = (...values: readonly unknown[]): DateForms => values.reduce(withDateForm, NO_DATE_FORMS);
const MOMENTS = seen('2026-03-05T09:30:00Z');

describe('the forms in which a server writes dates', () => {
  // @spec D1.53
  test.each<[name: string, values: readonly unknown[], forms: DateForms]>([
    ['nothing', [], { moment: null, days: false }],
    ['nothing that is a date', [null, '', 'soon', 7, '2026-02-30'], { moment: null, days: false }],
    ['days', ['2026-03-05', null, '2026-03-06'], { moment: null, days: true }],
    ['midnights in UTC', ['2026-03-05T00:00:00Z', '2026-03-06T00:00:00.000+00:00'], NO_DATE_FORMS],
    ['midnights of its own zone', ['2026-03-05T00:00:00-06:00', '2026-07-05T00:00:00-05:00'], NO_DATE_FORMS],
    ['midnights without a zone', ['2026-03-05T00:00', '2026-03-05 00:00:00'], NO_DATE_FORMS],
    [
      'a moment among midnights',
      ['2026-03-05T00:00:00Z', '2026-03-05T17:00:00Z', '2026-03-06T18:30:00Z'],
      { moment: '2026-03-05T17:00:00Z', days: false },
    ],
    ['a second past midnight', ['2026-03-05T00:00:01Z'], { moment: '2026-03-05T00:00:01Z', days: false }],
    [
      'days and moments',
      ['2026-03-05T17:00:00-06:00', '2026-03-05'],
      { moment: '2026-03-05T17:00:00-06:00', days: true },
    ],
  ])('that has sent %s', (_, values, forms) => {
    expect(seen(...values)).toEqual(forms);
  });

  test('are never forgotten', () => {
    expect(['2026-03-05', '2026-03-05T00:00:00Z', null].reduce(withDateForm, MOMENTS).moment).toBe(
      MOMENTS.moment,
    );
  });

  // @spec D1.53
  test('make a midnight a moment, but never a day without a time', () => {
    expect(isDayOnly('2026-03-05T00:00:00Z', NO_DATE_FORMS)).toBe(true);
    expect(isDayOnly('2026-03-05T00:00:00Z', MOMENTS)).toBe(false);
    expect(isDayOnly('2026-03-05', MOMENTS)).toBe(true);
    expect(isDayOnly('2026-03-05T09:30:00Z', NO_DATE_FORMS)).toBe(false);
  });
});

/** The local day and time of midnight UTC on December 1 and July 1. */
const HERE = [
  ['America/Los_Angeles', '2026-12-01T00:00:00Z', '2026-11-30', '16:00'],
  ['America/Los_Angeles', '2026-07-01T00:00:00Z', '2026-06-30', '17:00'],
  ['America/Chicago', '2026-12-01T00:00:00Z', '2026-11-30', '18:00'],
  ['America/Chicago', '2026-07-01T00:00:00Z', '2026-06-30', '19:00'],
  ['Pacific/Auckland', '2026-12-01T00:00:00Z', '2026-12-01', '13:00'],
  ['Pacific/Auckland', '2026-07-01T00:00:00Z', '2026-07-01', '12:00'],
] as const;

describe.each(HERE)('in %s, %s', (zone, midnight, day, time) => {
  const written = midnight.slice(0, 10);
  const job = (title: string, scheduled_date: string) => ({
    view: { ...workOrderSpec.blank({ now: 0, random: 0 }), title, scheduled_date },
  });

  test('from a server of moments is a time of the local day', () => {
    moveTo(zone);
    const given = job('x', midnight);
    expect([scheduledDay(midnight, MOMENTS), startOf(given.view, MOMENTS)]).toEqual([day, time]);
    expect(dateTest('today', day, MOMENTS)(midnight, false)).toBe(true);
    expect(dateTest('today', written, MOMENTS)(midnight, false)).toBe(written === day);
    const ahead = drawAll(
      planAhead([given], {
        today: day,
        count: 1,
        countToday: 1,
        dates: MOMENTS,
        me: { set: '', username: '' },
      }),
    );
    expect([ahead.next, ahead.today.due]).toEqual([[given], [given]]);
    const plan = drawAll(planDay([given], { day, today: day, days: [day], who: null, dates: MOMENTS }));
    expect([plan.due, plan.counts.get(day)]).toEqual([[given], 1]);
  });

  test('from a server that writes days as midnight is the written day', () => {
    moveTo(zone);
    const given = job('x', midnight);
    expect([scheduledDay(midnight, NO_DATE_FORMS), startOf(given.view, NO_DATE_FORMS)]).toEqual([
      written,
      '',
    ]);
    expect(dateTest('today', written, NO_DATE_FORMS)(midnight, false)).toBe(true);
    const plan = drawAll(
      planDay([given], {
        day: written,
        today: written,
        days: [written],
        who: null,
        dates: NO_DATE_FORMS,
      }),
    );
    expect(plan.due).toEqual([given]);
  });

  test('sorts by day and moment, after days without a time', () => {
    moveTo(zone);
    const before = new Date(Date.parse(midnight) - 60_000).toISOString();
    const after = new Date(Date.parse(midnight) + 60_000).toISOString().replace('Z', '+00:00');
    const sorted = [after, midnight, day, before].sort((one, other) =>
      scheduledOrder(one, MOMENTS) < scheduledOrder(other, MOMENTS) ? -1 : 1,
    );
    expect(sorted).toEqual([day, before, midnight, after]);
  });
});
