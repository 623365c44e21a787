import { describe, expect, test } from 'vitest';
import { likeliestTemplates, readTemplates, USUAL_TEMPLATES } from '../../../src/domain/day/checklist.ts';
import { crewNames, nextStep, otherNotes, takeStep, withoutLaterSteps } from '../../../src/domain/day/job.ts';
import { planDay, startOf } from '../../../src/domain/day/plan-day.ts';
import { dayAfter, dayBefore, NO_DATE_FORMS, weekOf } from '../../../src/domain/plain-date.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import { type WorkOrder, workOrderSpec } from '../../../src/domain/work-order.ts';

const TODAY = '2026-11-26';
const blank = workOrderSpec.blank({ now: 0, random: 0 });

function job(title: string, given: Partial<WorkOrder> = {}) {
  return { view: { ...blank, title, status: 'assigned', scheduled_date: TODAY, ...given } };
}

function planned(jobs: readonly ReturnType<typeof job>[], given: { day?: string; who?: string | null } = {}) {
  const { day = TODAY, who = null } = given;
  const plan = drawAll(planDay(jobs, { day, today: TODAY, days: weekOf(day), who, dates: NO_DATE_FORMS }));
  const titles = (rows: typeof plan.due): string[] => rows.map(({ view }) => view.title);
  return {
    running: titles(plan.running),
    overdue: titles(plan.overdue),
    due: titles(plan.due),
    undated: titles(plan.undated),
    fromOtherDays: plan.fromOtherDays,
    cancelled: plan.cancelled,
    counts: plan.counts,
  };
}

describe('the plan of a day', () => {
  test('lists overdue work first, then by time and priority, and finished work last', () => {
    const plan = planned([
      job('low', { priority: 'low' }),
      job('done', { status: 'completed', priority: 'urgent' }),
      job('urgent', { priority: 'urgent' }),
      job('at ten', { notes: '--- Job ---\nTime: 10:00-11:00' }),
      job('at nine', { notes: '--- Job ---\nTime: 9:00' }),
      job('since Tuesday', { scheduled_date: '2026-11-24' }),
      job('since Monday', { scheduled_date: '2026-11-23', priority: 'low' }),
      job('given up', { scheduled_date: '2026-11-23', status: 'cancelled' }),
      job('tomorrow', { scheduled_date: '2026-11-27' }),
      job('some day', { scheduled_date: null }),
    ]);
    expect(plan.overdue).toEqual(['since Monday', 'since Tuesday']);
    expect(plan.due).toEqual(['at nine', 'at ten', 'urgent', 'low', 'done']);
    expect(plan.undated).toEqual(['some day']);
    expect(Object.fromEntries(plan.counts)).toEqual({
      '2026-11-22': 0,
      '2026-11-23': 1,
      '2026-11-24': 1,
      '2026-11-25': 0,
      '2026-11-26': 5,
      '2026-11-27': 1,
      '2026-11-28': 0,
    });
  });

  test('lists running work first, the latest start on top, whatever day it was scheduled for', () => {
    const started = (at: string) => `--- Job ---\nStarted: 2026-11-${at} -0600 Ann`;
    const running = { status: 'in_progress' };
    const jobs = [
      job('overdue', { scheduled_date: '2026-11-20' }),
      job('running since Monday', { ...running, scheduled_date: '2026-11-23', notes: started('23 08:00') }),
      job('just begun', { ...running, notes: started('26 09:30') }),
      job('begun without a stamp', { ...running, scheduled_date: null }),
      job('begun early', { ...running, scheduled_date: '2026-11-27', notes: started('26 08:00') }),
      job('due'),
    ];
    const plan = planned(jobs);
    expect(plan.running).toEqual([
      'just begun',
      'begun early',
      'running since Monday',
      'begun without a stamp',
    ]);
    expect([plan.overdue, plan.due]).toEqual([['overdue'], ['due']]);
    expect(planned(jobs, { day: '2026-11-27' })).toMatchObject({ running: [], due: ['begun early'] });
    expect(planned(jobs, { day: '2026-11-27' }).undated).toEqual(['begun without a stamp']);
  });

  test('counts for each day what is scheduled and not cancelled, and what its lists show besides', () => {
    const jobs = [
      job('overdue', { scheduled_date: '2026-11-20' }),
      job('running', { status: 'in_progress', scheduled_date: '2026-11-23' }),
      job('running today', { status: 'in_progress' }),
      job('called off', { status: 'cancelled' }),
      job('called off too', { status: 'cancelled', scheduled_date: '2026-11-27' }),
      job('done yesterday', { status: 'completed', scheduled_date: '2026-11-25' }),
      job('done', { status: 'completed' }),
      job('due'),
      job('tomorrow', { scheduled_date: '2026-11-27' }),
      job('some day', { scheduled_date: null }),
    ];
    const { counts } = planned(jobs);
    for (const day of weekOf(TODAY)) {
      const plan = planned(jobs, { day });
      const shown = plan.running.length + plan.overdue.length + plan.due.length;
      const besides = plan.overdue.length + plan.fromOtherDays + plan.cancelled;
      expect([day, counts.get(day)]).toEqual([day, shown - besides]);
      expect(plan.counts).toEqual(counts);
    }
    expect([...counts.values()]).toEqual([0, 1, 0, 1, 3, 1, 0]);
    expect(planned(jobs)).toMatchObject({ fromOtherDays: 1, cancelled: 1 });
    expect(planned(jobs, { day: '2026-11-27' })).toMatchObject({ fromOtherDays: 0, cancelled: 1 });
  });

  test('puts 2:00 PM after 9 and 10 AM, however the times were written', () => {
    const times = [
      '2:00 PM',
      '1400',
      '8am',
      '9-11',
      '10:00-11:00 AM',
      'noon',
      '1',
      '12:30 AM',
      'after lunch',
    ];
    const plan = planned(times.map((time) => job(time, { notes: `--- Job ---\nTime: ${time}` })));
    expect(plan.due).toEqual([
      '12:30 AM',
      '8am',
      '9-11',
      '10:00-11:00 AM',
      'noon',
      '1',
      '1400',
      '2:00 PM',
      'after lunch',
    ]);
  });

  test('is for one person if asked, however the name was typed', () => {
    const jobs = [
      job('mine', { notes: '--- Job ---\ncrew : Bo, ANN lee' }),
      job('theirs', { notes: '--- Job ---\nCrew: Bo' }),
      job('nobody’s'),
    ];
    expect(planned(jobs, { who: 'Ann Lee' }).due).toEqual(['mine']);
    expect(planned(jobs).due).toHaveLength(3);
  });

  test('of another day has no overdue work', () => {
    const jobs = [
      job('late', { scheduled_date: '2026-11-20' }),
      job('next', { scheduled_date: '2026-11-27' }),
    ];
    expect(planned(jobs, { day: '2026-11-27' })).toMatchObject({ overdue: [], due: ['next'] });
    expect(planned(jobs, { day: '2026-11-20' })).toMatchObject({ overdue: [], due: ['late'] });
  });

  test('is read and put in order in steps, so that the screen responds with ten thousand work orders', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => job(String(n)));
    const steps = planDay(many, { day: TODAY, today: TODAY, days: [TODAY], who: null, dates: NO_DATE_FORMS });
    let drawn = 0;
    while (!steps.next().done) drawn += 1;
    expect(drawn).toBe(200);
  });

  test.each([
    ['the hour of a date with a time', { scheduled_date: '2026-11-26T09:30:00' }, '09:30'],
    ['the hour of the notes', { notes: '--- Job ---\nTime: 9:05-10:00' }, '09:05'],
    ['the hour of the afternoon that the notes say', { notes: '--- Job ---\nTime: 2:00 PM' }, '14:00'],
    ['none of a midnight', { scheduled_date: '2026-11-26T00:00:00Z' }, ''],
    ['none of words', { notes: '--- Job ---\nTime: after lunch' }, ''],
  ])('it begins at %s', (_, given, start) => {
    expect(startOf({ ...blank, ...given }, NO_DATE_FORMS)).toBe(start);
  });

  test('a week is Sunday to Saturday', () => {
    expect(weekOf('2026-11-22')).toEqual(weekOf('2026-11-28'));
    expect(weekOf('2026-11-26')[0]).toBe('2026-11-22');
    expect([dayBefore('2026-03-01'), dayAfter('2026-02-28')]).toEqual(['2026-02-28', '2026-03-01']);
  });
});

test('each name on a crew is listed once, as it was first written', () => {
  const notes = (crew: string) => job('x', { notes: `--- Job ---\nCrew: ${crew}` });
  expect(drawAll(crewNames([notes('Ann, Bo'), notes('ann, Cy'), job('none')]))).toEqual(['Ann', 'Bo', 'Cy']);
});

test('a checklist is a line that ends with a colon and the lines below it', () => {
  expect(readTemplates('Before\nWater:\n- Photos\n\n  Readings \nEmpty:\n')).toEqual([
    { name: 'Water', items: ['Photos', 'Readings'] },
  ]);
  expect(readTemplates(USUAL_TEMPLATES).map(({ name }) => name)).toEqual([
    'Water',
    'Fire and smoke',
    'Mold',
    'Storm',
    'Biohazard',
  ]);
});

test.each([
  ['smoke_damage', 'Fire and smoke,Water,Mold,Storm,Biohazard'],
  ['mold_remediation', 'Mold,Water,Fire and smoke,Storm,Biohazard'],
  ['other', 'Water,Fire and smoke,Mold,Storm,Biohazard'],
])('for a project of the type %s, its checklist comes first', (type, names) => {
  const found = likeliestTemplates(readTemplates(USUAL_TEMPLATES), [type]);
  expect(found.map(({ name }) => name).join()).toBe(names);
});

test('notes outside of job, checklist and log are shown unchanged, with unknown blocks', () => {
  const text = 'Ring twice\r\n--- Log ---\r\nx\r\n--- Office ---\r\nKey: 7\r\n--- job ---\r\nCrew: a';
  expect(otherNotes(text)).toBe('Ring twice\r\n--- Office ---\r\nKey: 7');
});

describe('a step', () => {
  const stamp = { at: Date.parse('2026-11-26T08:04:00Z'), offset: 0, who: 'Ann' };

  test('sets the status and stamps the notes', () => {
    const taken = takeStep({ status: 'assigned', notes: '' }, 'onTheWay', stamp);
    expect(taken).toEqual({
      status: 'assigned',
      notes: '--- Job ---\nOn the way: 2026-11-26 08:04 +0000 Ann',
    });
    expect(nextStep({ ...blank, ...taken })).toBe('started');
  });

  test('that is no longer the next one changes nothing', () => {
    const begun = { status: 'in_progress', notes: '' } as const;
    expect(takeStep(begun, 'started', stamp)).toEqual({});
    expect(takeStep({ ...begun, status: 'completed' }, 'finished', stamp)).toEqual({});
  });

  const all = ['On the way: 1', 'Started: 2', 'Finished: 3'];
  const notesWith = (lines: readonly string[]) => `Ring twice.\r\n--- Job ---\r\n${lines.join('\r\n')}`;

  test.each([
    ['in_progress', all.slice(0, 2)],
    ['assigned', all.slice(0, 1)],
    ['completed', all],
    ['cancelled', all],
    ['unheard of', all],
  ])('[Q39] after the status %s loses its stamp', (status, left) => {
    expect(withoutLaterSteps({ status, notes: notesWith(all) })).toBe(notesWith(left));
  });

  test('[Q39] of a pending job loses its stamp, and nothing else changes', () => {
    const notes = `${notesWith(all)}\n--- Job ---\nFinished: 4\nCrew: Ann\nfinished:\n--- Log ---\nFinished: no`;
    const left = 'Ring twice.\r\n--- Job ---\nCrew: Ann\nfinished:\n--- Log ---\nFinished: no';
    expect(withoutLaterSteps({ status: 'pending', notes })).toBe(left);
    expect(withoutLaterSteps({ status: 'pending', notes: 'Ring twice.' })).toBe('Ring twice.');
  });
});
