import { afterEach, describe, expect, test } from 'vitest';
import { NO_DATE_FORMS } from '../../../src/domain/plain-date.ts';
import { repeatDays, repeatsOf } from '../../../src/domain/schedule/repeat.ts';
import type { WorkOrder } from '../../../src/domain/work-order.ts';
import { job, moveToZone, TODAY } from './schedule-rows.ts';

afterEach(() => moveToZone());

describe('the days of a repeat', () => {
  test('follow the job’s day', () => {
    expect(repeatDays(TODAY, { count: 3, skipWeekend: false })).toEqual([
      '2026-12-10',
      '2026-12-11',
      '2026-12-12',
    ]);
  });

  test('skip Saturday and Sunday', () => {
    expect(repeatDays('2026-12-10', { count: 3, skipWeekend: true })).toEqual([
      '2026-12-11',
      '2026-12-14',
      '2026-12-15',
    ]);
    expect(repeatDays('2026-12-12', { count: 1, skipWeekend: true })).toEqual(['2026-12-14']);
  });

  test('are at most ten, and may be none', () => {
    expect(repeatDays(TODAY, { count: 99, skipWeekend: false })).toHaveLength(10);
    expect(repeatDays(TODAY, { count: 0, skipWeekend: false })).toEqual([]);
  });
});

describe('a repeated job', () => {
  const env = { dates: NO_DATE_FORMS, now: 1_796_000_000_000, random: () => 0.5 };
  const repeated = (given: Partial<WorkOrder>, days: readonly string[] = ['2026-12-10']) =>
    repeatsOf(job('Dry out', given).view, days, env);
  const notes = [
    'Call before arriving.',
    '\\--- Log ---',
    '--- Job ---',
    'Crew: Ann, Bo',
    'Flags: gas off',
    'Time: 9-11',
    'Project: Burst pipe',
    'Started: 2026-12-09 08:42 -0600 Ann',
    '--- Checklist ---',
    '[x] Work authorization (2026-12-09 08:45 -0600 Ann)',
    '--- Drying ---',
    '2026-12-09 09:05 -0600 Ann: points A1 34',
    '--- Log ---',
    '2026-12-09 08:42 -0600 Ann: Wall open.',
    '--- Insurer ---',
    'Ref: 7',
  ].join('\n');

  test('keeps what people wrote, crew, flags, time and project, but nothing that was done', () => {
    const [first] = repeated({ notes, status: 'completed', estimated_cost: 900 });
    expect(first?.notes).toBe(
      [
        'Call before arriving.',
        '\\--- Log ---',
        '--- Job ---',
        'Crew: Ann, Bo',
        'Flags: gas off',
        'Time: 9-11',
        'Project: Burst pipe',
        '--- Insurer ---',
        'Ref: 7',
      ].join('\n'),
    );
    expect(first).toMatchObject({ status: 'assigned', estimated_cost: 0, scheduled_date: '2026-12-10' });
  });

  test('keeps customer, place and priority, and gets its own number', () => {
    const given = { customer: '7', city: 'Austin', priority: 'urgent', work_order_number: 'WO-1-1' };
    const copies = repeated(given, ['2026-12-10', '2026-12-11', '2026-12-14']);
    expect(copies.map(({ scheduled_date }) => scheduled_date)).toEqual([
      '2026-12-10',
      '2026-12-11',
      '2026-12-14',
    ]);
    expect(copies[1]).toMatchObject({ title: 'Dry out', customer: '7', city: 'Austin', priority: 'urgent' });
    const numbers = new Set(copies.map(({ work_order_number }) => work_order_number));
    expect([numbers.size, numbers.has('WO-1-1')]).toEqual([3, false]);
  });

  test('takes the time in the notes for its first date on a server of moments', () => {
    moveToZone('America/Chicago');
    const dates = { moment: '2026-12-01T09:30:00-06:00', days: false };
    const at = (given: Partial<WorkOrder>) =>
      repeatsOf(job('Dry out', given).view, ['2026-12-10'], { ...env, dates })[0]?.scheduled_date;
    const timed = '--- Job ---\nTime: 13:00-15:00';
    expect(at({ scheduled_date: null, notes: timed })).toBe('2026-12-10T13:00:00-06:00');
    expect(at({ scheduled_date: '2026-12-09T10:00:00-06:00', notes: timed })).toBe(
      '2026-12-10T10:00:00-06:00',
    );
  });

  test('keeps all other lines of the job, in their places', () => {
    const [first] = repeated({
      notes: [
        'Call first.',
        '--- Job ---',
        'Crew: Ann',
        'On the way: 2026-12-09 08:12 -0600 Ann',
        'Started: 2026-12-09 08:42 -0600 Ann',
        'Started: 2026-12-09 08:43 -0600 Bo',
        'Finished: 2026-12-09 10:00 -0600 Ann',
        'Key: under the mat',
        '--- Drying ---',
        '2026-12-09 09:05 -0600 Ann: points A1 34',
      ].join('\n'),
    });
    expect(first?.notes).toBe('Call first.\n--- Job ---\nCrew: Ann\nKey: under the mat');
  });

  test('is pending without a crew', () => {
    expect(repeated({ notes: '' })[0]).toMatchObject({ status: 'pending', notes: '' });
  });
});
