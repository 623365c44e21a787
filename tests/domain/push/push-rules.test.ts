import { describe, expect, test } from 'vitest';
import { type Estimate, estimateSpec } from '../../../src/domain/estimate.ts';
import { NO_DATE_FORMS } from '../../../src/domain/plain-date.ts';
import { estimatePush, extendedTo, isQuiet } from '../../../src/domain/push/estimate-pushes.ts';
import { jobPush } from '../../../src/domain/push/job-pushes.ts';
import type { Seen } from '../../../src/domain/seen.ts';
import { type WorkOrder, workOrderSpec } from '../../../src/domain/work-order.ts';

/** A Thursday at noon on the device's clock. */
const NOON = new Date(2026, 2, 5, 12).getTime();
const HOUR = 60 * 60_000;
const TIME = { now: NOON, countedFrom: 0 };

/** On the device's clock. */
function at(day: string, clock = '12:00'): number {
  return new Date(`${day}T${clock}:00`).getTime();
}

const env = { now: 0, random: 0 };

function estimate(view: Partial<Estimate>, seen: Partial<Seen> = {}) {
  return {
    localId: '7',
    view: { ...estimateSpec.blank(env), status: 'sent', total_amount: 100, ...view } as Estimate,
    seen: { created_at: null, updated_at: null, first_seen: NOON, ...seen },
  };
}

function job(view: Partial<WorkOrder>, seen: Partial<Seen> = {}) {
  return {
    localId: '7',
    view: { ...workOrderSpec.blank(env), estimated_cost: 100, ...view } as WorkOrder,
    seen: { created_at: null, updated_at: null, first_seen: NOON, ...seen },
  };
}

/** Leaves out the row. */
function said(push: object | null): object | null {
  if (!push) return null;
  const { row: _, kind: __, ...rest } = push as Record<string, unknown>;
  return rest;
}

describe('more than two days ago', () => {
  test.each([
    ['2026-03-03', '12:00', false],
    ['2026-03-03', '11:59', true],
    ['2026-03-04', '00:00', false],
    ['2026-03-02', '23:59', true],
  ])('%s at %s: %s', (day, clock, quiet) => {
    expect(isQuiet(at(day, clock), NOON)).toBe(quiet);
  });

  test.each(['2026-03-10', '2026-11-03'])('goes by the clock, even if it changed before %s', (day) => {
    const now = at(day, '00:30');
    const before = new Date(now);
    before.setDate(before.getDate() - 2);
    expect(isQuiet(before.getTime(), now)).toBe(false);
    expect(isQuiet(before.getTime() - 1, now)).toBe(true);
  });
});

describe('a sent estimate', () => {
  const sent = { created_at: 0, updated_at: at('2026-03-02') };
  const exact = { status_since: { at: at('2026-03-02'), isExact: true, isLast: true } };

  test.each<[string, Partial<Estimate>, Partial<Seen>, object | null]>([
    ['by the moment it was sent', {}, { ...sent, ...exact }, { quiet: 'status', days: 3, day: '2026-03-02' }],
    ['by the server’s time', {}, sent, { quiet: 'changed', days: 3, day: '2026-03-02' }],
    [
      'by what this device has seen',
      {},
      { first_seen: at('2026-03-02') },
      { quiet: 'seen', days: 3, day: '2026-03-02' },
    ],
    [
      'two days, to the minute',
      {},
      { updated_at: at('2026-03-03', '11:59') },
      { quiet: 'changed', days: 2, day: '2026-03-03' },
    ],
    ['not before two days', {}, { updated_at: at('2026-03-03') }, null],
    ['not if this device has just got it', {}, {}, null],
    ['not if it was touched', {}, { ...exact, updated_at: at('2026-03-04') }, null],
    [
      'not if something else has changed since',
      {},
      { status_since: { ...exact.status_since, isLast: false }, updated_at: at('2026-03-04') },
      null,
    ],
    ['not a draft', { status: 'draft' }, sent, null],
    ['not an accepted one', { status: 'accepted' }, sent, null],
    ['not one with a status of another program', { status: 'waiting' as 'sent' }, sent, null],
  ])('is quiet: %s', (_, view, seen, expected) => {
    const push = said(estimatePush(estimate(view, seen), TIME));
    expect(push).toEqual(expected && { rule: 'quietEstimate', cents: 10_000, ...expected });
  });

  test('is not quiet before this device began to note changes', () => {
    const row = estimate({}, { first_seen: at('2026-02-01') });
    expect(estimatePush(row, { ...TIME, countedFrom: at('2026-03-04') })).toBeNull();
    expect(estimatePush(row, { ...TIME, countedFrom: at('2026-03-02') })).toMatchObject({ days: 3 });
  });
});

describe('an open estimate with a last day', () => {
  test.each<[string, Estimate['status'], string, object | null]>([
    ['2026-03-04', 'sent', 'ranOut', { rule: 'ranOut', days: 1 }],
    ['2025-03-05', 'draft', 'ranOut', { rule: 'ranOut', days: 365 }],
    ['2026-03-05', 'sent', 'runsOut', { rule: 'runsOut', days: 8 }],
    ['2026-03-12', 'draft', 'runsOut', { rule: 'runsOut', days: 1 }],
    ['2026-03-13', 'sent', 'has time', null],
    ['2026-03-04', 'accepted', 'is decided', null],
    ['2026-03-04', 'rejected', 'is decided', null],
    ['2026-03-04', 'expired', 'is decided', null],
  ])('%s, %s: %s', (day, status, _, expected) => {
    const push = said(estimatePush(estimate({ status, valid_until: day }), TIME));
    expect(push).toEqual(expected && { day, cents: 10_000, ...expected });
  });

  test('is listed once, although it is quiet too', () => {
    const row = estimate({ valid_until: '2026-03-06' }, { updated_at: at('2026-02-01') });
    expect(estimatePush(row, TIME)).toMatchObject({ rule: 'runsOut' });
  });

  test.each([
    ['2026-03-04', '2026-04-04'],
    ['2026-03-05', '2026-04-04'],
    ['2026-03-10', '2026-04-09'],
    [null, '2026-04-04'],
  ])('until %s is extended to %s', (last, extended) => {
    expect(extendedTo(last, '2026-03-05')).toBe(extended);
  });
});

describe('an open work order of an earlier day', () => {
  const moment = new Date(2026, 2, 4, 23, 30).toISOString();
  test.each<[string, Partial<WorkOrder>, object | null]>([
    ['yesterday', { scheduled_date: '2026-03-04' }, { day: '2026-03-04', days: 1 }],
    ['long ago', { scheduled_date: '2026-02-03', status: 'assigned' }, { day: '2026-02-03', days: 30 }],
    ['at 11:30 PM yesterday here', { scheduled_date: moment }, { day: '2026-03-04', days: 1 }],
    [
      'a status of another program, as on Today',
      { scheduled_date: '2026-03-04', status: 'invoiced' as 'pending' },
      { day: '2026-03-04', days: 1 },
    ],
    ['today', { scheduled_date: '2026-03-05' }, null],
    ['tomorrow', { scheduled_date: '2026-03-06' }, null],
    ['without a day', { scheduled_date: null }, null],
    ['blank', { scheduled_date: '' }, null],
    ['completed', { scheduled_date: '2026-03-04', status: 'completed' }, null],
    ['cancelled', { scheduled_date: '2026-03-04', status: 'cancelled' }, null],
  ])('%s', (_, view, expected) => {
    const push = said(jobPush(job(view), TIME, { ...NO_DATE_FORMS, moment }));
    expect(push).toEqual(expected && { rule: 'overdue', cents: 10_000, ...expected });
  });
});

describe('a work order in progress', () => {
  const log = (day: string, clock: string): string => `--- Log ---\n${day} ${clock} Ann: Dry wall open`;
  const reading = (day: string): string => `--- Drying ---\n${day} 09:00 Ann: points A1 34`;
  const started = (day: string): string => `--- Job ---\nStarted: ${day} 08:00 Ann`;
  const OLD = { updated_at: at('2026-02-20') };

  test.each<[string, string, Partial<Seen>, object | null]>([
    [
      'an entry',
      log('2026-03-03', '11:59'),
      {},
      { last: 'entry', day: '2026-03-03', quiet: 'seen', days: 2 },
    ],
    ['an entry of the last two days', log('2026-03-03', '12:00'), OLD, null],
    [
      'an entry in the future',
      `${log('2026-03-01', '12:00')}\n2026-04-01 12:00 Ann: Wrong month`,
      OLD,
      { last: null, day: '2026-02-20', quiet: 'seen', days: 13 },
    ],
    ['an entry of a phone whose clock is ahead', log('2026-03-05', '20:00'), OLD, null],
    ['a step', started('2026-03-01'), OLD, { last: 'entry', day: '2026-03-01', quiet: 'changed', days: 4 }],
    [
      'a reading',
      `${started('2026-02-27')}\n${reading('2026-03-02')}`,
      OLD,
      { last: 'reading', day: '2026-03-02', quiet: 'changed', days: 3 },
    ],
    [
      'an entry after a reading',
      `${reading('2026-03-01')}\n${log('2026-03-02', '09:00')}`,
      OLD,
      { last: 'entry', day: '2026-03-02', quiet: 'changed', days: 3 },
    ],
    ['a reading of today', `${log('2026-02-27', '09:00')}\n${reading('2026-03-05')}`, OLD, null],
    ['nothing written', '', OLD, { last: null, day: '2026-02-20', quiet: 'changed', days: 13 }],
    [
      'nothing written, and no time of the server',
      '',
      { first_seen: at('2026-03-01') },
      { last: null, day: '2026-03-01', quiet: 'seen', days: 4 },
    ],
    ['nothing written, and changed lately', '', { updated_at: at('2026-03-04') }, null],
    [
      'begun less than two days ago',
      log('2026-02-20', '09:00'),
      { status_since: { at: at('2026-03-04'), isExact: true, isLast: true } },
      null,
    ],
    [
      'begun at least a day ago',
      log('2026-02-20', '09:00'),
      { status_since: { at: at('2026-03-04'), isExact: false, isLast: true } },
      { last: 'entry', day: '2026-02-20', quiet: 'seen', days: 13 },
    ],
  ])('with %s', (_, notes, seen, expected) => {
    const row = job({ status: 'in_progress', scheduled_date: '2026-02-20', notes }, seen);
    const push = said(jobPush(row, TIME, NO_DATE_FORMS));
    expect(push).toEqual(expected && { rule: 'quietJob', cents: 10_000, ...expected });
  });

  test('is quiet by its last line of any kind', () => {
    const notes = `${started('2026-03-01')}\n${reading('2026-03-02')}\n${log('2026-03-05', '11:00')}`;
    expect(
      jobPush(
        job({ status: 'in_progress', notes }),
        { ...TIME, now: NOON + 48 * HOUR + HOUR },
        NO_DATE_FORMS,
      ),
    ).toMatchObject({ day: '2026-03-05', days: 2 });
  });
});
