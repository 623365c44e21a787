import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { NO_DATE_FORMS } from '../../../src/domain/plain-date.ts';
import { DayIndexer, withRow } from '../../../src/domain/schedule/index-days.ts';
import { clockText } from '../../../src/domain/schedule/slots.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import type { WorkOrder } from '../../../src/domain/work-order.ts';
import {
  crewJob,
  indexOf,
  job,
  jobNotes,
  moveToZone,
  newSlots,
  type TestRow,
  TODAY,
} from './schedule-rows.ts';

const MOMENTS = { moment: '2026-12-01T09:30:00-06:00', days: false };

afterEach(() => moveToZone());

function slotOf(given: Partial<WorkOrder>, dates = NO_DATE_FORMS) {
  const { day, from, to, unread } = newSlots(dates).of(job('1', given));
  return { day, from, to, unread };
}

describe('a slot', () => {
  test.each([
    ['', { from: null, to: null, unread: '' }],
    ['09:00', { from: 540, to: null, unread: '' }],
    ['9-11', { from: 540, to: 660, unread: '' }],
    ['22:00-02:00', { from: 1320, to: 1560, unread: '' }],
    ['09:00-09:00', { from: 540, to: null, unread: '' }],
    ['after lunch', { from: null, to: null, unread: 'after lunch' }],
  ])('has the time "%s" of the notes', (time, expected) => {
    expect(slotOf({ notes: jobNotes({ time }) })).toEqual({ day: TODAY, ...expected });
  });

  test('is on the day and clock of the device', () => {
    moveToZone('America/Los_Angeles');
    const late = { scheduled_date: '2026-12-10T00:30:00-06:00' };
    expect(slotOf(late, MOMENTS)).toEqual({ day: TODAY, from: 1350, to: null, unread: '' });
    expect(slotOf({ ...late, notes: jobNotes({ time: '09:00-11:00' }) }, MOMENTS)).toMatchObject({
      from: 1350,
      to: 1470,
    });
  });

  test('takes midnight for a day until the server writes other times', () => {
    moveToZone('America/Chicago');
    const midnight = { scheduled_date: '2026-12-09T00:00:00Z' };
    expect(slotOf(midnight)).toMatchObject({ day: TODAY, from: null });
    expect(slotOf(midnight, MOMENTS)).toMatchObject({ day: '2026-12-08', from: 1080 });
  });

  test.each([null, '', 'soon', 7])('has no day with the date %j', (scheduled) => {
    expect(slotOf({ scheduled_date: scheduled as string })).toMatchObject({ day: null, from: null });
  });

  test('has the crew as written, without names that have no letter', () => {
    expect(newSlots().of(crewJob('1', 'Ann Lee, --, bo', '')).crew).toEqual(['Ann Lee', 'bo']);
    expect(newSlots().of(job('1', { notes: 7 as unknown as string })).crew).toEqual([]);
  });

  test('is read once', () => {
    const slots = newSlots();
    const row = job('1');
    expect(slots.of(row)).toBe(slots.of(row));
  });
});

test('a time is written on the clock, also after midnight', () => {
  expect([clockText(545), clockText(1560)]).toEqual(['09:05', '02:00']);
});

describe('the index by day', () => {
  test('keeps the order of the list, and knows what is open without a day or since an earlier one', () => {
    const rows = [
      job('b', { scheduled_date: '2026-12-10' }),
      job('late', { scheduled_date: '2026-12-01' }),
      job('running', { scheduled_date: '2026-12-01', status: 'in_progress' }),
      job('done', { scheduled_date: '2026-12-01', status: 'completed' }),
      job('some day', { scheduled_date: null }),
      job('given up', { scheduled_date: null, status: 'cancelled' }),
      job('running without a day', { scheduled_date: null, status: 'in_progress' }),
      job('a', { scheduled_date: '2026-12-10' }),
    ];
    const { byDay, days, undated, overdue } = indexOf(rows);
    const ids = (list: readonly { readonly localId: string }[] = []) => list.map(({ localId }) => localId);
    expect(days).toEqual(['2026-12-01', '2026-12-10']);
    expect(ids(byDay.get('2026-12-10'))).toEqual(['b', 'a']);
    expect(ids(byDay.get('2026-12-01'))).toEqual(['late', 'running', 'done']);
    expect(ids(undated)).toEqual(['some day', 'running without a day']);
    expect(ids(overdue)).toEqual(['late']);
  });

  test('is known until rows or the day change', () => {
    const indexer = new DayIndexer<TestRow>(NO_DATE_FORMS);
    const rows = [job('a', { scheduled_date: '2026-12-10' })];
    expect(indexer.known(rows, TODAY)).toBeNull();
    const index = drawAll(indexer.index(rows, TODAY));
    expect(indexer.known(rows, TODAY)).toBe(index);
    expect(drawAll(indexer.index(rows, TODAY))).toBe(index);
    expect(indexer.known([...rows], TODAY)).toBeNull();
    expect(indexer.known(rows, '2026-12-11')).toBeNull();
    expect(drawAll(indexer.index(rows, '2026-12-11')).overdue).toEqual(rows);
  });

  test('is the same as a new one after rows were added, removed, changed and sorted', () => {
    const indexer = new DayIndexer<TestRow>(NO_DATE_FORMS);
    const row = fc
      .tuple(fc.nat(30), fc.constantFrom('2026-12-01', '2026-12-10', null))
      .map(([id, scheduled_date]) => job(String(id), { scheduled_date }));
    const known = fc.array(row, { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(known, fc.array(row), fc.shuffledSubarray([0, 1, 2, 3, 4]), (rows, fresh, places) => {
        drawAll(indexer.index(rows, TODAY));
        const next = [...places.flatMap((place) => rows.slice(place, place + 1)), ...fresh];
        expect(drawAll(indexer.index(next, TODAY))).toEqual(indexOf(next));
        expect(drawAll(indexer.index(rows, TODAY))).toEqual(indexOf(rows));
      }),
    );
  });

  describe('after one row was replaced', () => {
    const row = fc
      .tuple(
        fc.constantFrom('2026-12-01', '2026-12-10', '2026-12-11', null),
        fc.constantFrom('assigned', 'in_progress', 'completed'),
      )
      .map(([scheduled_date, status]) => job('any', { scheduled_date, status }));

    test('is the same as a new one, without reading all rows', () => {
      fc.assert(
        fc.property(fc.array(row, { minLength: 1 }), row, fc.nat(), (rows, fresh, n) => {
          const indexer = new DayIndexer<TestRow>(NO_DATE_FORMS);
          const index = drawAll(indexer.index(rows, TODAY));
          const old = rows[n % rows.length] as TestRow;
          const next = rows.map((one) => (one === old ? fresh : one));
          expect(withRow(index, { old, fresh }, NO_DATE_FORMS)).toEqual(indexOf(next));
          expect(indexer.known(next, TODAY)).toEqual(indexOf(next));
        }),
      );
    });

    test('keeps the lists of other days', () => {
      const [old, other] = [job('a', { scheduled_date: '2026-12-10' }), job('b')];
      const index = indexOf([old, other]);
      const fresh = job('a', { scheduled_date: null });
      const next = withRow(index, { old, fresh }, NO_DATE_FORMS);
      expect(next.byDay.get(TODAY)).toBe(index.byDay.get(TODAY));
      expect(next.overdue).toBe(index.overdue);
      expect([next.days, next.undated]).toEqual([[TODAY], [fresh]]);
      expect(withRow(next, { old, fresh }, NO_DATE_FORMS)).toBe(next);
    });
  });
});
