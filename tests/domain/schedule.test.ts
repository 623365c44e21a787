import { describe, expect, it } from 'vitest';
import { dayAfter, NO_DATE_FORMS } from '../../src/domain/plain-date.ts';
import { scheduledDay } from '../../src/domain/schedule.ts';

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
