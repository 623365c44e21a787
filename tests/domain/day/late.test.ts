import { describe, expect, test } from 'vitest';
import { lateAndNext, latenessOf } from '../../../src/domain/day/late.ts';
import { planAhead } from '../../../src/domain/day/plan-ahead.ts';
import { NO_DATE_FORMS } from '../../../src/domain/plain-date.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import { type WorkOrder, workOrderSpec } from '../../../src/domain/work-order.ts';

const TODAY = '2026-03-05';
const NOON = new Date(2026, 2, 5, 12).getTime();
const blank = workOrderSpec.blank({ now: 0, random: 0 });

function job(given: Partial<WorkOrder> = {}): WorkOrder {
  return { ...blank, status: 'assigned', scheduled_date: TODAY, ...given } as WorkOrder;
}

const at = (time: string): Partial<WorkOrder> => ({ notes: `--- Job ---\nTime: ${time}` });
const moment = (hour: number): string => new Date(2026, 2, 5, hour).toISOString();
const lateness = (one: WorkOrder) => latenessOf(one, { now: NOON, today: TODAY, dates: NO_DATE_FORMS });

describe('a job is late', () => {
  test.each([
    ['since its day is over', { scheduled_date: '2026-03-04' }, 'day'],
    ['since its day is over, whatever its time', { scheduled_date: '2026-03-04', ...at('23:00') }, 'day'],
    ['since its time has passed', at('11:59'), 'time'],
    ['since its moment has passed', { scheduled_date: moment(9) }, 'time'],
    ['since its span has ended', at('9-11'), 'time'],
    [
      'since the span that begins at its moment has ended',
      { scheduled_date: moment(9), ...at('1-3') },
      'time',
    ],
    ['not within its minute', at('12:00'), null],
    ['not before its time', at('14:00-16:00'), null],
    ['not within its span', at('9-1'), null],
    ['not in the last minute of its span', at('9-12'), null],
    ['not within the span that begins at its moment', { scheduled_date: moment(11), ...at('8-10') }, null],
    ['not before midnight, if its span ends after it', at('11:00-2:00 AM'), null],
    ['not without a time', {}, null],
    ['not tomorrow', { scheduled_date: '2026-03-06', ...at('8:00') }, null],
    ['not without a day', { scheduled_date: null, ...at('8:00') }, null],
    ['not once it is begun', { status: 'in_progress', ...at('8:00') }, null],
    ['not once it is over', { status: 'completed', scheduled_date: '2026-03-04' }, null],
  ] as const)('%s', (_, given, expected) => {
    expect(lateness(job(given as Partial<WorkOrder>))?.reason ?? null).toBe(expected);
  });

  test.each([
    ['11:15', '11:15'],
    ['9-11', '11:00'],
    ['09:00-09:00', '09:00'],
  ])('after %s, since %s', (time, due) => {
    expect(lateness(job(at(time)))).toEqual({ reason: 'time', due });
  });
});

/** The work of today, with only the first job of each list. */
function workOf(jobs: readonly WorkOrder[]) {
  const me = { set: '', username: 'maria' };
  const rows = jobs.map((view) => ({ view }));
  const ahead = { today: TODAY, dates: NO_DATE_FORMS, me, count: 1, countToday: 1 };
  return drawAll(planAhead(rows, ahead)).today;
}

test('all late jobs are counted by that rule, also those that are not shown', () => {
  const jobs = [
    job({ scheduled_date: '2026-03-04' }),
    job({ scheduled_date: '2026-03-01', status: 'pending' }),
    job(at('8:00')),
    job(at('9:00')),
    job(at('9-11')),
    job(at('9-15')),
    job(at('15:00')),
    job(),
    job({ status: 'in_progress', ...at('8:00') }),
  ];
  const { late } = lateAndNext(workOf(jobs), NOON);
  expect(late).toBe(5);
  expect(late).toBe(jobs.filter((one) => lateness(one) !== null).length);
});

describe('the next job of today', () => {
  const named = (title: string, given: Partial<WorkOrder>) => job({ title, ...given });
  const [eight, nine] = [named('8:00', at('8:00')), named('9:00', at('9:00'))];
  const [two, three] = [named('14:00', at('14:00')), named('15:00', at('15:00'))];
  const [any, urgent] = [named('any time', { priority: 'low' }), named('urgent', { priority: 'urgent' })];
  const urgentAtTwo = named('urgent at two', { ...at('14:00'), priority: 'urgent' });
  const until = named('8-13', at('8-13'));
  const tomorrow = named('tomorrow', { scheduled_date: '2026-03-06' });

  test.each([
    ['is the first whose time has not passed', [nine, three, any, eight, two], '14:00'],
    ['is the first whose span has not ended', [two, nine, until], '8-13'],
    ['is the more urgent one of two at one time', [two, urgentAtTwo], 'urgent at two'],
    ['is the most urgent one without a time once the others are late', [any, urgent, eight], 'urgent'],
    ['is a late one, the first, if there is no other', [nine, eight, tomorrow], '8:00'],
    ['is none of another day', [tomorrow, named('late', { scheduled_date: '2026-03-04' })], undefined],
  ] as const)('%s', (_, jobs, expected) => {
    expect(lateAndNext(workOf(jobs), NOON).next?.view.title).toBe(expected);
  });
});
