import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDrying } from '../../../src/domain/drying/drying-entries.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import {
  type Named,
  nextChamberLabel,
  nextLabel,
  refTo,
  refToSet,
  resolve,
} from '../../../src/domain/drying/labels.ts';
import { readFacts } from '../../../src/domain/drying/read-facts.ts';
import { writeFacts } from '../../../src/domain/drying/write-facts.ts';
import { at, fiveDays, ref } from '../../support/drying/job.ts';
import { DENVER } from '../../support/records/texts.ts';

/** 'Bo Diaz 10:00 points A1 34': an entry of November 24 */
function logOf(...entries: readonly string[]) {
  return foldDrying(
    entries.map((entry) => {
      const [, who = '', clock = '', text = ''] = /^(\D+?) (\d\d:\d\d) ([^]*)$/.exec(entry) ?? [];
      const said = readFacts(text) ?? { facts: [], isWhole: false };
      return { ...at(`2026-11-24 ${clock}`, who), text, isInBlock: true, ...said };
    }),
  );
}

const CHAMBER = 'Ann Lee 08:00 chamber A = Kitchen + Kitchen pantry, class 2, 1850 cf';
const POINTS = 'Ann Lee 08:01 set A1 Kitchen pantry floor, tile, goal 15; A2 Attic, drywall';

describe('what entries add up to', () => {
  test('of a job of five days has all of it', () => {
    const { chambers, points, units, places, notes } = foldDrying(readDrying([fiveDays()], DENVER));
    expect([chambers.length, points.length, units.length, notes.length]).toEqual([4, 25, 12, 0]);
    const readings = [places.out, places.un, places.hvac, ...chambers.map((chamber) => chamber.readings)];
    for (const list of readings) expect(list).toHaveLength(5);
    for (const point of points) expect(point.readings).toHaveLength(5);
    for (const unit of units) {
      expect(unit.seen).toHaveLength(5);
      expect(unit.placements).toMatchObject([
        { chamber: unit.fact.chamber.label, until: { who: 'Ann Lee' } },
      ]);
    }
    expect(chambers.map(({ dry }) => dry?.remark)).toEqual(Array(4).fill('all at goal'));
  });

  test('does not depend on the order of the entries', () => {
    const entries = readDrying([fiveDays()], DENVER);
    // One person's entries of a minute keep their order: here, each has its own minute.
    const spread = entries.map((entry, n) => ({ ...entry, at: entry.at + n * 60_000 }));
    const log = foldDrying(spread);
    fc.assert(
      fc.property(fc.shuffledSubarray(spread, { minLength: spread.length }), (shuffled) => {
        expect(foldDrying(shuffled)).toEqual(log);
      }),
      { numRuns: 50 },
    );
  });

  test('has a point’s chamber and the longest room that its place begins with', () => {
    const [tile, attic] = logOf(CHAMBER, POINTS, 'Ann Lee 08:02 set B1 Bath, drywall').points;
    expect(tile).toMatchObject({ chamber: 'A', room: 'Kitchen pantry' });
    expect(attic).toMatchObject({ chamber: 'A', room: '' });
    expect(logOf('Ann Lee 08:02 set B1 Bath, drywall').points).toMatchObject([{ chamber: null, room: '' }]);
  });

  test('has the altitude', () => {
    expect(logOf().altitude).toBe(0);
    expect(logOf('Ann Lee 08:00 altitude 5280 ft', 'Ann Lee 08:01 altitude 5300 ft').altitude).toBe(5300);
  });

  test('has a skipped reading without a value', () => {
    const { points, chambers } = logOf(
      CHAMBER,
      POINTS,
      'Ann Lee 09:00 points A1 not reachable',
      'Ann Lee 09:00 air A meter off',
    );
    expect(points[0]?.readings).toMatchObject([{ value: null, skip: 'not reachable' }]);
    expect(chambers[0]?.readings).toMatchObject([{ value: null, skip: 'meter off' }]);
  });

  test('has a point that is removed, with its readings, until it is set again', () => {
    const entries = [CHAMBER, POINTS, 'Bo Diaz 09:00 points A1 34', 'Bo Diaz 10:00 removed A1'];
    expect(logOf(...entries, 'Ann Lee 10:30 removed A1').points[0]).toMatchObject({
      removed: { who: 'Bo Diaz' },
      readings: [{ value: 34 }],
    });
    const again = logOf(...entries, 'Ann Lee 11:00 set A1 Kitchen pantry floor, tile, goal 16');
    expect(again.points[0]).toMatchObject({ removed: null, fact: { goal: 16 }, readings: [{ value: 34 }] });
    expect(again.points).toHaveLength(2);
  });
});

describe('equipment', () => {
  const placed = 'Ann Lee 09:00 placed D1 LGR 12341 A; MA 4 air movers A';

  test('runs from where it is placed to where it is removed, also when it is moved', () => {
    const { units } = logOf(
      CHAMBER,
      placed,
      'Ann Lee 09:30 placed D1 LGR 12341 A',
      'Ann Lee 10:00 placed D1 LGR 12341 B; MA 2 air movers A',
      'Bo Diaz 11:00 removed D1',
    );
    expect(units[0]?.placements).toMatchObject([
      { chamber: 'A', count: 1, from: at('2026-11-24 09:00'), until: at('2026-11-24 10:00') },
      { chamber: null, count: 1, until: { who: 'Bo Diaz' } },
    ]);
    expect(units[1]?.placements).toMatchObject([{ count: 4 }, { count: 2, until: null }]);
  });

  test('is seen running, one unit or all that run', () => {
    const { units, notes } = logOf(
      placed,
      'Bo Diaz 09:30 running all',
      'Bo Diaz 09:40 removed MA',
      'Bo Diaz 10:00 running all',
      'Bo Diaz 10:30 running D1, MA',
      'Bo Diaz 10:40 running D7',
    );
    expect(units.map(({ seen }) => seen.length)).toEqual([3, 1]);
    expect(notes.map(({ text }) => text)).toEqual(['running D1, MA', 'running D7']);
  });

  test('and a point of one label are told apart when they are removed', () => {
    const both = ['Ann Lee 08:00 set D1 Bath, tile', 'Ann Lee 08:01 placed D1 LGR A'];
    const removed = (text: string) => {
      const { points, units, notes } = logOf(...both, `Ann Lee 09:00 ${text}`);
      return [points[0]?.removed !== null, units[0]?.placements[0]?.until !== null, notes.length];
    };
    expect(removed('removed D1')).toEqual([false, true, 0]);
    expect(removed('removed point D1')).toEqual([true, false, 0]);
    expect(removed('removed D2')).toEqual([false, false, 1]);
    // A unit that is gone is not removed again, and its label is no point's.
    expect(logOf(...both, 'Ann Lee 09:00 removed D1', 'Ann Lee 10:00 removed D1')).toMatchObject({
      points: [{ removed: null }],
      notes: [{ text: 'removed D1' }],
    });
  });
});

describe('a correction', () => {
  const read = [CHAMBER, POINTS, 'Ann Lee 09:05 placed D1 LGR A', 'Ann Lee 09:05 points A1 43, A2 28'];
  const airs = 'Ann Lee 09:05 air out 52F 60%, A 74F 71%, D1 95F 20%';

  test('replaces the value, whoever makes it, and the latest counts', () => {
    const { points, notes } = logOf(
      ...read,
      'Bo Diaz 09:30 correct 2026-11-24 09:05 lee, ann A1 34',
      'Bo Diaz 09:31 correct 2026-11-24 09:05 Ann Lee A1 33',
    );
    expect(points[0]?.readings).toMatchObject([
      {
        value: 33,
        who: 'Ann Lee',
        corrections: [
          { ...at('2026-11-24 09:30', 'Bo Diaz'), was: { value: 43, skip: null } },
          { ...at('2026-11-24 09:31', 'Bo Diaz'), was: { value: 34, skip: null } },
        ],
      },
    ]);
    expect(points[1]?.readings).toMatchObject([{ value: 28, corrections: [] }]);
    expect(notes).toEqual([]);
  });

  test('can be of any air, and can take a reading back', () => {
    const { places, chambers, units, points } = logOf(
      ...read,
      airs,
      'Bo Diaz 09:30 correct 2026-11-24 09:05 Ann Lee out 51F 60%',
      'Bo Diaz 09:30 correct 2026-11-24 09:05 Ann Lee A no reading',
      'Bo Diaz 09:30 correct 2026-11-24 09:05 Ann Lee D1 96F 20%',
      'Bo Diaz 09:30 correct 2026-11-24 09:05 Ann Lee A2 no reading',
    );
    expect(places.out).toMatchObject([{ value: { fahrenheit: 51 } }]);
    expect(chambers[0]?.readings).toMatchObject([{ value: null, skip: 'no reading' }]);
    expect(units[0]?.readings).toMatchObject([{ value: { fahrenheit: 96 } }]);
    expect(points[1]?.readings).toMatchObject([{ value: null, skip: 'no reading' }]);
  });

  test('counts though a wrong clock puts it before its reading', () => {
    const { points } = logOf(...read, 'Bo Diaz 09:00 correct 2026-11-24 09:05 Ann Lee A1 34');
    expect(points[0]?.readings).toMatchObject([{ value: 34 }]);
  });

  test.each([
    'correct 2026-11-24 09:06 Ann Lee A1 34',
    'correct 2026-11-24 09:05 Bo Diaz A1 34',
    'correct 2026-11-24 09:05 Ann Lee A9 34',
    'correct 2026-11-24 09:05 Ann Lee A1 74F 71%',
    'correct 2026-11-24 09:05 Ann Lee un 74F 71%',
    'correct 2026-11-24 09:05 Ann Lee A1 not removed',
    'correct 2026-11-24 09:05 Ann Lee D1 not removed',
    'correct 2026-11-24 09:05 Ann Lee D9 not removed',
  ])('of nothing is shown as a note: %s', (text) => {
    const { points, notes } = logOf(...read, airs, `Bo Diaz 10:00 ${text}`);
    expect(points[0]?.readings).toMatchObject([{ value: 43 }]);
    expect(notes.map((note) => note.text)).toEqual([text]);
  });
});

describe('a label', () => {
  const two = [
    CHAMBER,
    'Ann Lee 08:01 set A7 Kitchen floor, tile, goal 15',
    'Bo Diaz 08:02 set A7 Hall wall, drywall, goal 12',
  ];

  test('means what its own writer set it to, else the earliest', () => {
    const { points, notes } = logOf(
      ...two,
      'Ann Lee 09:00 points A7 40',
      'Bo Diaz 09:00 points A7 30',
      'Cy Orr 09:00 points A7 20, A7/Bo Diaz 10',
      'Cy Orr 09:10 points A7/Di Poe 5',
    );
    expect(points.map(({ name, readings }) => [name, readings.map(({ value }) => value)])).toEqual([
      ['A7', [40, 20]],
      ['A7/Bo Diaz', [30, 10]],
    ]);
    expect(notes).toMatchObject([{ text: 'points A7/Di Poe 5' }]);
  });

  test('that two people set alike is one, and each of them can set it again', () => {
    const alike = [
      'Ann Lee 08:01 set A7 Hall, tile',
      'Bo Diaz 08:02 set A7 hall,  tile',
      'Bo Diaz 09:00 points A7 30',
    ];
    expect(logOf(...alike).points).toMatchObject([{ name: 'A7', by: 'Ann Lee', readings: [{ value: 30 }] }]);
    expect(logOf(...alike, 'Bo Diaz 10:00 set A7 Hall, tile, goal 9').points).toMatchObject([
      { name: 'A7', fact: { goal: 9 } },
    ]);
  });

  test('can be set again for somebody else', () => {
    const { points } = logOf(...two, 'Bo Diaz 10:00 set A7/Ann Lee = Kitchen floor, tile, goal 16');
    expect(points.map(({ fact }) => fact.goal)).toEqual([16, 12]);
    expect(logOf('Bo Diaz 10:00 set A7/Ann Lee = Hall, tile').points).toMatchObject([{ by: 'Ann Lee' }]);
  });

  test('of a chamber means the point’s setter’s', () => {
    const { points } = logOf(...two, 'Bo Diaz 07:00 chamber A = Hall');
    expect(points.map(({ chamber }) => chamber)).toEqual(['A/Ann Lee', 'A']);
  });

  describe('of a point in somebody else’s chamber', () => {
    const set = 'Bo Diaz 08:02 set A7 Hall wall, drywall, in A/Ann Lee, goal 12';
    const chamberOf = (...entries: readonly string[]) => logOf(...entries).points[0]?.chamber;

    test('is its setter’s, and the chamber is the other’s', () => {
      const [point] = logOf(CHAMBER, set).points;
      expect(point).toMatchObject({ by: 'Bo Diaz', chamber: 'A', room: '', fact: { goal: 12 } });
    });

    test('stays in that chamber when others of its letter arrive', () => {
      expect(chamberOf(CHAMBER, set, 'Cy Orr 07:00 chamber A = Attic')).toBe('A/Ann Lee');
      expect(chamberOf(CHAMBER, set, 'Bo Diaz 07:00 chamber A = Hall')).toBe('A/Ann Lee');
    });

    test('stays in that chamber when it is set again without it', () => {
      const again = 'Bo Diaz 09:00 set A7 Hall wall, drywall, goal 10';
      expect(logOf(CHAMBER, set, 'Bo Diaz 07:00 chamber A = Hall', again).points).toMatchObject([
        { chamber: 'A/Ann Lee', fact: { goal: 10 } },
      ]);
    });

    test('is in no chamber until that one arrives', () => {
      expect(chamberOf('Bo Diaz 07:00 chamber A = Hall', set)).toBeNull();
    });
  });

  test('of equipment that two people placed alike counts twice, unless a serial number says it is one', () => {
    const both = (kind: string) =>
      logOf(CHAMBER, `Ann Lee 09:00 placed M1 ${kind} A`, `Bo Diaz 09:00 placed M1 ${kind} A`).units.map(
        ({ name, placements }) => [name, placements.map(({ count }) => count)],
      );
    const twice = [
      ['M1', [2]],
      ['M1/Bo Diaz', [2]],
    ];
    expect(both('2 air movers')).toEqual(twice);
    expect(both('2 LGR 7000XLi')).toEqual(twice);
    expect(both('LGR 7000XLi 12341')).toEqual([['M1', [1]]]);
  });

  describe('that two people set with the same words', () => {
    const place = 'set A7 N wall, drywall, goal 12';
    const chambersOf = (...entries: readonly string[]) =>
      logOf(...entries).points.map(({ name, chamber, readings }) => [name, chamber, readings.length]);

    test('in two chambers is two points, each with its own readings', () => {
      expect(
        chambersOf(
          CHAMBER,
          `Ann Lee 08:01 ${place}`,
          'Bo Diaz 08:02 chamber A = Bath',
          `Bo Diaz 08:03 ${place}`,
          'Bo Diaz 09:00 points A7 30',
        ),
      ).toEqual([
        ['A7', 'A', 0],
        ['A7/Bo Diaz', 'A/Bo Diaz', 1],
      ]);
    });

    test('in one chamber is one point, though one of them names the chamber', () => {
      const other = 'Bo Diaz 08:03 set A7 N wall, drywall, in A/Ann Lee, goal 12';
      expect(chambersOf(CHAMBER, `Ann Lee 08:01 ${place}`, other, 'Bo Diaz 09:00 points A7 30')).toEqual([
        ['A7', 'A', 1],
      ]);
    });

    test.each([
      ['one of them names', 'A/Ann Lee', 'A'],
      ['one of them saw later', 'B', 'B'],
    ])('and with one serial number is one machine, in the chamber that %s', (_, said, chamber) => {
      const { units } = logOf(
        CHAMBER,
        'Ann Lee 08:00 chamber B = Bath',
        'Ann Lee 09:00 placed M1 LGR 12341 A',
        `Bo Diaz 09:01 placed M1 LGR 12341 ${said}`,
      );
      expect(units.map(({ placements }) => placements.at(-1)?.chamber)).toEqual([chamber]);
    });
  });

  test('that a third person read stays that reading when an earlier definition arrives', () => {
    const hall = 'Bo Diaz 09:30 set A7 Hall wall, drywall';
    const { points } = logOf(CHAMBER, hall);
    const [point] = points;
    const written = writeFacts([
      { word: 'points', ref: point ? refTo(points, point, 'Cy Orr') : ref(''), value: 24 },
    ]);
    const after = logOf(
      CHAMBER,
      hall,
      `Cy Orr 10:00 ${written.join(', ')}`,
      'Ann Lee 09:00 set A7 Kitchen floor, tile',
    );
    expect(after.points.map(({ by, readings }) => [by, readings.length])).toEqual([
      ['Ann Lee', 0],
      ['Bo Diaz', 1],
    ]);
  });

  test('is written short by who set it', () => {
    const { points } = logOf(...two);
    for (const who of ['Ann Lee', 'Bo Diaz', 'Cy Orr'])
      for (const point of points) expect(resolve(points, refTo(points, point, who), who)).toBe(point);
    const [own, other] = points;
    if (!own || !other) throw new Error('There are two points.');
    expect(refTo(points, own, 'ann lee')).toEqual({ label: 'A7', by: '' });
    expect(refTo(points, own, 'Cy Orr')).toEqual({ label: 'A7', by: 'Ann Lee' });
    expect(refTo(points, other, 'Cy Orr')).toEqual({ label: 'A7', by: 'Bo Diaz' });
    expect(refToSet(own)).toEqual({ label: 'A7', by: 'Ann Lee' });
  });

  test('is offered if it is free, and never looks like a dehumidifier’s', () => {
    const named = (label: string): Named => ({ label, name: label, by: '', setters: [] });
    const letters: Named[] = [];
    for (let n = 0; n < 27; n += 1) letters.push(named(nextChamberLabel(letters)));
    expect(letters.map(({ label }) => label).join(' ')).toBe(
      'A B C E F G H I J K L M N O P Q R S T U V W X Y Z AA AB',
    );
    expect(nextLabel([named('A1'), named('A7'), named('AB9'), named('D2')], 'A')).toBe('A8');
    expect(nextLabel([], 'D')).toBe('D1');
  });
});

describe('what is not understood is shown as a note, whole', () => {
  test.each([
    ['half of an entry', 'points A1 34, A2 3x'],
    ['a further line', 'points A1 34\nbehind the stove'],
    ['what nobody set', 'points A1 34, Z1 20'],
    ['air of what nobody set', 'air Z 70F 40%'],
    ['a chamber that nobody set', 'dry Z, all at goal'],
    ['a point that nobody set', 'removed Z1'],
    ['a chamber to read again that nobody set', 'reopened Z'],
    ['another name for a unit that nobody placed', 'named D9 LGR 2800i'],
    ['an unknown word', 'Fan moved'],
  ])('%s', (_, text) => {
    const log = logOf(CHAMBER, POINTS, `Ann Lee 09:00 ${text}`);
    expect(log.notes).toEqual([{ ...at('2026-11-24 09:00'), text }]);
  });

  test('beside notes, oldest first', () => {
    const { notes } = logOf('Ann Lee 10:00 note Dog', 'Ann Lee 09:00 Fan moved');
    expect(notes.map(({ text }) => text)).toEqual(['Fan moved', 'Dog']);
  });

  test('also outside the block, if it is written as the app writes it', () => {
    const notesOf = (said: string) =>
      foldDrying(readDrying([`2026-11-24 09:05 -0600 Ann Lee: ${said}`], DENVER)).notes;
    expect(notesOf('points A1 34')).toMatchObject([{ text: 'points A1 34' }]);
    expect(notesOf('Points A1 34')).toEqual([]);
  });
});
