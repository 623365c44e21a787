import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDrying } from '../../../src/domain/drying/drying-entries.ts';
import { equipmentDays } from '../../../src/domain/drying/equipment-days.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { readFacts } from '../../../src/domain/drying/read-facts.ts';
import { writeFacts } from '../../../src/domain/drying/write-facts.ts';
import { at, fiveDays } from '../../support/drying/job.ts';
import { DENVER } from '../../support/records/texts.ts';

const STAMP = '2026-11-24 09:05 -0600 Ann Lee:';
const SET_UP = `${STAMP} chamber A = Kitchen\n${STAMP} set A1 Kitchen wall; A2 Kitchen floor`;

/** The log of one text with these entries of one minute. */
function logOf(...texts: readonly string[]) {
  return foldDrying(readDrying([drying(...texts)], DENVER));
}

function drying(...texts: readonly string[]): string {
  return [
    '--- Drying ---',
    SET_UP,
    ...texts.map((text) => (text.includes(': ') ? text : `${STAMP} ${text}`)),
  ].join('\n');
}

/** Each item of an entry in a line of its own, as another program may write it. */
function split(notes: string): string {
  return notes.replace(/^(2026\S+ \S+ \S+ [^:]+:) (.+)$/gm, (_, stamp: string, text: string) =>
    (readFacts(text)?.facts ?? [])
      .flatMap((fact) => writeFacts([fact]).map((one) => `${stamp} ${one}`))
      .join('\n'),
  );
}

describe('a fact counts once for its minute, writer and content', () => {
  test.each([
    [['points A1 34, A2 28', 'points A1 34', 'points A2 28']],
    [['points A1 34', 'points A2 28', 'points A1 34, A2 28']],
    [['points A1 34, A2 28', 'points  A2 28.0,A1 34 %']],
    [['points A1 34, A2 28', '2026-11-24 09:05 -0600 lee, ann: points A1 34']],
  ])('however its lines are split or joined: %j', (texts) => {
    const { points, notes } = logOf(...texts);
    expect(points.map(({ readings }) => readings.map(({ value }) => value))).toEqual([[34], [28]]);
    expect(notes).toEqual([]);
  });

  test('of a whole job that stands in the notes twice, split and joined', () => {
    const whole = fiveDays();
    const log = foldDrying(readDrying([whole], DENVER));
    expect(foldDrying(readDrying([split(whole)], DENVER))).toEqual(log);
    expect(foldDrying(readDrying([`${whole}\n${split(whole)}`], DENVER))).toEqual(log);
    expect(foldDrying(readDrying([split(whole), whole], DENVER))).toEqual(log);
  });

  test('also of equipment that was moved', () => {
    const moved = [
      'placed D1 LGR A; D2 LGR A',
      '2026-11-24 10:05 -0600 Ann Lee: placed D1 LGR B',
      '2026-11-26 10:05 -0600 Ann Lee: removed D1, D2',
    ];
    const copies = ['placed D2 LGR A', '2026-11-26 10:05 -0600 Ann Lee: removed D2'];
    const [once, twice] = [logOf(...moved), logOf(...moved, ...copies)];
    expect(twice).toEqual(once);
    const now = at('2026-11-27 09:00').at;
    expect(twice.units.map((unit) => equipmentDays(unit, now).calendarDays)).toEqual([3, 3]);
  });

  test('but not of another minute, writer or value', () => {
    const { points } = logOf(
      'points A1 34',
      'points A1 35',
      '2026-11-24 09:06 -0600 Ann Lee: points A1 34',
      '2026-11-24 09:05 -0600 Bo Diaz: points A1 34',
    );
    expect(points[0]?.readings).toHaveLength(4);
  });

  test('and an entry that was not understood whole is still shown', () => {
    const { points, notes } = logOf('points A1 34', 'points A1 34, A2 3x');
    expect(points[0]?.readings).toHaveLength(1);
    expect(notes.map(({ text }) => text)).toEqual(['points A1 34, A2 3x']);
  });

  test('and is shown as a note where the block has it, though it also stands elsewhere', () => {
    const notes = `${STAMP} points Z1 34\n${drying('points Z1 34')}`;
    expect(foldDrying(readDrying([notes], DENVER)).notes.map(({ text }) => text)).toEqual(['points Z1 34']);
  });
});

describe('within one minute', () => {
  test.each([
    ['a unit is placed before it is removed', ['removed D1', 'placed D1 LGR A'], { runs: false, notes: [] }],
    [
      'whoever wrote it',
      ['2026-11-24 09:05 -0600 Al Fox: removed D1', 'placed D1 LGR A'],
      { runs: false, notes: [] },
    ],
    [
      'a unit that is removed and placed again runs',
      ['2026-11-24 08:00 -0600 Ann Lee: placed D1 LGR A', 'removed D1', 'placed D1 LGR B'],
      { runs: true, notes: [] },
    ],
    ['a unit that nobody placed is a note', ['removed D1'], { runs: undefined, notes: ['removed D1'] }],
  ])('%s', (_, texts, expected) => {
    const { units, notes } = logOf(...texts);
    const runs = units[0]?.placements.some(({ until }) => until === null);
    expect({ runs, notes: notes.map(({ text }) => text) }).toMatchObject(expected);
  });

  test('a point is set before it is read and removed', () => {
    const { points } = foldDrying(
      readDrying(
        [`--- Drying ---\n${STAMP} removed point A1\n${STAMP} points A1 34\n${STAMP} set A1 Kitchen wall`],
        DENVER,
      ),
    );
    expect(points).toMatchObject([{ readings: [{ value: 34 }], removed: { who: 'Ann Lee' } }]);
  });

  test('equipment is placed before it is seen running', () => {
    expect(logOf('running all', 'placed D1 LGR A').units[0]?.seen).toHaveLength(1);
  });

  test('the order of two work orders does not matter', () => {
    const texts = fc.constantFrom(
      'points A1 34',
      'points A1 28',
      'removed A1',
      'placed D1 LGR A',
      'removed D1',
    );
    fc.assert(
      fc.property(fc.array(texts), fc.array(texts), (one, other) => {
        const [first, second] = [drying(...one), drying(...other)];
        expect(foldDrying(readDrying([first, second], DENVER))).toEqual(
          foldDrying(readDrying([second, first], DENVER)),
        );
      }),
    );
  });
});
