import { describe, expect, test } from 'vitest';
import { jobStatus } from '../../../src/domain/drying/chamber-status.ts';
import { type Change, changesIn } from '../../../src/domain/drying/changes.ts';
import { notRemoved } from '../../../src/domain/drying/corrections.ts';
import { dryingDays } from '../../../src/domain/drying/day-table.ts';
import { runningPlacement } from '../../../src/domain/drying/drying-log.ts';
import { gapsIn } from '../../../src/domain/drying/drying-questions.ts';
import { equipmentDays } from '../../../src/domain/drying/equipment-days.ts';
import { visitSteps } from '../../../src/domain/drying/visit-steps.ts';
import { writeFacts } from '../../../src/domain/drying/write-facts.ts';
import { at } from '../../support/drying/job.ts';
import { FIRST, logOf, SECOND, SET_UP } from '../../support/drying/log.ts';

/** 'Ann Lee, 24 09:30: point A1' */
function said(change: Change): string {
  const { by } = change;
  const name = 'of' in change ? (typeof change.of === 'string' ? change.of : change.of.name) : '';
  const clock = new Date(by.at + by.offset * 60_000).toISOString().slice(8, 16).replace('T', ' ');
  return `${by.who}, ${clock}: ${change.about} ${name}`.trim();
}

describe('a chamber, a point or a unit that is set again', () => {
  const log = logOf(
    ...SET_UP,
    '24 09:00 chamber A = Kitchen + Hall, class 3, 1850 cf',
    '24 09:01 set A1 Kitchen N wall, drywall, goal 12',
    '24 09:02 named D1 LGR 7000XLi 12399',
    '24 09:03 set A2 Kitchen floor, subfloor, goal 14',
  );

  test('is what was said last, and keeps what it was', () => {
    expect(log.chambers).toHaveLength(1);
    expect(log.chambers[0]).toMatchObject({
      fact: { rooms: ['Kitchen', 'Hall'], lossClass: 3, cubicFeet: 1850 },
      since: at('2026-11-23 09:00'),
      changes: [{ from: { rooms: ['Kitchen'], lossClass: 2, cubicFeet: null }, by: at('2026-11-24 09:00') }],
    });
    expect(log.points).toHaveLength(3);
    expect(log.points[0]).toMatchObject({ fact: { goal: 12 }, changes: [{ from: { goal: 15 } }] });
    expect(log.units[0]).toMatchObject({
      fact: { kind: 'LGR 7000XLi 12399' },
      changes: [{ from: { kind: 'LGR' } }],
      placements: [{ from: at('2026-11-23 09:30'), until: null }],
    });
  });

  test('is no change if it is set to the same', () => {
    expect(log.points[1]?.changes).toEqual([]);
    expect(changesIn(log).map(said)).toEqual([
      'Ann Lee, 24 09:00: chamber A',
      'Ann Lee, 24 09:01: point A1',
      'Ann Lee, 24 09:02: unit D1',
    ]);
  });

  test('that is gone keeps its days under another name', () => {
    const { units } = logOf(...SET_UP, '24 09:00 removed D1', '25 09:00 named D1 LGR 2800i');
    expect(units[0]).toMatchObject({
      fact: { kind: 'LGR 2800i' },
      placements: [{ until: at('2026-11-24 09:00') }],
    });
  });

  test('is no change of its name if it is moved', () => {
    const log = logOf(...SET_UP, '24 09:00 placed D1 LGR B; MA 2 air movers A', '25 09:00 removed MA');
    const again = logOf(...SET_UP, '24 09:00 removed D1', '24 10:00 placed D1 LGR A');
    expect(changesIn(log)).toMatchObject([
      { about: 'placement', of: { name: 'D1' }, from: { chamber: 'A' }, to: { chamber: null } },
      {
        about: 'placement',
        of: { name: 'MA' },
        from: { count: 4 },
        to: { count: 2 },
        by: { who: 'Ann Lee' },
      },
    ]);
    expect(changesIn(again)).toEqual([]);
  });
});

describe('a removal that was a mistake', () => {
  const removed = [...SET_UP, ...FIRST, '24 10:00 removed D1, A2'];

  test('does not count: the unit ran on, and the point is read', () => {
    const log = logOf(
      ...removed,
      '26 08:00 correct 2026-11-24 10:00 Ann Lee D1 not removed',
      '26 08:00 correct 2026-11-24 10:00 Ann Lee A2 not removed',
      '26 09:00 running all',
    );
    const [unit] = log.units;
    if (!unit) throw new Error('No unit is placed.');
    expect(runningPlacement(unit)?.from).toEqual(at('2026-11-23 09:30'));
    expect(unit.seen).toHaveLength(1);
    expect(equipmentDays(unit, at('2026-11-26 09:00').at)).toEqual({ calendarDays: 4, periods: 3 });
    expect(log.points[1]?.removed).toBeNull();
    expect(visitSteps(log, 'Ann Lee').map(({ ref }) => ref.label)).toContain('A2');
    expect(log.notes).toEqual([]);
    expect(changesIn(log)).toMatchObject([
      { about: 'removal', of: { name: 'A2' }, removed: at('2026-11-24 10:00'), by: at('2026-11-26 08:00') },
      { about: 'removal', of: { name: 'D1' }, removed: at('2026-11-24 10:00') },
    ]);
  });

  test('is taken back by the fact that the screen writes', () => {
    const { units } = logOf(...removed);
    const [unit] = units;
    const gone = unit?.placements[0]?.until;
    if (!unit || !gone) throw new Error('No unit was removed.');
    const [text] = writeFacts([notRemoved(units, unit, gone)]);
    expect(text).toBe('correct 2026-11-24 10:00 Ann Lee D1 not removed');
  });

  test('is one of several: the others count', () => {
    const log = logOf(
      ...SET_UP,
      '24 10:00 removed A2',
      '24 11:00 removed A2',
      '25 08:00 correct 2026-11-24 10:00 Ann Lee A2 not removed',
    );
    expect(log.points[1]).toMatchObject({ removed: at('2026-11-24 11:00'), revoked: [{}] });
  });

  test('that two people take back is taken back once', () => {
    const log = logOf(
      ...removed,
      '26 08:00 correct 2026-11-24 10:00 Ann Lee D1 not removed',
      '26 08:30 correct 2026-11-24 10:00 lee, ann D1 not removed',
    );
    expect(log.notes).toEqual([]);
    expect(log.units[0]?.revoked).toEqual([{ removed: at('2026-11-24 10:00'), by: at('2026-11-26 08:00') }]);
  });

  test('of a point that is set again is told', () => {
    const log = logOf(...removed, '26 08:00 set A2 Kitchen floor, subfloor, goal 14');
    expect(changesIn(log)).toMatchObject([
      { about: 'removal', of: { name: 'A2' }, removed: at('2026-11-24 10:00'), by: at('2026-11-26 08:00') },
    ]);
  });
});

describe('a chamber that was declared dry', () => {
  const dry = [...SET_UP, ...FIRST, ...SECOND, '24 10:00 dry A, all at goal'];
  const again = [...dry, '26 09:00 reopened A, A2 rose again'];

  test('is read again once it is reopened', () => {
    expect(visitSteps(logOf(...dry), 'Ann Lee').map(({ ref }) => ref.label)).not.toContain('A');
    const log = logOf(...again);
    expect(visitSteps(log, 'Ann Lee').map(({ ref }) => ref.label)).toContain('A');
    expect(log.chambers[0]?.dry).toBeNull();
    expect(gapsIn(log, dryingDays(log), at('2026-11-26 12:00').at).notDry).toMatchObject([{ name: 'A' }]);
    expect(dryingDays(log).at(-1)?.day).toBe('2026-11-26');
  });

  test('keeps both statements, and can be dry again', () => {
    const log = logOf(...again, '28 09:00 dry A, all at goal');
    expect(log.chambers[0]).toMatchObject({
      statements: [
        { isDry: true, ...at('2026-11-24 10:00') },
        { isDry: false, ...at('2026-11-26 09:00'), remark: 'A2 rose again' },
        { isDry: true, ...at('2026-11-28 09:00') },
      ],
      dry: at('2026-11-28 09:00'),
    });
    expect(changesIn(log)).toMatchObject([
      { about: 'reopened', of: { name: 'A' }, dry: at('2026-11-24 10:00'), by: at('2026-11-26 09:00') },
    ]);
    expect(jobStatus(log).chambers).toHaveLength(1);
  });

  test('and was never dry can be reopened without harm', () => {
    expect(changesIn(logOf(...SET_UP, '24 09:00 reopened A'))).toMatchObject([
      { about: 'reopened', dry: null },
    ]);
  });
});

test('corrections say what a reading was each time, and from when the altitude counts', () => {
  const log = logOf(
    ...SET_UP,
    ...FIRST,
    '23 08:00 altitude 5280 ft',
    '23 08:30 altitude 5280 ft',
    '24 08:00 altitude 300 ft',
    '24 09:00 correct 2026-11-23 10:00 Ann Lee A1 43',
    '24 09:10 correct 2026-11-23 10:00 Ann Lee A1 no reading',
    '24 09:20 correct 2026-11-23 10:00 Ann Lee out 50F 60%',
    '24 09:30 correct 2026-11-23 10:00 Ann Lee A 70F 60%',
    '24 09:40 correct 2026-11-23 10:00 Ann Lee D1 90F 20%',
  );
  expect(changesIn(log)).toMatchObject([
    { about: 'altitude', from: 5280, to: 300 },
    {
      about: 'reading',
      of: { name: 'A1' },
      read: at('2026-11-23 10:00'),
      from: { value: 34 },
      to: { value: 43 },
    },
    { about: 'reading', from: { value: 43 }, to: { value: null, skip: 'no reading' } },
    { of: 'out', from: { value: { fahrenheit: 52 } }, to: { value: { fahrenheit: 50 } } },
    { of: { name: 'A' }, from: { value: { fahrenheit: 74 } }, to: { value: { fahrenheit: 70 } } },
    { of: { name: 'D1' }, to: { value: { fahrenheit: 90 } } },
  ]);
});
