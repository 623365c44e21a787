import { describe, expect, test } from 'vitest';
import { daysOfView } from '../../../src/domain/schedule/days.ts';
import { PLAIN_ROWS } from '../../../src/domain/schedule/people.ts';
import { planDays } from '../../../src/domain/schedule/plan-days.ts';
import { printedWeeks } from '../../../src/domain/schedule/printed-week.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import { crewJob, indexOf, job, newSlots, type TestRow, TODAY } from './schedule-rows.ts';

function printed(rows: readonly TestRow[], settings = PLAIN_ROWS, status: string | null = null) {
  const question = { days: daysOfView('week', TODAY), people: [], settings, who: null, status };
  return printedWeeks(drawAll(planDays(indexOf(rows), newSlots(), question)), question);
}

describe('the printed week', () => {
  test('is a sheet for each person with their days, jobs, and who comes along', () => {
    const site = { address_line_1: '2175 Oak St', city: 'Austin', state: 'TX', work_order_number: ' WO-1 ' };
    const rows = [
      crewJob('a', 'Ann Lee, Bo', '9-11', site),
      crewJob('b', 'Bo', 'after lunch', { scheduled_date: '2026-12-11' }),
    ];
    const shared = {
      localId: 'a',
      title: 'a',
      number: 'WO-1',
      address: ['2175 Oak St', 'Austin, TX'],
      over: null,
      from: 540,
      to: 660,
      unread: '',
    };
    expect(printed(rows)).toEqual([
      {
        person: { key: 'ann lee', name: 'Ann Lee' },
        days: [{ day: TODAY, jobs: [{ ...shared, with: ['Bo'] }] }],
      },
      {
        person: { key: 'bo', name: 'Bo' },
        days: [
          { day: TODAY, jobs: [{ ...shared, with: ['Ann Lee'] }] },
          {
            day: '2026-12-11',
            jobs: [expect.objectContaining({ localId: 'b', from: null, unread: 'after lunch', with: [] })],
          },
        ],
      },
    ]);
  });

  test('has a sheet for what nobody has, and none for a person without planned jobs', () => {
    const rows = [job('a'), crewJob('b', 'Ann', '', { status: 'cancelled' })];
    expect(printed(rows).map(({ person, days }) => [person, days.length])).toEqual([[null, 1]]);
  });

  test('has the cancelled jobs if only those are asked for', () => {
    const rows = [job('a'), crewJob('b', 'Ann', '', { status: 'cancelled' })];
    expect(printed(rows, PLAIN_ROWS, 'cancelled').map(({ person }) => person?.name)).toEqual(['Ann']);
  });

  test('says of each job whether it is over', () => {
    const [sheet] = printed([crewJob('a', 'Ann'), crewJob('b', 'Ann', '', { status: 'completed' })]);
    expect(sheet?.days[0]?.jobs.map(({ over }) => over)).toEqual([null, 'completed']);
  });

  test('does not name a person beside the same person', () => {
    const settings = { ...PLAIN_ROWS, joined: new Map([['ann', 'ann lee']]) };
    const [sheet] = printed([crewJob('a', 'Ann, Cy')], settings);
    expect(sheet?.days[0]?.jobs[0]?.with).toEqual(['Cy']);
  });
});
