import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { type DateForms, NO_DATE_FORMS } from '../../../src/domain/plain-date.ts';
import {
  type Arrow,
  carried,
  moveBetween,
  moveFromForm,
  type Place,
  pulledEnd,
} from '../../../src/domain/schedule/gestures.ts';
import { type Move, movedJob } from '../../../src/domain/schedule/move.ts';
import { PLAIN_ROWS } from '../../../src/domain/schedule/people.ts';
import { crewJob, job, jobNotes, moveToZone, newSlots, TODAY } from './schedule-rows.ts';

const THURSDAY = '2026-12-10';

afterEach(() => moveToZone());

describe('a pulled end', () => {
  const hours = { from: 6 * 60, to: 24 * 60 };
  test.each([
    ['goes where the hand leaves it', { from: 540, end: 660, edge: 690 }, 690],
    ['leaves a quarter of an hour', { from: 540, end: 660, edge: 480 }, 555],
    ['of a short job, which is drawn an hour long, goes there too', { from: 540, end: 555, edge: 660 }, 660],
    ['stays after midnight if it is not pulled back', { from: 1320, end: 1560, edge: 1440 }, 1560],
    ['comes back from after midnight', { from: 1320, end: 1560, edge: 1380 }, 1380],
    ['goes to the last hour', { from: 1320, end: 1380, edge: 1500 }, 1440],
    ['never makes a job as long as a day', { from: 0, end: 120, edge: 1440 }, 1425],
  ])('%s', (_, pulled, to) => {
    expect(pulledEnd(pulled, hours)).toBe(to);
  });
});

describe('between two places', () => {
  const ann = { key: 'ann lee', name: 'Ann Lee' };
  const cy = { key: 'cy', name: 'Cy' };
  const two = newSlots().of(crewJob('1', 'ann lee, Bo', '9-11'));
  const between = (from: Place, to: Place, how: object = {}) =>
    moveBetween(two, { from, to }, { adds: false, settings: PLAIN_ROWS, ...how });
  const here = { day: TODAY, person: ann };
  const tray = { day: null };

  test.each<[string, Place, Place, Move]>([
    ['the same cell', here, here, {}],
    ['another day', here, { ...here, day: THURSDAY }, { day: THURSDAY }],
    ['another row', here, { day: TODAY, person: cy }, { crew: { add: ['Cy'], remove: ['ann lee'] } }],
    [
      'the row of somebody on the job',
      here,
      { day: TODAY, person: { key: 'bo', name: 'Bo' } },
      { crew: { add: [], remove: ['ann lee'] } },
    ],
    ['nobody’s row', here, { day: TODAY, person: null }, { crew: { add: [], remove: ['ann lee'] } }],
    [
      'a row, out of nobody’s',
      { day: TODAY, person: null },
      { day: TODAY, person: cy },
      { crew: { add: ['Cy'], remove: [] } },
    ],
    ['another hour', here, { ...here, minutes: 780 }, { time: { from: 780 } }],
    ['the same hour', here, { ...here, minutes: 540 }, {}],
    ['any time', here, { ...here, minutes: null }, { time: null }],
    ['a day of the month', { day: TODAY }, { day: THURSDAY }, { day: THURSDAY }],
    ['the tray', here, tray, { day: null }],
    ['a row, out of the tray', tray, { day: TODAY, person: cy }, { crew: { add: ['Cy'], remove: [] } }],
    [
      'nobody’s row, out of the tray',
      tray,
      { day: THURSDAY, person: null },
      { day: THURSDAY, crew: { add: [], remove: ['ann lee', 'Bo'] } },
    ],
  ])('to %s', (_, from, to, move) => {
    expect(between(from, to)).toEqual(move);
  });

  test('the row that it leaves may keep it', () => {
    const move = { crew: { add: ['Cy'], remove: [] } };
    expect(between(here, { day: TODAY, person: cy }, { adds: true })).toEqual(move);
  });

  test('removes all names of a joined row', () => {
    const settings = { ...PLAIN_ROWS, joined: new Map([['bo', 'ann lee']]) };
    expect(between(here, { day: TODAY, person: cy }, { settings })).toEqual({
      crew: { add: ['Cy'], remove: ['ann lee', 'Bo'] },
    });
  });

  test('from the tray to the tray changes nothing', () => {
    const undated = newSlots().of(job('1', { scheduled_date: null }));
    const how = { adds: false, settings: PLAIN_ROWS };
    expect(moveBetween(undated, { from: tray, to: tray }, how)).toEqual({});
  });
});

describe('the dialog', () => {
  const slot = newSlots().of(crewJob('1', 'ann lee, Bo', '9-11'));
  const form = { day: TODAY, from: 540, to: 660, unread: '', crew: ['Lee, Ann', 'Bo'] };

  test.each<[string, Partial<typeof form> | object, Move]>([
    ['nothing', {}, {}],
    ['the day', { day: THURSDAY }, { day: THURSDAY }],
    ['the end', { to: 720 }, { time: { from: 540, to: 720 } }],
    ['to any time', { from: null, to: null }, { time: null }],
    ['the crew', { crew: ['Bo', 'Cy'] }, { crew: { add: ['Cy'], remove: ['ann lee'] } }],
    ['off the schedule', { day: null }, { day: null }],
  ])('changes %s', (_, given, move) => {
    expect(moveFromForm(slot, { ...form, ...given })).toEqual(move);
  });
});

test('the dialog clears a time that cannot be read', () => {
  const odd = newSlots().of(crewJob('1', 'Bo', 'after lunch'));
  const form = { day: THURSDAY, from: null, to: null, crew: ['Bo'] };
  expect(moveFromForm(odd, { ...form, unread: '' })).toEqual({ day: THURSDAY, time: null });
  expect(moveFromForm(odd, { ...form, unread: 'after lunch' })).toEqual({ day: THURSDAY });
});

describe('a drag, keys and the dialog', () => {
  const MOMENTS: DateForms = { moment: '2026-12-01T09:30:00-06:00', days: false };
  const dates = fc.constantFrom<readonly [string | null, DateForms]>(
    [null, NO_DATE_FORMS],
    [TODAY, NO_DATE_FORMS],
    ['2026-12-09T00:00:00Z', NO_DATE_FORMS],
    [null, MOMENTS],
    ['2026-12-09T16:30:00Z', MOMENTS],
    ['2026-12-09T09:30:00-06:00', MOMENTS],
    ['2026-12-09 09:30:00', { ...MOMENTS, days: true }],
  );
  const zones = fc.constantFrom('UTC', 'America/Chicago', 'America/Los_Angeles', 'Australia/Lord_Howe');
  const times = fc.constantFrom('', '9:00', '9-11', '22:00-01:00', 'after lunch');
  const days = fc.constantFrom(TODAY, THURSDAY, '2026-03-09', '2026-11-02', '2028-02-29');
  const minutes = fc.nat(95).map((quarter) => quarter * 15);
  const ann = { key: 'ann', name: 'Ann' };

  test('write the same, and the job is then drawn where it was dropped', () => {
    fc.assert(
      fc.property(zones, dates, times, days, minutes, (zone, [scheduled_date, forms], time, day, at) => {
        moveToZone(zone);
        const notes = `Gate 4471.\n${jobNotes({ crew: 'Bo', time })}\n--- Log ---\nx`;
        const row = job('1', { scheduled_date, notes });
        const slots = newSlots(forms);
        const slot = slots.of(row);
        const to = { day, person: ann, minutes: at };
        const drag = moveBetween(slot, { from: { day: null }, to }, { adds: false, settings: PLAIN_ROWS });
        const length = slot.to === null || slot.from === null ? null : slot.to - slot.from;
        const { unread } = slot;
        const form = { day, from: at, unread, to: length === null ? null : at + length, crew: ['Bo', 'Ann'] };
        const change = movedJob(row.view, drag, forms);
        expect(movedJob(row.view, moveFromForm(slot, form), forms)).toEqual(change);
        const after = slots.of({ ...row, view: { ...row.view, ...change } });
        expect([after.day, after.from, after.to]).toEqual([day, at, form.to]);
        expect(after.crew).toEqual(['Bo', 'Ann']);
        const others = (text: string) => text.split('\n').filter((line) => !/^(Crew|Time):/.test(line));
        expect(others(change.notes ?? notes)).toEqual(others(notes));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a job that is carried with arrow keys', () => {
  const ann = { key: 'ann', name: 'Ann' };
  const grid = {
    days: ['2026-12-08', TODAY, THURSDAY],
    rows: [null, ann, { key: 'bo', name: 'Bo' }],
    today: TODAY,
    settings: PLAIN_ROWS,
    from: { day: null },
  };
  const hours = { from: 480, to: 1020 };
  const slot = newSlots().of(crewJob('1', 'Bo'));
  const carry = (from: Place, arrows: readonly Arrow[], given: object = {}): Place =>
    arrows.reduce((place, arrow) => carried(slot, place, arrow, { ...grid, ...given }), from);
  const shown = ({ day, person, minutes }: Place) => [day, person?.name ?? null, minutes];

  test.each<[readonly Arrow[], readonly unknown[]]>([
    [['right'], [THURSDAY, 'Ann', undefined]],
    [
      ['right', 'right'],
      [THURSDAY, 'Ann', undefined],
    ],
    [['left'], ['2026-12-08', 'Ann', undefined]],
    [
      ['left', 'left'],
      [null, null, undefined],
    ],
    [
      ['left', 'left', 'left'],
      [null, null, undefined],
    ],
    [
      ['left', 'left', 'right'],
      [TODAY, 'Bo', undefined],
    ],
    [['up'], [TODAY, null, undefined]],
    [
      ['up', 'up'],
      [TODAY, null, undefined],
    ],
    [
      ['down', 'down'],
      [TODAY, 'Bo', undefined],
    ],
  ])('in a week: %j', (arrows, place) => {
    expect(shown(carry({ day: TODAY, person: ann }, arrows))).toEqual(place);
  });

  test.each<[readonly Arrow[], readonly unknown[]]>([
    [['right'], [TODAY, 'Ann', 495]],
    [['left'], [TODAY, 'Ann', null]],
    [
      ['left', 'right'],
      [TODAY, 'Ann', 480],
    ],
    [
      ['left', 'left'],
      [null, null, undefined],
    ],
    [
      ['left', 'left', 'right'],
      [TODAY, 'Bo', null],
    ],
    [['down'], [TODAY, 'Bo', 480]],
  ])('in a day: %j', (arrows, place) => {
    const from = { day: TODAY, person: ann, minutes: 480 };
    expect(shown(carry(from, arrows, { days: [TODAY], hours }))).toEqual(place);
  });

  test('stays before the end of the day', () => {
    const from = { day: TODAY, person: ann, minutes: 1005 };
    expect(carry(from, ['right'], { hours })).toEqual(from);
  });

  describe('out of the tray', () => {
    const tray: Place = { day: null };
    const enters = (job9: typeof slot, given: object = {}) =>
      carried(job9, tray, 'right', { ...grid, ...given });
    const written = (job9: typeof slot, from: Place, to: Place) =>
      moveBetween(job9, { from, to }, { adds: false, settings: PLAIN_ROWS });

    test('keeps its crew if the crew has no row', () => {
      const cy = newSlots().of(crewJob('1', 'Cy', '', { scheduled_date: null }));
      const to = enters(cy);
      expect(to).toEqual({ day: TODAY });
      expect(written(cy, tray, to)).toEqual({ day: TODAY });
      expect(carried(cy, to, 'right', grid)).toEqual({ day: THURSDAY });
      expect(carried(cy, to, 'up', grid)).toEqual(to);
      expect(carried(cy, to, 'down', grid)).toEqual({ day: TODAY, person: null });
    });

    test('comes back to the row that it was taken from', () => {
      const both = newSlots().of(crewJob('1', 'Ann, Bo'));
      const from = { day: '2026-12-08', person: { key: 'bo', name: 'Bo' } };
      expect(enters(both, { from })).toEqual({ day: TODAY, person: from.person });
      const alone = newSlots().of(crewJob('1', ''));
      expect(enters(alone, { from: { day: TODAY, person: null } })).toEqual({ day: TODAY, person: null });
    });

    test('enters drawn hours at its own time', () => {
      const at2 = newSlots().of(crewJob('1', 'Bo', '2 PM', { scheduled_date: null }));
      const to = enters(at2, { hours, days: [TODAY] });
      expect(to).toMatchObject({ day: TODAY, minutes: 840 });
      expect(written(at2, tray, to)).toEqual({ day: TODAY });
    });
  });

  test('enters the first day of a week that is over, in nobody’s row without a crew', () => {
    const past = { ...grid, today: '2027-01-01' };
    const nobody = newSlots().of(job('2'));
    expect(carried(nobody, { day: null }, 'right', past)).toEqual({ day: '2026-12-08', person: null });
    const empty = { ...grid, days: [] };
    expect(carried(nobody, { day: null }, 'right', empty)).toEqual({ day: TODAY, person: null });
  });
});
