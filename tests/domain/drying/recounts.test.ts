import { describe, expect, test } from 'vitest';
import { changesIn } from '../../../src/domain/drying/changes.ts';
import { readDrying } from '../../../src/domain/drying/drying-entries.ts';
import { equipmentDays } from '../../../src/domain/drying/equipment-days.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { placedCounts, recount } from '../../../src/domain/drying/recounts.ts';
import { writeFacts } from '../../../src/domain/drying/write-facts.ts';
import { at } from '../../support/drying/job.ts';
import { logOf } from '../../support/drying/log.ts';
import { DENVER } from '../../support/records/texts.ts';

const NOW = at('2026-11-30 09:00').at;
const PLACED = 'correct 2026-11-23 09:40 Ann Lee M1';

const after = (...entries: readonly string[]) =>
  logOf('23 08:00 chamber A = Hall', '23 08:00 chamber B = Bath', ...entries);
const daysIn = (...entries: readonly string[]) => {
  const [unit] = after(...entries).units;
  return unit && equipmentDays(unit, NOW);
};
const placementsIn = (...entries: readonly string[]) =>
  after(...entries).units[0]?.placements.map(({ chamber, count }) => `${count} ${chamber}`);

describe('a count that was mistyped and is corrected later is not billed', () => {
  const mistyped = ['23 09:40 placed M1 40 fans A', '24 09:40 removed M1'];

  test.each([
    ['once it was removed', [...mistyped, `25 08:00 ${PLACED} count 4`]],
    [
      'though it was edited meanwhile',
      [...mistyped, '23 10:40 changed M1 = count 4', `25 08:00 ${PLACED} count 4`],
    ],
    [
      'more than once: the last one counts',
      [...mistyped, `25 08:00 ${PLACED} count 5`, `25 08:05 ${PLACED} count 4`],
    ],
  ])('%s', (_, entries) => {
    expect(daysIn(...entries)).toEqual({ calendarDays: 8, periods: 4 });
    expect(after(...entries).notes).toEqual([]);
    expect(after(...entries).units[0]?.fact.count).toBe(4);
  });

  test('of an edit, whose entry is corrected', () => {
    const edited = [
      '23 09:40 placed M1 4 fans A',
      '24 09:40 changed M1 = count 40',
      '25 09:40 changed M1 = count 4',
      '26 09:40 removed M1',
    ];
    expect(placementsIn(...edited)).toEqual(['4 A', '40 A', '4 A']);
    const entry = '27 08:00 correct 2026-11-24 09:40 Ann Lee M1';
    for (const said of [`${entry} count 4`, `${entry} not placed`])
      expect(placementsIn(...edited, said)).toEqual(['4 A']);
  });

  test('and the machines that were moved since are as many', () => {
    const moved = ['23 09:40 placed M1 40 fans A', '24 09:40 changed M1 = chamber B'];
    expect(placementsIn(...moved, `25 08:00 ${PLACED} count 4`)).toEqual(['4 A', '4 B']);
  });

  test('of another person, named as that person’s entry names it', () => {
    const lines = [
      '--- Drying ---',
      '2026-11-23 08:00 -0600 Ann Lee: chamber A = Hall',
      '2026-11-23 09:40 -0600 Ann Lee: placed M1 2 fans A',
      '2026-11-23 09:40 -0600 Bo Diaz: placed M1 40 fans A',
      '2026-11-24 08:00 -0600 Ann Lee: correct 2026-11-23 09:40 Bo Diaz M1 count 4',
    ];
    const { units, notes } = foldDrying(readDrying([lines.join('\n')], DENVER));
    expect(units.map(({ name, fact }) => `${name} ${fact.count}`)).toEqual(['M1 2', 'M1/Bo Diaz 4']);
    expect(notes).toEqual([]);
  });
});

describe('equipment that was not placed', () => {
  test('is not billed, and its removal says nothing', () => {
    const log = after('23 09:40 placed M1 4 fans A', '23 09:50 removed M1', `24 08:00 ${PLACED} not placed`);
    expect(log.units).toMatchObject([{ name: 'M1', placements: [], fact: { count: 1 } }]);
    expect(log.notes).toEqual([]);
  });

  test('can be placed again', () => {
    const again = [
      '23 09:40 placed M1 4 fans A',
      `24 08:00 ${PLACED} not placed`,
      '25 09:00 placed M1 2 fans B',
    ];
    expect(placementsIn(...again)).toEqual(['2 B']);
  });

  test('a second time leaves the first stay as it was', () => {
    const twice = [
      '22 09:00 placed M1 4 fans A',
      '22 12:00 removed M1',
      '23 09:40 placed M1 4 fans A',
      `24 08:00 ${PLACED} not placed`,
    ];
    expect(placementsIn(...twice)).toEqual(['4 A']);
    expect(daysIn(...twice)).toEqual({ calendarDays: 4, periods: 4 });
  });
});

describe('the entries that said how many stand', () => {
  const moved = [
    '23 09:40 placed M1 40 fans A',
    '24 09:40 changed M1 = count 4',
    '25 09:40 changed M1 = chamber B',
    '26 09:40 changed M1 = count 2',
  ];
  const said = (...entries: readonly string[]) => {
    const [unit] = after(...entries).units;
    return unit && placedCounts(unit).map(({ entry, count }) => [entry.at, count]);
  };
  const of = (day: string, count: number) => [at(`2026-11-${day} 09:40`).at, count];

  test('are not those that moved it', () => {
    expect(said(...moved)).toEqual([of('23', 40), of('24', 4), of('26', 2)]);
  });

  test('stay to be corrected again, also as what did not stand', () => {
    const corrected = [...moved, `27 08:00 ${PLACED} count 4`];
    expect(said(...corrected)).toEqual([of('23', 4), of('26', 2)]);
    expect(said(...moved, `27 08:00 ${PLACED} not placed`)).toEqual([of('23', 0)]);
  });

  test('are corrected by the fact that the screen writes, and the changes tell what they were', () => {
    const { units } = after(...moved);
    const [unit] = units;
    const [wrong] = unit ? placedCounts(unit) : [];
    if (!unit || !wrong) throw new Error('No unit is placed.');
    expect(writeFacts([recount(units, unit, wrong, 4)])).toEqual([`${PLACED} count 4`]);
    expect(writeFacts([recount(units, unit, wrong, 0)])).toEqual([`${PLACED} not placed`]);
    const twice = after(moved[0] ?? '', `27 08:00 ${PLACED} count 5`, `27 08:05 ${PLACED} count 4`);
    expect(changesIn(twice)).toMatchObject([
      { about: 'recount', of: { name: 'M1' }, recount: { was: 40, count: 5 }, by: at('2026-11-27 08:00') },
      { about: 'recount', recount: { was: 5, count: 4, entry: at('2026-11-23 09:40') } },
    ]);
  });
});

test.each([
  ['names an entry that placed nothing', 'correct 2026-11-23 09:41 Ann Lee M1 count 4'],
  ['names what nobody placed', 'correct 2026-11-23 09:40 Ann Lee M2 count 4'],
  ['says no count that is accepted', `${PLACED} count 0`],
])('a correction that %s is shown as a note, and changes nothing', (_, text) => {
  const log = after('23 09:40 placed M1 40 fans A', `24 08:00 ${text}`);
  expect(log.units[0]?.fact.count).toBe(40);
  expect(log.notes.map((note) => note.text)).toEqual([text]);
});
