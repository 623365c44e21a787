import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDrying, readDrying, saysAll } from '../../../src/domain/drying/drying-entries.ts';
import { type DryingFact, NOT_REMOVED } from '../../../src/domain/drying/drying-facts.ts';
import { equipmentDays } from '../../../src/domain/drying/equipment-days.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { readFacts } from '../../../src/domain/drying/read-facts.ts';
import { writeFacts } from '../../../src/domain/drying/write-facts.ts';
import { at, fiveDays, moisture, ref, setUp } from '../../support/drying/job.ts';
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

  test('also without an offset, wherever the reader is', () => {
    const typed = '2026-11-24 09:05 Ann Lee: points A1 34';
    expect(saysAll(drying('points A2 28', typed), typed)).toBe(true);
    expect(saysAll(drying('points A2 28'), typed)).toBe(false);
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

describe('what one person changes within a minute counts as often as it is changed', () => {
  const begun = addDrying('', at('2026-11-24 09:05'), setUp);
  /** Each fact is added by itself, as a tap or a form adds it. */
  const after = (...facts: readonly DryingFact[]) =>
    facts.reduce((notes, fact, n) => addDrying(notes, at(`2026-11-24 09:1${n > 5 ? 1 : 0}`), [fact]), begun);
  const foldOf = (notes: string) => foldDrying(readDrying([notes], DENVER));
  const classIs = (lossClass: number): DryingFact => ({
    word: 'chamber',
    ref: ref('A', 'Ann Lee'),
    rooms: ['Kitchen', 'Hall'],
    lossClass,
    cubicFeet: 1850,
  });
  const placed = (chamber: string): DryingFact => ({
    word: 'placed',
    ref: ref('MA', 'Ann Lee'),
    count: 4,
    kind: 'air movers',
    chamber: ref(chamber),
  });
  const D1 = { ref: ref('D1'), isPoint: false };

  test.each([2, 3, 4, 5, 6, 7, 8, 9])('a chamber that is edited %i times', (times) => {
    const edits = Array.from({ length: times }, (_, n) => classIs(n % 2 === 0 ? 3 : 4));
    const [chamber] = foldOf(after(...edits)).chambers;
    expect(chamber?.changes.map(({ to }) => to.lossClass)).toEqual(
      edits.map((edit) => 'lossClass' in edit && edit.lossClass),
    );
  });

  test('with something else in between', () => {
    const [chamber] = foldOf(after(classIs(3), classIs(4), classIs(3), classIs(1), classIs(4))).chambers;
    expect(chamber?.changes.map(({ to }) => to.lossClass)).toEqual([3, 4, 3, 1, 4]);
  });

  test('equipment that is moved, back, and again', () => {
    const unit = foldOf(after(placed('B'), placed('A'), placed('B'))).units.find(
      ({ label }) => label === 'MA',
    );
    // Where it stood for no minute, it did not stand.
    expect(unit?.placements.map(({ chamber }) => chamber)).toEqual(['A', 'B']);
  });

  test('a removal that is taken back and made again', () => {
    const back: DryingFact = {
      word: 'correct',
      day: '2026-11-24',
      clock: '09:10',
      who: 'Ann Lee',
      ref: ref('D1'),
      value: NOT_REMOVED,
    };
    const log = foldOf(after({ word: 'removed', ...D1 }, back, { word: 'removed', ...D1 }));
    expect(log.units[0]?.placements).toMatchObject([{ until: at('2026-11-24 09:11') }]);
    expect(log.notes).toEqual([]);
  });

  test('a chamber that is dry, reopened and dry', () => {
    const [dry, reopened] = (['dry', 'reopened'] as const).map(
      (word): DryingFact => ({ word, ref: ref('A'), remark: '' }),
    );
    if (!dry || !reopened) throw new Error('There are two.');
    const [chamber] = foldOf(after(dry, reopened, dry)).chambers;
    expect(chamber?.statements.map(({ isDry }) => isDry)).toEqual([true, false, true]);
  });

  test('a reading, its correction and the altitude', () => {
    const correction = (value: number): DryingFact => ({
      word: 'correct',
      day: '2026-11-24',
      clock: '09:10',
      who: 'Ann Lee',
      ref: ref('A1'),
      value,
    });
    const feet = (number: number): DryingFact => ({ word: 'altitude', feet: number });
    const log = foldOf(
      after(moisture('A1', 30), correction(20), correction(25), correction(20), feet(1), feet(2), feet(1)),
    );
    const [point] = log.points;
    expect(point?.readings).toMatchObject([{ value: 20, corrections: [{}, {}, {}] }]);
    expect(log.altitude).toBe(1);
    const readings = foldOf(after(moisture('A2', 30), moisture('A2', 31), moisture('A2', 30))).points[1]
      ?.readings;
    expect(readings?.map(({ value }) => value)).toEqual([30, 31]);
  });

  test.each<readonly [string, readonly DryingFact[]]>([
    ['the same edit', [classIs(3), classIs(3)]],
    ['the same note', [{ word: 'note', text: 'Dog' }, moisture('A1', 4), { word: 'note', text: 'Dog' }]],
    [
      'equipment seen running',
      [{ word: 'running', ref: null }, moisture('A1', 4), { word: 'running', ref: null }],
    ],
    ['the reading of another point', [moisture('A1', 30), moisture('A2', 31), moisture('A1', 30)]],
  ])('but twice pressed is once: %s', (_, facts) => {
    expect(readDrying([after(...facts)], DENVER).at(-1)?.at).toBe(at('2026-11-24 09:10').at);
  });

  test('after an entry that somebody typed without an offset', () => {
    const typed = `${begun}\n2026-11-24 09:10 Ann Lee: altitude 1 ft\n2026-11-24 09:10 Ann Lee: altitude 2 ft`;
    const notes = addDrying(typed, at('2026-11-24 09:10'), [{ word: 'altitude', feet: 1 }]);
    expect(foldOf(notes).altitude).toBe(1);
  });

  test('after somebody whose entries of that minute come later', () => {
    const notes = [classIs(3), classIs(4)].reduce(
      (text, fact) => addDrying(text, at('2026-11-24 09:10', 'Bo Diaz'), [fact]),
      begun,
    );
    const [chamber] = foldOf(addDrying(notes, at('2026-11-24 09:10'), [classIs(3)])).chambers;
    expect(chamber?.changes.map(({ to, by }) => [to.lossClass, by.who])).toEqual([
      [3, 'Bo Diaz'],
      [4, 'Bo Diaz'],
      [3, 'Ann Lee'],
    ]);
  });
});
