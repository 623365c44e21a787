import { describe, expect, test } from 'vitest';
import { chamberStatus } from '../../../src/domain/drying/chamber-status.ts';
import { addDrying, readDrying } from '../../../src/domain/drying/drying-entries.ts';
import { type DryingFact, NOT_REMOVED } from '../../../src/domain/drying/drying-facts.ts';
import { equipmentDays } from '../../../src/domain/drying/equipment-days.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { writeVisit } from '../../../src/domain/drying/visit-draft.ts';
import { air, at, moisture, ref } from '../../support/drying/job.ts';
import { DENVER } from '../../support/records/texts.ts';

const BEGUN = [
  '23 08:00 Ann Lee: chamber A = Kitchen',
  '23 08:00 Ann Lee: chamber B = Bath',
  '23 08:00 Ann Lee: set A1 Kitchen wall, drywall, goal 15',
  '23 09:05 Ann Lee: placed D1 LGR A',
];

const notesOf = (...entries: readonly string[]) =>
  [
    '--- Drying ---',
    ...[...BEGUN, ...entries].map(
      (entry) => `2026-11-${entry.replace(' Ann', ' -0600 Ann').replace(' Bo', ' -0600 Bo')}`,
    ),
  ].join('\n');
const foldOf = (notes: string) => foldDrying(readDrying([notes], DENVER));
const timesOf = (notes: string) => readDrying([notes], DENVER).map((entry) => entry.at);
const removed: DryingFact = { word: 'removed', ref: ref('D1'), isPoint: false };

const countIs = (count: number): DryingFact => ({
  word: 'changed',
  ref: ref('D1', 'Ann Lee'),
  of: 'placed',
  to: { count },
});

/** Each fact is added by itself, as a tap adds it. */
const added = (notes: string, clock: string, facts: readonly DryingFact[]) =>
  facts.reduce((text, fact) => addDrying(text, at(clock), [fact]), notes);

/** The undo of what was removed then. */
function back(clock: string): DryingFact {
  const [day = '', time = ''] = clock.split(' ');
  return { word: 'correct', day, clock: time, who: 'Ann Lee', ref: ref('D1'), value: NOT_REMOVED };
}

describe('a visit keeps its time', () => {
  const walk = [air('out', 52, 60), air('A', 74, 71), air('D1', 95, 20)];

  test('though somebody else reads and moves equipment a minute later', () => {
    const notes = notesOf(
      '24 09:06 Bo Diaz: air out 52F 60%',
      '24 09:06 Bo Diaz: changed D1/Ann Lee = chamber B',
    );
    const log = foldOf(addDrying(notes, at('2026-11-24 09:05'), walk));
    const [kitchen] = log.chambers;
    if (!kitchen) throw new Error('The kitchen is a chamber.');
    expect(log.places.out.map((reading) => reading.at)).toEqual(
      ['2026-11-24 09:05', '2026-11-24 09:06'].map((clock) => at(clock).at),
    );
    expect(chamberStatus(log, kitchen).dehumidifiers).toEqual([]);
    expect(log.units[0]?.readings[0]?.at).toBe(at('2026-11-24 09:05').at);
  });

  test.each([
    ['a point', ['24 09:06 Bo Diaz: points A1 15'], moisture('A1', 16)],
    [
      'the air outside, among many readings',
      [5, 6, 7, 8, 9, 10].map(
        (minute) => `24 09:${String(minute).padStart(2, '0')} Bo Diaz: air out 52F 6${minute % 10}%`,
      ),
      air('out', 50, 50),
    ],
  ])('of %s', (_, entries, fact) => {
    const own = readDrying([addDrying(notesOf(...entries), at('2026-11-24 09:05'), [fact])], DENVER)
      .filter((entry) => entry.who === 'Ann Lee')
      .at(-1);
    expect(own?.at).toBe(at('2026-11-24 09:05').at);
  });

  test('and saved twice, is there once', () => {
    const given = walk.map((fact) => ({ stamp: at('2026-11-24 09:05'), fact }));
    const once = foldOf(writeVisit(notesOf(), given));
    const meanwhile = `${writeVisit(notesOf(), given)}\n2026-11-24 09:06 -0600 Bo Diaz: air out 51F 61%`;
    const [{ length }] = [once.units[0]?.readings ?? []];
    expect(foldOf(writeVisit(meanwhile, given)).units[0]?.readings).toHaveLength(length);
    expect(foldOf(writeVisit(meanwhile, given)).places.out).toHaveLength(2);
  });
});

test('what one form says of one thing counts once, though it is saved twice', () => {
  const facts: readonly DryingFact[] = [countIs(2), countIs(3)];
  const once = addDrying(notesOf(), at('2026-11-24 09:05'), facts);
  expect(timesOf(addDrying(once, at('2026-11-24 09:05'), facts)).at(-1)).toBe(at('2026-11-24 09:05').at);
});

test('a removal counts that is made again in the minute of somebody else’s undo, also if it is saved twice', () => {
  const clock = '2026-11-24 10:00';
  const once = addDrying(notesOf(), at(clock), [removed]);
  const undone = addDrying(once, at(clock, 'Bo Diaz'), [back(clock)]);
  expect(foldOf(undone).units[0]?.placements[0]?.until).toBeNull();
  const again = addDrying(undone, at(clock), [removed]);
  const twice = addDrying(again, at(clock), [removed]);
  for (const notes of [again, twice]) {
    expect(foldOf(notes).units[0]?.placements).toMatchObject([{ until: at('2026-11-24 10:01') }]);
    expect(foldOf(notes).notes).toEqual([]);
  }
});

describe('no bill grows', () => {
  const days = (notes: string) => {
    const [unit] = foldOf(notes).units;
    return unit && equipmentDays(unit, at('2026-11-29 09:00').at);
  };

  test('when somebody else names equipment in the minute before midnight', () => {
    const notes = notesOf('23 23:59 Bo Diaz: named D1/Ann Lee = LGR 12341');
    expect(days(addDrying(notes, at('2026-11-23 23:59'), [removed]))).toEqual({
      calendarDays: 1,
      periods: 1,
    });
  });

  test.each([
    ['before midnight', '2026-11-23 23:59', { calendarDays: 1, periods: 1 }],
    ['after just a day', '2026-11-24 09:05', { calendarDays: 2, periods: 1 }],
    ['after a day and a minute', '2026-11-24 09:06', { calendarDays: 2, periods: 2 }],
    ['in the minute in which it was placed', '2026-11-23 09:05', { calendarDays: 1, periods: 1 }],
  ])('when a removal is taken back and made again %s', (_, clock, expected) => {
    const again = added(notesOf(), clock, [removed, back(clock), removed]);
    expect(days(again)).toEqual(expected);
    expect(foldOf(again).notes).toEqual([]);
    expect(days(addDrying(again, at(clock), [removed]))).toEqual(expected);
  });

  test('when a count is changed back twice before midnight: the last one is a copy', () => {
    const notes = added(notesOf(), '2026-11-23 23:59', [countIs(2), countIs(3), countIs(2)]);
    expect(timesOf(notes).at(-1)).toBe(at('2026-11-23 23:59').at);
  });

  test('but a goal that is changed back then counts a minute later', () => {
    const goal = (limit: number): DryingFact => ({
      word: 'changed',
      ref: ref('A1', 'Ann Lee'),
      of: 'set',
      to: { goal: limit },
    });
    const notes = added(notesOf(), '2026-11-23 23:59', [goal(14), goal(13), goal(14)]);
    expect(foldOf(notes).points[0]?.fact.goal).toBe(14);
  });
});
