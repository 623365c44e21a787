import { describe, expect, test } from 'vitest';
import { readDrying } from '../../../src/domain/drying/drying-entries.ts';
import type { DryingFact } from '../../../src/domain/drying/drying-facts.ts';
import type { DryingLog } from '../../../src/domain/drying/drying-log.ts';
import { equipmentDays } from '../../../src/domain/drying/equipment-days.ts';
import { datedAhead, sayNow, timeAfter } from '../../../src/domain/drying/fast-clocks.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { readFacts } from '../../../src/domain/drying/read-facts.ts';
import { at, moisture } from '../../support/drying/job.ts';
import { DENVER } from '../../support/records/texts.ts';

/** Ann's clock is an hour fast. */
const ANN = [
  '2026-11-24 09:00 -0600 Cy Orr: chamber A = Kitchen, class 2',
  '2026-11-24 09:00 -0600 Cy Orr: chamber B = Bath',
  '2026-11-24 10:00 -0600 Ann Lee: set A1 Kitchen wall, goal 15',
  '2026-11-24 10:00 -0600 Ann Lee: placed D1 LGR A; MA 4 air movers A',
];
const notesOf = (...entries: readonly string[]) => ['--- Drying ---', ...ANN, ...entries].join('\n');
const entriesOf = (notes: string) => readDrying([notes], DENVER);
const factsOf = (text: string): readonly DryingFact[] => readFacts(text)?.facts ?? [];

/** What Bo, whose clock is right, says at 9:30 of what Ann dated 10:00. */
function afterBo(text: string, { entries = [] as readonly string[], who = 'Bo Diaz' } = {}) {
  const notes = notesOf(...entries);
  const said = sayNow(notes, at('2026-11-24 09:30', who), factsOf(text), entriesOf(notes));
  const log = foldDrying(entriesOf(said));
  return { ...log, last: said.split('\n').at(-1) };
}

const classOf = ({ chambers }: DryingLog) => chambers[0]?.fact.lossClass;

describe('what is said against another device’s fast clock counts', () => {
  test('the removal of equipment, on its own day', () => {
    const { units, notes } = afterBo('removed D1/Ann Lee');
    expect(units[0]?.placements).toMatchObject([{ until: { who: 'Bo Diaz' } }]);
    expect(notes).toEqual([]);
    const [unit] = units;
    expect(unit && equipmentDays(unit, at('2026-11-30 09:00').at)).toEqual({ calendarDays: 1, periods: 1 });
  });

  test('the removal of equipment that was moved', () => {
    const moved = ['2026-11-24 10:20 -0600 Ann Lee: changed D1 = chamber B'];
    expect(afterBo('removed D1/Ann Lee', { entries: moved }).units[0]?.placements.at(-1)).toMatchObject({
      chamber: 'B',
      until: { who: 'Bo Diaz' },
    });
  });

  test('the removal of a machine that two people placed, and of a second one of a label', () => {
    const placed = [
      '2026-11-24 09:00 -0600 Bo Diaz: placed D2 LGR 12341 A',
      '2026-11-24 10:00 -0600 Ann Lee: placed D2 LGR 12341 A; D1 fan A',
    ];
    const untilOf = (text: string, name: string) => {
      const { units, notes } = afterBo(text, { entries: placed });
      expect(notes).toEqual([]);
      return units.find((unit) => unit.name === name)?.placements.at(-1)?.until;
    };
    expect(untilOf('removed D2', 'D2')).toMatchObject({ who: 'Bo Diaz' });
    expect(untilOf('removed D1/Ann Lee/2', 'D1/Ann Lee/2')).toMatchObject({ who: 'Bo Diaz' });
  });

  test('the removal of a point', () => {
    expect(afterBo('removed point A1/Ann Lee').points).toMatchObject([{ removed: { who: 'Bo Diaz' } }]);
  });

  test.each([
    ['a count', 'changed MA/Ann Lee = count 2'],
    ['a chamber', 'changed MA/Ann Lee = chamber B/Cy Orr, count 2'],
  ])('the edit of equipment: %s', (_, text) => {
    const { units, notes } = afterBo(text);
    expect(units[1]?.placements.at(-1)).toMatchObject({ count: 2, until: null });
    expect(notes).toEqual([]);
  });

  test.each<[string, string, string, (log: DryingLog) => unknown, unknown]>([
    ['of a chamber', 'changed A/Cy Orr = class 4', 'changed A/Cy Orr = class 3', classOf, 4],
    [
      'of a point',
      'changed A1/Ann Lee = goal 9',
      'changed A1 = goal 12',
      ({ points }) => points[0]?.fact.goal,
      9,
    ],
    ['of a name', 'named D1/Ann Lee = LGR 9', 'named D1 LGR 8', ({ units }) => units[0]?.fact.kind, 'LGR 9'],
    ['of the altitude', 'altitude 5280 ft', 'altitude 1 ft', ({ altitude }) => altitude, 5280],
    ['by a statement', 'reopened A/Cy Orr', 'dry A/Cy Orr', ({ chambers }) => chambers[0]?.dry, null],
  ])('an edit after an edit %s', (_, text, before, read, expected) => {
    const log = afterBo(text, { entries: [`2026-11-24 10:20 -0600 Ann Lee: ${before}`] });
    expect(read(log)).toEqual(expected);
    expect(log.notes).toEqual([]);
  });

  test('the correction of a correction', () => {
    const read = '2026-11-24 10:10 -0600 Ann Lee: points A1 34';
    const wrong = '2026-11-24 10:20 -0600 Ann Lee: correct 2026-11-24 10:10 Ann Lee A1 24 instead of 34';
    const { points } = afterBo('correct 2026-11-24 10:10 Ann Lee A1 43 instead of 34', {
      entries: [read, wrong],
    });
    expect(points[0]?.readings).toMatchObject([{ value: 43, corrections: [{}, {}] }]);
  });

  test('in the same minute if its writer comes later, else in the next', () => {
    expect(afterBo('removed D1/Ann Lee').last).toContain('10:00 -0600 Bo Diaz');
    expect(afterBo('removed D1/Ann Lee', { who: 'Al Fox' }).last).toContain('10:01 -0600 Al Fox');
    expect(afterBo('removed D1/Ann Lee', { who: 'Al Fox' }).units[0]?.placements[0]?.until).not.toBeNull();
  });
});

describe('but it keeps its time', () => {
  const timeOf = (fact: DryingFact | undefined, entries: readonly string[] = []) =>
    fact && timeAfter(entriesOf(notesOf(...entries)), at('2026-11-24 09:30', 'Bo Diaz'), fact);
  const now = at('2026-11-24 09:30').at;

  test.each([
    ['a reading', moisture('A1', 34)],
    ['equipment seen running', factsOf('running all')[0]],
    ['the removal of another person’s machine of that label', factsOf('removed D1')[0]],
    ['the removal of a point with a machine’s label', factsOf('removed point D1/Ann Lee')[0]],
    ['the edit of something that is dated before', factsOf('changed A/Cy Orr = class 3')[0]],
  ])('%s', (_, fact) => {
    expect(timeOf(fact)).toBe(now);
  });

  test('the removal of equipment of which only the name is dated later', () => {
    const entries = [
      '2026-11-24 08:00 -0600 Bo Diaz: placed D2 LGR A',
      '2026-11-24 10:20 -0600 Ann Lee: named D2/Bo Diaz = LGR 2800i',
    ];
    expect(timeOf(factsOf('removed D2')[0], entries)).toBe(now);
  });
});

test('who dated an entry later than now is told, once a person, with the last one', () => {
  const entries = entriesOf(
    notesOf('2026-11-24 10:20 -0600 lee, ann: points A1 34', '2026-11-24 09:34 -0600 Bo Diaz: points A1 33'),
  );
  expect(datedAhead(entries, at('2026-11-24 09:30').at).map(({ at: time }) => time)).toEqual([
    at('2026-11-24 10:20').at,
  ]);
  expect(datedAhead(entries, at('2026-11-24 10:20').at)).toEqual([]);
});
