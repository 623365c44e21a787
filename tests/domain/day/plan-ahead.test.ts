import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { planAhead } from '../../../src/domain/day/plan-ahead.ts';
import { planDay, startOf } from '../../../src/domain/day/plan-day.ts';
import { daysFrom, NO_DATE_FORMS } from '../../../src/domain/plain-date.ts';
import { scheduledDay } from '../../../src/domain/schedule.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import {
  WORK_ORDER_PRIORITIES,
  WORK_ORDER_STATUSES,
  type WorkOrder,
  workOrderSpec,
} from '../../../src/domain/work-order.ts';

const TODAY = '2026-03-05';
const ME = { set: '', username: 'maria' };
const blank = workOrderSpec.blank({ now: 0, random: 0 });

function job(title: string, given: Readonly<Record<string, unknown>> = {}) {
  return { view: { ...blank, title, scheduled_date: TODAY, ...given } as WorkOrder };
}

type Job = ReturnType<typeof job>;

function planned(jobs: readonly Job[], count = 10, set = '') {
  const plan = drawAll(
    planAhead(jobs, {
      today: TODAY,
      count,
      countToday: count,
      dates: NO_DATE_FORMS,
      me: { set, username: 'maria' },
    }),
  );
  const titles = (rows: readonly Job[]): string[] => rows.map(({ view }) => view.title);
  const { due, oldest, who: _, ...counts } = plan.today;
  return { next: titles(plan.next), due: titles(due), oldest: titles(oldest), ...counts, days: plan.days };
}

describe('the next work orders', () => {
  it('are those of today or later, soonest first', () => {
    const { next } = planned([
      job('later', { scheduled_date: '2026-03-09' }),
      job('yesterday', { scheduled_date: '2026-03-04' }),
      job('today'),
      job('next year', { scheduled_date: '2027-01-01' }),
      job('no day', { scheduled_date: null }),
      job('blank', { scheduled_date: '' }),
    ]);
    expect(next).toEqual(['today', 'later', 'next year']);
  });

  it('leave out work that is finished or under way', () => {
    const { next } = planned([
      job('done', { status: 'completed' }),
      job('off', { status: 'cancelled' }),
      job('under way', { status: 'in_progress' }),
      job('a server’s own', { status: 'on_the_road' }),
    ]);
    expect(next).toEqual(['a server’s own']);
  });

  it('are sorted by time within a day, then by priority, as those of today are', () => {
    const at = (time: string): string => new Date(`2026-03-05T${time}:00`).toISOString();
    const { next, due } = planned([
      job('low', { scheduled_date: `${TODAY}T00:00:00Z`, priority: 'low' }),
      job('three', { scheduled_date: at('15:00') }),
      job('nine', { scheduled_date: at('09:00') }),
      job('ten', { notes: '--- Job ---\nTime: 10:00-11:00' }),
      job('urgent', { priority: 'urgent' }),
    ]);
    expect(next).toEqual(['nine', 'ten', 'three', 'urgent', 'low']);
    expect(due).toEqual(next);
  });

  it('are found among any number, a few at a time', () => {
    const days = ['2026-03-09', '2026-03-07', '2026-03-04', '2026-03-08'];
    const many = Array.from({ length: 2500 }, (_, n) => job(`${n}`, { scheduled_date: days[n % 4] ?? null }));
    many.splice(700, 0, job('next'));
    expect(planned(many, 3).next).toEqual(['next', '1', '1001']);
    const steps = planAhead(many, { today: TODAY, count: 3, countToday: 3, dates: NO_DATE_FORMS, me: ME });
    expect([...steps].length).toBeGreaterThan(3);
  });
});

describe('the work of today', () => {
  it('counts what is done and running among the jobs of today', () => {
    const { total, done, running, fromOtherDays } = planned([
      job('done', { status: 'completed' }),
      job('also done', { status: 'completed' }),
      job('under way', { status: 'in_progress' }),
      job('under way since yesterday', { status: 'in_progress', scheduled_date: '2026-03-04' }),
      job('under way without a day', { status: 'in_progress', scheduled_date: null }),
      job('open'),
      job('given up', { status: 'cancelled' }),
      job('a server’s own', { status: 'on_the_road' }),
    ]);
    expect([total, done, running, fromOtherDays]).toEqual([5, 2, 1, 2]);
  });

  it('names open jobs by time, then priority', () => {
    const { due } = planned([
      job('low', { priority: 'low' }),
      job('urgent', { priority: 'urgent' }),
      job('at ten', { notes: '--- Job ---\nTime: 10:00-11:00' }),
      job('under way', { status: 'in_progress' }),
    ]);
    expect(due).toEqual(['at ten', 'urgent', 'low']);
  });

  it('is that of one person, where the other figures are the company’s', () => {
    const jobs = [
      job('mine', { notes: '--- Job ---\nCrew: Bo, Ann Lee' }),
      job('done', { status: 'completed', notes: '--- Job ---\nCrew: ann lee' }),
      job('theirs', { notes: '--- Job ---\nCrew: Bo' }),
      job('nobody’s'),
      job('my late one', { scheduled_date: '2026-03-01', notes: '--- Job ---\nCrew: Ann Lee' }),
      job('their late one', { scheduled_date: '2026-03-01', notes: '--- Job ---\nCrew: Bo' }),
    ];
    const { due, oldest, late, total, done, next, days } = planned(jobs, 10, 'Ann Lee');
    expect({ due, oldest, late, total, done }).toEqual({
      due: ['mine'],
      oldest: ['my late one'],
      late: 1,
      total: 2,
      done: 1,
    });
    expect([next, days[0]?.count]).toEqual([['mine', 'nobody’s', 'theirs'], 4]);
  });

  it('names the first job of a later day, which is the person’s own too', () => {
    const on = (title: string, scheduled_date: string, crew: string) =>
      job(title, { scheduled_date, notes: `--- Job ---\nCrew: ${crew}` });
    const jobs = [
      on('far', '2026-03-09', 'Ann Lee'),
      on('theirs', '2026-03-06', 'Bo'),
      on('mine', '2026-03-07', 'Ann Lee'),
      on('today', TODAY, 'Ann Lee'),
    ];
    expect(planned(jobs, 10, 'Ann Lee').later?.view.title).toBe('mine');
    expect(planned(jobs).later?.view.title).toBe('theirs');
    expect(planned([]).later).toBeUndefined();
  });

  it('names the oldest late jobs, and counts them all', () => {
    const late = (title: string, scheduled_date: string) =>
      job(title, { scheduled_date, status: 'assigned' });
    const jobs = [
      late('Tuesday', '2026-03-03'),
      late('Monday', '2026-03-02'),
      late('Wednesday', '2026-03-04'),
      job('done', { status: 'completed', scheduled_date: '2026-03-01' }),
    ];
    const { late: count, oldest } = planned(jobs, 2);
    expect([count, oldest]).toEqual([3, ['Monday', 'Tuesday']]);
  });
});

test('all of it is what a naive program finds', () => {
  const work = fc.record({
    title: fc.string(),
    status: fc.constantFrom(...WORK_ORDER_STATUSES, 'on_the_road'),
    priority: fc.constantFrom(...WORK_ORDER_PRIORITIES),
    scheduled_date: fc.option(
      fc.oneof(
        fc.integer({ min: -20, max: 30 }).map((days) => daysFrom(TODAY, days)),
        fc.integer({ min: -60, max: 60 }).map((hours) => new Date(2026, 2, 5, hours).toISOString()),
      ),
    ),
    notes: fc.constantFrom('', '--- Job ---\nTime: 9:00', '--- Job ---\nTime: 14:30-16:00'),
  });
  const dates = { moment: '2026-03-05T09:30:00Z', days: true };
  fc.assert(
    fc.property(fc.array(work, { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (given, count) => {
      const jobs = given.map(({ title, ...fields }) => job(title, fields));
      const dayOf = ({ view }: Job): string =>
        view.scheduled_date ? scheduledDay(view.scheduled_date, dates) : '';
      const open = jobs.filter(({ view }) => view.status === 'pending' || view.status === 'assigned');
      const ofToday = jobs.filter((one) => dayOf(one) === TODAY && one.view.status !== 'cancelled');
      const byTime = (rows: readonly Job[]): Job[] =>
        [...rows].sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : Number(dayOf(a) > dayOf(b))));
      const plan = drawAll(planAhead(jobs, { today: TODAY, count, countToday: count, dates, me: ME }));
      expect(plan.days).toEqual(
        Array.from({ length: 14 }, (_, n) => {
          const day = daysFrom(TODAY, n);
          const ofDay = jobs.filter((one) => dayOf(one) === day && one.view.status !== 'cancelled');
          return { day, count: ofDay.length };
        }),
      );
      const days = plan.days.map(({ day }) => day);
      const strip = drawAll(planDay(jobs, { day: TODAY, today: TODAY, days, who: null, dates }));
      expect(plan.days).toEqual([...strip.counts].map(([day, number]) => ({ day, count: number })));
      expect([plan.today.total, plan.today.fromOtherDays]).toEqual([
        strip.counts.get(TODAY),
        strip.fromOtherDays,
      ]);
      const late = open.filter((one) => dayOf(one) !== '' && dayOf(one) < TODAY);
      const { today } = plan;
      expect([today.total, today.done, today.running, today.late]).toEqual([
        ofToday.length,
        ofToday.filter(({ view }) => view.status === 'completed').length,
        ofToday.filter(({ view }) => view.status === 'in_progress').length,
        late.length,
      ]);
      expect(today.oldest.map(dayOf)).toEqual(byTime(late).slice(0, count).map(dayOf));
      const due = open.filter((one) => dayOf(one) === TODAY);
      const starts = due.map(({ view }) => startOf(view, dates) || '~').sort();
      expect(today.due.map(({ view }) => startOf(view, dates) || '~')).toEqual(starts.slice(0, count));
      expect(today.timed.map(({ order }) => order.slice(0, 5)).sort()).toEqual(
        starts.filter((start) => start !== '~'),
      );
      expect(today.untimed !== undefined).toBe(starts.includes('~'));
      const begun = ['in_progress', 'completed', 'cancelled'];
      const coming = jobs.filter((one) => !begun.includes(one.view.status) && dayOf(one) >= TODAY);
      const order = (one: Job): string => `${dayOf(one)} ${startOf(one.view, dates) || '~'}`;
      expect(plan.next.map(order)).toEqual(coming.map(order).sort().slice(0, count));
      const after = coming.filter((one) => dayOf(one) > TODAY);
      expect(today.later && order(today.later)).toBe(after.map(order).sort()[0]);
    }),
  );
});
