import { afterEach, describe, expect, test } from 'vitest';
import { NO_DATE_FORMS } from '../../../src/domain/plain-date.ts';
import { fixedBecause, type Move, movedJob, refusalOf } from '../../../src/domain/schedule/move.ts';
import type { WorkOrder } from '../../../src/domain/work-order.ts';
import { job, jobNotes, moveToZone, TODAY } from './schedule-rows.ts';

const MOMENTS = { moment: '2026-12-01T09:30:00-06:00', days: false };
const MOMENT = '2026-12-09T09:30:00-06:00';
const THURSDAY = '2026-12-10';

afterEach(() => moveToZone());

function moved(given: Partial<WorkOrder>, move: Move, dates = NO_DATE_FORMS): Partial<WorkOrder> {
  return movedJob(job('1', given).view, move, dates);
}

describe('a move to another day', () => {
  test.each([
    ['a day stays a day', TODAY, THURSDAY],
    ['a midnight stays a midnight', '2026-12-09T00:00:00.000Z', '2026-12-10T00:00:00.000Z'],
  ])('%s', (_, scheduled_date, expected) => {
    expect(moved({ scheduled_date }, { day: THURSDAY })).toEqual({ scheduled_date: expected });
  });

  test('a moment keeps its clock time and offset', () => {
    moveToZone('America/New_York');
    expect(moved({ scheduled_date: MOMENT }, { day: THURSDAY }, MOMENTS)).toEqual({
      scheduled_date: '2026-12-10T09:30:00-06:00',
    });
  });

  test('changes nothing on the same day, not even the seconds', () => {
    expect(moved({ scheduled_date: '2026-12-09T15:30:45.123Z' }, { day: TODAY }, MOMENTS)).toEqual({});
    expect(moved({ scheduled_date: TODAY }, { day: TODAY })).toEqual({});
    expect(moved({ scheduled_date: null }, {})).toEqual({});
  });

  test('replaces text that is no date', () => {
    const scheduled_date = 'sometime next week';
    expect(moved({ scheduled_date }, { day: TODAY })).toEqual({ scheduled_date: TODAY });
  });

  test('keeps the time in the notes, and takes it for the first date on a server of moments', () => {
    moveToZone('America/Chicago');
    const notes = jobNotes({ time: '13:00-15:00' });
    expect(moved({ scheduled_date: null, notes }, { day: TODAY })).toEqual({ scheduled_date: TODAY });
    expect(moved({ scheduled_date: null, notes }, { day: TODAY }, MOMENTS)).toEqual({
      scheduled_date: '2026-12-09T13:00:00-06:00',
    });
  });
});

describe('a move to another hour', () => {
  const other = 'Gate 4471.\r\n--- Job ---\r\nCrew: Ann\r\nTime: 9-11\r\nRoom: 4\r\n--- Log ---\r\nx';

  test('is written in the notes of a job with a day, with its length, and all other lines as they were', () => {
    expect(moved({ notes: other }, { time: { from: 780 } })).toEqual({
      notes: other.replace('9-11', '13:00-15:00'),
    });
  });

  test.each([
    ['', { from: 780 }, '13:00'],
    ['9:00', { from: 780 }, '13:00'],
    ['after lunch', { from: 780 }, '13:00'],
    ['9-11', { from: 1380 }, '23:00-01:00'],
    ['9-11', { from: 540, to: 720 }, '09:00-12:00'],
    ['9-11', { from: 540, to: null }, '09:00'],
  ])('with the time "%s" and %j', (time, span, written) => {
    expect(moved({ notes: jobNotes({ time }) }, { time: span })).toEqual({
      notes: jobNotes({ time: written }),
    });
  });

  test('writes the moment of a date that has a time, and the notes if they say one too', () => {
    moveToZone('America/Chicago');
    const at = (time: string, given: NonNullable<Move['time']>) =>
      moved({ scheduled_date: MOMENT, notes: jobNotes({ time }) }, { time: given }, MOMENTS);
    const scheduled_date = '2026-12-09T13:00:00-06:00';
    expect(at('', { from: 780 })).toEqual({ scheduled_date });
    expect(at('after lunch', { from: 780 })).toEqual({ scheduled_date });
    expect(at('9-11', { from: 780 })).toEqual({ scheduled_date, notes: jobNotes({ time: '13:00-15:00' }) });
  });

  test('stretches the end in the notes alone', () => {
    moveToZone('America/Chicago');
    const job9 = { scheduled_date: MOMENT, notes: jobNotes({ crew: 'Ann' }) };
    expect(moved(job9, { time: { from: 570, to: 690 } }, MOMENTS)).toEqual({
      notes: jobNotes({ crew: 'Ann', time: '09:30-11:30' }),
    });
  });

  test('to any time removes the line', () => {
    const notes = jobNotes({ crew: 'Ann', time: '9-11' });
    expect(moved({ notes }, { time: null })).toEqual({ notes: '--- Job ---\nCrew: Ann\n' });
  });

  test('replaces all times of notes that have several', () => {
    const notes = `${jobNotes({ crew: 'Ann', time: '9-11' })}\nTime: 13-15`;
    const without = '--- Job ---\nCrew: Ann\n';
    expect(moved({ notes }, { time: null })).toEqual({ notes: without });
    expect(moved({ notes }, { day: null })).toEqual({ scheduled_date: null, notes: without });
    expect(moved({ notes }, { time: { from: 600 } })).toEqual({ notes: `${without}Time: 10:00-12:00\n` });
  });

  test('of a job without a day stays in the notes', () => {
    expect(moved({ scheduled_date: null }, { time: { from: 780 } })).toEqual({
      notes: jobNotes({ time: '13:00' }),
    });
  });
});

describe('a move of the crew', () => {
  test('names the first person of a pending job, and the job is assigned', () => {
    const move = { day: THURSDAY, time: { from: 780 }, crew: { add: ['Ann Lee'], remove: [] } };
    expect(moved({ status: 'pending', scheduled_date: null }, move)).toEqual({
      status: 'assigned',
      scheduled_date: THURSDAY,
      notes: jobNotes({ crew: 'Ann Lee', time: '13:00' }),
    });
  });

  test('off the schedule keeps the crew and removes day and time', () => {
    const notes = jobNotes({ crew: 'Ann', time: '9-11' });
    expect(moved({ notes }, { day: null })).toEqual({
      scheduled_date: null,
      notes: '--- Job ---\nCrew: Ann\n',
    });
  });
});

describe('a refusal', () => {
  const about = { today: TODAY, dates: NO_DATE_FORMS };
  const refused = (given: Partial<WorkOrder>, move: Move) => refusalOf(job('1', given).view, move, about);
  const running = { status: 'in_progress', notes: jobNotes({ crew: 'Ann, Bo' }) };

  test.each([
    ['completed', 'over'],
    ['cancelled', 'over'],
    ['on_hold', 'unknownStatus'],
    ['pending', null],
    ['in_progress', null],
  ])('of status %s is %s', (status, because) => {
    expect(fixedBecause({ status })).toBe(because);
    expect(refused({ status }, { day: THURSDAY })).toBe(because);
  });

  test('keeps a running job on the schedule, from today on', () => {
    expect(refused(running, { day: null })).toBe('runningOff');
    expect(refused(running, { day: '2026-12-08' })).toBe('runningBack');
    expect(refused({ ...running, scheduled_date: '2026-12-08' }, { day: '2026-12-08' })).toBe(null);
    expect(refused(running, { day: TODAY })).toBe(null);
    expect(refused(running, { time: { from: 540 } })).toBe(null);
  });

  test('keeps the time of a date that has one', () => {
    moveToZone('America/Chicago');
    const timed = { ...about, dates: MOMENTS };
    const given = { scheduled_date: MOMENT, notes: jobNotes({ time: '9:30-11' }) };
    const refusal = (move: Move, status = 'assigned') =>
      refusalOf(job('1', { ...given, status }).view, move, timed);
    expect(refusal({ time: null })).toBe('hasTime');
    expect(refusal({ time: null }, 'in_progress')).toBe('hasTime');
    expect(refusal({ day: THURSDAY, time: null })).toBe('hasTime');
    expect(refusal({ day: null, time: null })).toBe(null);
    expect(refusal({ time: { from: 600 } })).toBe(null);
    expect(refused({ notes: given.notes }, { time: null })).toBe(null);
  });

  test('keeps the last person on a running job', () => {
    const without = (...remove: string[]): Move => ({ crew: { add: [], remove } });
    expect(refused(running, without('ann'))).toBe(null);
    expect(refused(running, without('ann', 'Bo'))).toBe('lastPerson');
    expect(refused(running, { crew: { add: ['Cy'], remove: ['Ann', 'Bo'] } })).toBe(null);
    expect(refused({ ...running, notes: '' }, without('Ann'))).toBe(null);
    expect(refused({ ...running, status: 'assigned' }, without('ann', 'Bo'))).toBe(null);
  });
});
