import { expect, test } from 'vitest';
import { nextJobs } from '../../../src/domain/day/next-jobs.ts';
import { daysFrom, NO_DATE_FORMS } from '../../../src/domain/plain-date.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import { type WorkOrder, workOrderSpec } from '../../../src/domain/work-order.ts';

const TODAY = '2026-03-05';
const MINE = '--- Job ---\nCrew: maria';
const blank = workOrderSpec.blank({ now: 0, random: 0 });

function job(title: string, scheduled_date: string | null, given: Partial<WorkOrder> = {}) {
  return {
    view: { ...blank, title, scheduled_date, notes: MINE, status: 'assigned', ...given } as WorkOrder,
  };
}

function found(...jobs: readonly ReturnType<typeof job>[]) {
  const { next, late } = drawAll(nextJobs(jobs, { today: TODAY, who: 'Maria', dates: NO_DATE_FORMS }));
  const titles = (rows: typeof next): string[] => rows.map(({ view }) => view.title);
  return { next: titles(next), late: titles(late) };
}

test('the next jobs are those in progress, and those planned for today or tomorrow', () => {
  expect(
    found(
      job('today', TODAY),
      job('done today', TODAY, { status: 'completed' }),
      job('tomorrow', '2026-03-06'),
      job('running', '2026-01-01', { status: 'in_progress' }),
      job('running without a day', null, { status: 'in_progress' }),
      job('cancelled', TODAY, { status: 'cancelled' }),
      job('later', '2026-03-07'),
      job('without a day', null),
      job('of others', TODAY, { notes: '--- Job ---\nCrew: Bo' }),
    ).next,
  ).toEqual(['today', 'done today', 'tomorrow', 'running', 'running without a day']);
});

test('late jobs are open since an earlier day, the latest first', () => {
  expect(
    found(
      job('in January', '2026-01-01', { status: 'pending' }),
      job('yesterday', '2026-03-04'),
      job('done', '2026-03-04', { status: 'completed' }),
      job('cancelled', '2026-03-04', { status: 'cancelled' }),
      job('yesterday too', '2026-03-04'),
      job('of others', '2026-03-04', { notes: '' }),
    ),
  ).toEqual({ next: [], late: ['yesterday', 'yesterday too', 'in January'] });
});

test('all next jobs are found, and the latest 50 of those that are late', () => {
  const days = Array.from({ length: 130 }, (_, n) => daysFrom(TODAY, -1 - n));
  const { next, late } = found(
    ...days.map((day) => job(day, day)),
    ...days.map((_, n) => job(`${n}`, '2026-03-06')),
  );
  expect(next).toHaveLength(130);
  expect(late).toEqual(days.slice(0, 50));
});
