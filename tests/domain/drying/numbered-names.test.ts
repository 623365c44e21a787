import { describe, expect, test } from 'vitest';
import { readDrying } from '../../../src/domain/drying/drying-entries.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { refTo, sharedLabels } from '../../../src/domain/drying/labels.ts';
import { readFacts } from '../../../src/domain/drying/read-facts.ts';
import { walkOf } from '../../../src/domain/drying/visit-steps.ts';
import { writeFacts } from '../../../src/domain/drying/write-facts.ts';
import { DENVER } from '../../support/records/texts.ts';

/** 'Crew 1, 09:00: set A1 Hall' */
function logOf(...entries: readonly string[]) {
  const lines = entries.map((entry) => {
    const [, who = '', clock = '', text = ''] = /^(.*?), (\d\d:\d\d): (.+)$/.exec(entry) ?? [];
    return `2026-11-24 ${clock} -0600 ${who}: ${text}`;
  });
  return foldDrying(readDrying([['--- Drying ---', ...lines].join('\n')], DENVER));
}

const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);

describe.each([
  ['Crew 1', 'Crew 2'],
  ['tech-1', 'tech-2'],
  ['Crew', 'Crew 2'],
  ['3', '4'],
])('%s and %s are two people', (one, other) => {
  const both = [
    `${one}, 09:00: chamber A = Kitchen`,
    `${one}, 09:00: set A1 Kitchen wall`,
    `${one}, 09:00: placed D1 LGR A`,
    `${other}, 09:01: chamber A = Bath`,
    `${other}, 09:01: set A1 Bath wall`,
    `${other}, 09:01: placed D1 LGR A`,
  ];

  test('so each one’s readings and machines are that person’s', () => {
    const { chambers, points, units } = logOf(
      ...both,
      `${one}, 09:10: air A 70F 40%, D1 90F 20%`,
      `${one}, 09:10: points A1 34`,
      `${other}, 09:11: air A 71F 41%, D1 91F 21%`,
      `${other}, 09:11: points A1 28`,
    );
    expect(namesOf(chambers)).toEqual(['A', `A/${other}`]);
    expect(namesOf(points)).toEqual(['A1', `A1/${other}`]);
    expect(namesOf(units)).toEqual(['D1', `D1/${other}`]);
    expect(points.map(({ chamber }) => chamber)).toEqual(namesOf(chambers));
    expect(units.map(({ placements }) => placements.map(({ chamber }) => chamber))).toEqual([
      ['A'],
      [`A/${other}`],
    ]);
    for (const items of [chambers, points, units])
      expect(items.map(({ readings }) => readings.map(({ who }) => who))).toEqual([[one], [other]]);
    for (const items of [chambers, points, units])
      expect(sharedLabels<(typeof items)[number]>(items)).toEqual([]);
  });

  test('also of equal machines, and of one that is placed again', () => {
    const { units } = logOf(...both, `${other}, 10:00: placed D1 LGR A`, `${other}, 11:00: removed D1`);
    expect(units.map(({ placements }) => placements.map(({ until }) => until?.who))).toEqual([
      [undefined],
      [other],
    ]);
  });

  test.each([one, other, 'Bo Diaz'])('and what %s writes of a point is of that point', (who) => {
    const { points } = logOf(...both);
    for (const point of points) {
      const [said] = writeFacts([{ word: 'points', ref: refTo(points, point, who), value: 28 }]);
      const after = logOf(...both, `${who}, 10:00: ${said}`).points;
      expect(after.filter(({ readings }) => readings.length > 0)).toMatchObject([{ name: point.name }]);
    }
  });
});

describe('who set a label to a second thing', () => {
  const crew = ['Crew, 09:00: set A1 Hall', 'Crew, 09:01: set A1 Bath'];

  test('is never a person with that number', () => {
    const { points } = logOf(
      'Crew 2, 08:00: set A1 Attic',
      ...crew,
      'Bo Diaz, 10:00: points A1/Crew/2 1, A1/Crew 2 1, A1/Crew 2',
    );
    expect(points.map(({ name, readings }) => [name, readings.map(({ value }) => value)])).toEqual([
      ['A1', [1]],
      ['A1/Crew', [2]],
      ['A1/Crew/2', [1]],
    ]);
  });

  test('is told apart from that person in the name of a visit that is not saved', () => {
    const { chambers } = logOf(
      'Crew 2, 08:00: chamber A = Attic',
      'Crew, 09:00: chamber A = Hall',
      'Crew, 09:01: chamber A = Bath',
    );
    expect(new Set(chambers.map(walkOf)).size).toBe(3);
  });

  test('keeps the number in what is written', () => {
    const text = 'points A1/Crew/2 28';
    expect(writeFacts(readFacts(text)?.facts ?? [])).toEqual([text]);
  });

  test('never takes the number of a thing that was set in that name', () => {
    const { points } = logOf(
      'Bo Diaz, 08:00: set A1/Crew/2 = Attic',
      'Bo Diaz, 08:00: set A1/Crew/3 = Cellar',
      ...crew,
      'Crew, 09:02: set A1 Stairs',
    );
    expect(points.map(({ by, fact }) => [by, fact.place])).toEqual([
      ['Crew/2', 'Attic'],
      ['Crew/3', 'Cellar'],
      ['Crew', 'Hall'],
      ['Crew/4', 'Bath'],
      ['Crew/5', 'Stairs'],
    ]);
  });

  test('was written without the slash, which is still read', () => {
    const { points } = logOf(
      ...crew,
      'Bo Diaz, 10:00: points A1/Crew 2 28',
      'Bo Diaz, 10:01: set A1/Crew 2 = Loft',
    );
    expect(points).toMatchObject([
      { fact: { place: 'Hall' }, readings: [] },
      { fact: { place: 'Loft' }, readings: [{ value: 28 }] },
    ]);
  });

  test('and the first of Crew 2 was written as a second, which is still read', () => {
    const { points } = logOf(
      'Crew 1, 09:00: set A1 Hall',
      'Crew 2, 09:00: set A1 Bath',
      'Bo Diaz, 10:00: points A1/Crew 2 2 28',
    );
    expect(points.map(({ readings }) => readings.length)).toEqual([0, 1]);
  });
});

test('a name of which nothing is left is the same person wherever it is written', () => {
  const { points } = logOf('Ann Lee, 08:00: set A1 Hall', '/, 09:00: set A1 Bath');
  const [, point] = points;
  if (!point) throw new Error('There are two.');
  const [said] = writeFacts([{ word: 'points', ref: refTo(points, point, 'Bo Diaz'), value: 28 }]);
  expect(said).toBe('points A1/? 28');
  expect(
    logOf('Ann Lee, 08:00: set A1 Hall', '/, 09:00: set A1 Bath', `Bo Diaz, 10:00: ${said}`).points[1]
      ?.readings,
  ).toHaveLength(1);
});
