import { describe, expect, test } from 'vitest';
import { readDrying } from '../../../src/domain/drying/drying-entries.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { refTo, refToSet, sharedLabels } from '../../../src/domain/drying/labels.ts';
import { writeFacts } from '../../../src/domain/drying/write-facts.ts';
import { DENVER } from '../../support/records/texts.ts';

/** '09:00 set A1 Hall': an entry of Ann's. Other names stand before the time. */
function logOf(...entries: readonly string[]) {
  const lines = entries.map((entry) => {
    const [, who = '', clock = '', text = ''] = /^(.*?) ?(\d\d:\d\d) (.+)$/.exec(entry) ?? [];
    return `2026-11-24 ${clock} -0600 ${who || 'Ann Lee'}: ${text}`;
  });
  return foldDrying(readDrying([['--- Drying ---', ...lines].join('\n')], DENVER));
}

const TWO_CHAMBERS = ['09:00 chamber B = Bath', '09:00 chamber B = Attic'];
const TWO_POINTS = ['09:00 set A1 Kitchen wall, drywall', '09:00 set A1 Hall floor, oak'];
const TWO_UNITS = ['09:00 placed D1 LGR 7000XLi A', '09:00 placed D1 dehumidifier B'];

describe('a label that one person set to two things on two devices', () => {
  test.each([
    ['in one minute', '09:00', '09:00'],
    ['in two', '09:00', '09:20'],
  ])('%s is two things', (_, one, other) => {
    const { chambers, points, units } = logOf(
      `${one} chamber B = Bath`,
      `${one} set A1 Kitchen wall, drywall`,
      `${one} placed D1 LGR 7000XLi A`,
      `${other} chamber B = Attic`,
      `${other} set A1 Hall floor, oak`,
      `${other} placed D1 dehumidifier B`,
    );
    const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);
    expect(namesOf(chambers)).toEqual(['B', 'B/Ann Lee/2']);
    expect(namesOf(points)).toEqual(['A1', 'A1/Ann Lee/2']);
    expect(namesOf(units)).toEqual(['D1', 'D1/Ann Lee/2']);
    expect(units.map(({ placements }) => placements.length)).toEqual([1, 1]);
    expect(chambers.map(({ fact }) => fact.rooms)).toEqual([['Bath'], ['Attic']]);
    expect(points.map(({ fact }) => fact.place)).toEqual(['Kitchen wall', 'Hall floor']);
  });

  test('means the first to that person, and is told, because a reading may be of either', () => {
    const { chambers, points } = logOf(
      ...TWO_CHAMBERS,
      ...TWO_POINTS,
      '09:30 air B 70F 40%',
      '09:30 points A1 34',
    );
    expect(chambers.map(({ readings }) => readings.length)).toEqual([1, 0]);
    expect(points.map(({ readings }) => readings.length)).toEqual([1, 0]);
    expect(sharedLabels(chambers)).toMatchObject([
      { label: 'B', who: 'Ann Lee', first: { name: 'B' }, second: { name: 'B/Ann Lee/2' } },
    ]);
    expect(sharedLabels(points)).toMatchObject([{ first: { name: 'A1' }, second: { name: 'A1/Ann Lee/2' } }]);
  });

  test('means the first of that person’s, not somebody else’s', () => {
    const { chambers } = logOf('Bo Diaz 08:00 chamber B = Cellar', ...TWO_CHAMBERS, '09:30 air B 70F 40%');
    expect(chambers.map(({ name, readings }) => [name, readings.length])).toEqual([
      ['B', 0],
      ['B/Ann Lee', 1],
      ['B/Ann Lee/2', 0],
    ]);
    expect(sharedLabels(chambers)).toMatchObject([{ first: { name: 'B/Ann Lee' } }]);
  });

  test('is told also if somebody else set it to the second thing first', () => {
    const { points } = logOf('08:00 set A1 Kitchen', 'Bo Diaz 09:00 set A1 Hall', '09:30 set A1 Hall');
    expect(points).toHaveLength(2);
    expect(sharedLabels(points)).toMatchObject([
      { label: 'A1', who: 'Ann Lee', first: { name: 'A1' }, second: { name: 'A1/Bo Diaz' } },
    ]);
  });

  test.each(['Ann Lee', 'Bo Diaz'])('is read and set again as written by %s', (who) => {
    const said = [...TWO_CHAMBERS, ...TWO_POINTS, ...TWO_UNITS];
    const { points, units } = logOf(...said);
    const [point, unit] = [points[1], units[1]];
    if (!point || !unit) throw new Error('There are two.');
    const [read, moved] = writeFacts([
      { word: 'points', ref: refTo(points, point, who), value: 28 },
      { ...unit.fact, ref: refToSet(unit), count: 3 },
    ]);
    const after = logOf(...said, `${who} 10:00 ${read}`, `${who} 10:00 ${moved}`);
    expect(after.points.map(({ readings }) => readings.length)).toEqual([0, 1]);
    expect(after.units.map(({ fact }) => fact.count)).toEqual([1, 3]);
    expect(after.units).toHaveLength(2);
  });

  test('has its points in the chamber whose room they name', () => {
    const { points } = logOf(...TWO_CHAMBERS, '09:00 set B1 Bath wall', '09:00 set B2 Attic floor; B3 Ridge');
    expect(points.map(({ name, chamber, room }) => [name, chamber, room])).toEqual([
      ['B1', 'B', 'Bath'],
      ['B2', 'B/Ann Lee/2', 'Attic'],
      ['B3', 'B', ''],
    ]);
  });

  test('can be a third', () => {
    const { points } = logOf(
      ...TWO_POINTS,
      '09:10 set A1 Attic sill, pine',
      '09:20 set A1 hall  Floor, oak, goal 9',
    );
    expect(points.map(({ name, fact }) => [name, fact.goal])).toEqual([
      ['A1', null],
      ['A1/Ann Lee/2', 9],
      ['A1/Ann Lee/3', null],
    ]);
  });
});

describe('a label that one person set again', () => {
  test.each([
    ['a chamber that grew', ['09:00 chamber B = Bath', '09:20 chamber B = Bath + Hall, class 3']],
    ['a point with a goal', ['09:00 set B1 Bath wall', '09:20 set B1 bath  wall, tile, goal 12']],
    [
      'a point that got another place by name',
      ['09:00 set B1 Bath wall', '09:20 set B1/Ann Lee = Hall wall'],
    ],
    ['equipment that was moved', ['09:00 placed D1 LGR A', '09:20 placed D1 LGR B']],
    ['equipment that is fewer', ['09:00 placed MA 4 air movers A', '09:20 placed MA 2 air movers A']],
    ['one machine by its serial number', ['09:00 placed D1 LGR 12341 A', '09:00 placed D1 LGR 12341 B']],
  ])('is one: %s', (_, entries) => {
    const { chambers, points, units } = logOf(...entries);
    const items = [...chambers, ...points, ...units];
    expect(items).toHaveLength(1);
    expect(sharedLabels<(typeof items)[number]>(items)).toEqual([]);
  });

  test('is two machines if both were placed in one minute in two chambers', () => {
    const { units } = logOf('09:00 placed D1 dehumidifier A', '09:00 placed D1 dehumidifier B');
    expect(units.map(({ name, placements }) => [name, placements.length])).toEqual([
      ['D1', 1],
      ['D1/Ann Lee/2', 1],
    ]);
  });

  test('is not shared with a person whose name ends with a number', () => {
    const { points } = logOf('Bo Diaz 08:00 set A1 Hall', 'Al 2 09:00 set A1 Bath');
    expect(points).toHaveLength(2);
    expect(sharedLabels(points)).toEqual([]);
  });
});
