import { describe, expect, test } from 'vitest';
import { countLate, latenessOf } from '../../../src/domain/day/late.ts';
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
const lateness = (one: WorkOrder) => latenessOf(one, { now: NOON, today: TODAY, dates: NO_DATE_FORMS });

describe('a job is late', () => {
  test.each([
    ['since its day is over', { scheduled_date: '2026-03-04' }, 'day'],
    ['since its day is over, whatever its time', { scheduled_date: '2026-03-04', ...at('23:00') }, 'day'],
    ['since its time has passed', at('11:59'), 'time'],
    ['since its moment has passed', { scheduled_date: new Date(2026, 2, 5, 9).toISOString() }, 'time'],
    ['not within its minute', at('12:00'), null],
    ['not before its time', at('14:00-16:00'), null],
    ['not without a time', {}, null],
    ['not tomorrow', { scheduled_date: '2026-03-06', ...at('8:00') }, null],
    ['not without a day', { scheduled_date: null, ...at('8:00') }, null],
    ['not once it is begun', { status: 'in_progress', ...at('8:00') }, null],
    ['not once it is over', { status: 'completed', scheduled_date: '2026-03-04' }, null],
  ] as const)('%s', (_, given, expected) => {
    expect(lateness(job(given as Partial<WorkOrder>))).toBe(expected);
  });
});

test('all late jobs are counted by that rule, also those that are not shown', () => {
  const jobs = [
    job({ scheduled_date: '2026-03-04' }),
    job({ scheduled_date: '2026-03-01', status: 'pending' }),
    job(at('8:00')),
    job(at('9:00')),
    job(at('15:00')),
    job(),
    job({ status: 'in_progress', ...at('8:00') }),
  ];
  const me = { set: '', username: 'maria' };
  const rows = jobs.map((view) => ({ view }));
  const ahead = { today: TODAY, dates: NO_DATE_FORMS, me, count: 1, countToday: 1 };
  const { today } = drawAll(planAhead(rows, ahead));
  expect(countLate(today, NOON)).toBe(4);
  expect(countLate(today, NOON)).toBe(jobs.filter((one) => lateness(one) !== null).length);
});
