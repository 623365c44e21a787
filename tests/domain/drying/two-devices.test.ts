import { describe, expect, test } from 'vitest';
import { sharedLabels } from '../../../src/domain/drying/labels.ts';
import { logOf } from '../../support/drying/log.ts';

describe('two chambers that one person named A on two devices', () => {
  test.each([
    ['that share a room', 'Kitchen + Hall', 'Hall + Bath'],
    ['of which the second has fewer rooms', 'Kitchen + Hall', 'Hall'],
    ['without a room in common', 'Kitchen', 'Bath'],
  ])('%s both remain, and are told apart', (_, one, other) => {
    const { chambers } = logOf(`23 09:00 chamber A = ${one}, class 2`, `23 09:20 chamber A = ${other}`);
    expect(chambers.map(({ name, fact }) => [name, fact.rooms.join(' + '), fact.lossClass])).toEqual([
      ['A', one, 2],
      ['A/Ann Lee/2', other, null],
    ]);
    expect(sharedLabels(chambers)).toHaveLength(1);
  });

  test('are one if the second only has more rooms: it grew', () => {
    const { chambers } = logOf('23 09:00 chamber A = Hall', '23 09:20 chamber A = hall + Bath');
    expect(chambers.map(({ fact }) => fact.rooms)).toEqual([['hall', 'Bath']]);
  });

  const two = ['23 09:00 chamber A = Kitchen', '23 09:01 chamber A = Bath + Bath closet'];

  test('have two points of one label and place, each with its own chamber', () => {
    const { points } = logOf(...two, '23 09:05 set A1 N wall, drywall', '23 09:06 set A1 N wall, tile');
    expect(points.map(({ name, chamber, fact }) => [name, chamber, fact.material])).toEqual([
      ['A1', 'A', 'drywall'],
      ['A1/Ann Lee/2', 'A/Ann Lee/2', 'tile'],
    ]);
    expect(sharedLabels(points)).toHaveLength(1);
  });

  test('have two machines of one label and kind, unless a serial number says that it is one', () => {
    const unitsOf = (kind: string) =>
      logOf(...two, `23 09:05 placed D1 ${kind} A`, `23 09:06 placed D1 ${kind} A`).units.map(
        ({ name, placements }) => [name, placements.map(({ chamber }) => chamber)],
      );
    expect(unitsOf('LGR')).toEqual([
      ['D1', ['A']],
      ['D1/Ann Lee/2', ['A/Ann Lee/2']],
    ]);
    expect(unitsOf('LGR 12341')).toEqual([['D1', ['A']]]);
  });

  test('or one chamber have two machines of one label if they are of two kinds', () => {
    const { units } = logOf('23 09:05 placed D1 LGR A', '23 09:06 placed D1 dehumidifier A');
    expect(units.map(({ name }) => name)).toEqual(['D1', 'D1/Ann Lee/2']);
  });

  test('have their points by the longest room that the place names, also by a name of before', () => {
    const { points } = logOf(
      '23 09:00 chamber A = Bath',
      '23 09:01 chamber A = Bath closet',
      '23 09:02 set A1 Bath closet shelf; A2 Bath wall; A3 Bathtub',
      '24 09:00 changed A/Ann Lee/2 = rooms Wardrobe',
    );
    expect(points.map(({ name, chamber, room }) => [name, chamber, room])).toEqual([
      ['A1', 'A/Ann Lee/2', ''],
      ['A2', 'A', 'Bath'],
      ['A3', 'A', ''],
    ]);
  });

  test('are one chamber to a point that is set again with its room', () => {
    const { points } = logOf(...two, '23 09:05 set A1 Bath wall', '23 09:20 set A1 Bath wall, tile, goal 9');
    expect(points.map(({ name, chamber, fact }) => [name, chamber, fact.goal])).toEqual([
      ['A1', 'A/Ann Lee/2', 9],
    ]);
  });
});

test('a point is in a room only if its place begins with the whole name', () => {
  const { points } = logOf(
    '23 09:00 chamber A = Hall + Bath 1',
    '23 09:01 set A1 Hallway wall; A2 Hall, wall; A3 Bath 12 wall; A4 hall',
  );
  expect(points.map(({ room }) => room)).toEqual(['', 'Hall', '', 'Hall']);
});
