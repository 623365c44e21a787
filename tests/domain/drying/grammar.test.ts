import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDrying, draftEntry, readDrying } from '../../../src/domain/drying/drying-entries.ts';
import { type DryingFact, plainName, whoKey } from '../../../src/domain/drying/drying-facts.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { readFacts } from '../../../src/domain/drying/read-facts.ts';
import { writeFacts } from '../../../src/domain/drying/write-facts.ts';
import { fact, facts } from '../../support/drying/arbitrary-facts.ts';
import { at, ref } from '../../support/drying/job.ts';
import { DENVER, foreign, TEXTS } from '../../support/records/texts.ts';

/** Each word, as it is written. */
const EXAMPLE = [
  'chamber A = Kitchen + Hall, class 2, 1850 cf',
  'set A1 Kitchen N wall 12 in up, drywall, goal 15; A2 Hall floor, subfloor, goal 14',
  'placed D1 LGR 7000XLi 12341 A; MA 4 air movers A',
  'air out 52F 60%, un 70F 38%, hvac 68F 45%, A 74F 71%, D1 95F 20%',
  'points A1 34, A2 28',
  'correct 2026-11-24 09:05 Ann Lee A1 24',
  'correct 2026-11-24 09:05 Ann Lee A1/Bo Diaz 24 instead of 34',
  'correct 2026-11-24 09:05 Ann Lee out no reading instead of 52F 60%',
  'removed D1, MA',
  'running D1-D8, MA, D10, D11, D1/Bo Diaz',
  'dry A, all at goal',
  'named D1 LGR 7000XLi 12399; MA/Bo Diaz = axial air movers',
  'correct 2026-11-27 10:00 Ann Lee D1 not removed',
  'correct 2026-11-23 09:40 Ann Lee MA/Bo Diaz count 4',
  'correct 2026-11-23 09:40 Ann Lee MA not placed',
  'reopened A, A2 rose again',
  'changed A/Ann Lee = rooms Kitchen + Hall, class 3, 1850 cf',
  'changed A/Ann Lee = no class, no volume',
  'chamber B = Bath, category 3',
  'changed A/Ann Lee = category 2',
  'changed A/Ann Lee = no category',
  'job meter = Tramex ME5, wood scale',
  'job standard oak floor = 9.5',
  'job billing = 24-hour periods',
  'job standard oak floor = not said',
  'changed A1/Ann Lee = place Hall floor, material oak, goal 12.5',
  'changed A1/Ann Lee = no material, no goal',
  'changed MA/Ann Lee/2 = count 3, chamber B/Bo Diaz',
];

describe('facts', () => {
  test('of the example are read, and written the same', () => {
    const read = EXAMPLE.map((text) => readFacts(text));
    expect(read.every((said) => said?.isWhole)).toBe(true);
    expect(read.flatMap((said) => writeFacts(said?.facts ?? []))).toEqual(EXAMPLE);
  });

  test('are read as they were written', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const said = writeFacts(given).map((text) => readFacts(text));
        expect(said.every((one) => one?.isWhole)).toBe(true);
        expect(said.flatMap((one) => one?.facts ?? [])).toEqual(given);
      }),
      { numRuns: TEXTS },
    );
  });

  test('with any free text still say one thing each, about the same label', () => {
    fc.assert(
      fc.property(fact, fc.string({ unit: 'grapheme' }), (given, text) => {
        const hostile = {
          ...given,
          place: text,
          material: '',
          rooms: [text, text],
          kind: text,
          remark: text,
        };
        const said = writeFacts([hostile]).map((one) => readFacts(one));
        expect(said).toHaveLength(1);
        expect(said[0]?.facts).toMatchObject([
          { word: given.word, ...('ref' in given && { ref: given.ref }) },
        ]);
      }),
      { numRuns: 3000 },
    );
  });

  test.each<[string, string, DryingFact]>([
    [
      'other spaces and cases, a degree sign and Celsius',
      'Air  A 10 °C 71 %',
      { word: 'air', ref: ref('A'), value: { fahrenheit: 50, humidity: 71 } },
    ],
    [
      'a chamber that somebody else set',
      'set A1 Kitchen, drywall, in A/Ann Lee, goal 15',
      {
        word: 'set',
        ref: ref('A1'),
        place: 'Kitchen',
        material: 'drywall',
        chamber: ref('A', 'Ann Lee'),
        goal: 15,
      },
    ],
    ['a percent sign', 'points A1 34.5 %', { word: 'points', ref: ref('A1'), value: 34.5 }],
    [
      'an offset and a short hour',
      'correct 2026-11-24 9:05 -0600 Ann Lee A1 24',
      { word: 'correct', day: '2026-11-24', clock: '09:05', who: 'Ann Lee', ref: ref('A1'), value: 24 },
    ],
    [
      'an equals sign',
      'set A1 = Kitchen, goal 15%',
      { word: 'set', ref: ref('A1'), place: 'Kitchen', material: '', goal: 15 },
    ],
  ])('are read with %s', (_, text, expected) => {
    expect(readFacts(text)).toEqual({ facts: [expected], isWhole: true });
  });

  test.each([
    'air A 740F 71%',
    'air A -21F 71%',
    'air A 74F 0%',
    'air A 74F 101%',
    'air A 74 71',
    'points A1 1000',
    'points A1 999.5',
    'points a1 34',
    'points to be checked',
    'chamber A',
    'chamber A = +, class 2',
    'chamber A = Kitchen, class 7',
    'chamber A = Kitchen, category 4',
    'changed A = category 0',
    'job done',
    'job billing = weeks',
    'job standard drywall = dry',
    'job standard drywall = 9999',
    'job standard = 9',
    'set A1 Kitchen, drywall, goal 999.5',
    'set A1',
    'placed D1 LGR',
    'placed D1 0 LGR A',
    'running late',
    'removed the carpet',
    'dry wall comes tomorrow',
    'reopened the wall',
    'named after the street',
    'named D1',
    'correct 2026-11-24 09:05 Ann Lee not removed',
    'correct 2026-11-24 09:05 Ann Lee M1 count 0',
    'correct 2026-11-24 09:05 Ann Lee not placed',
    'altitude 99999 ft',
    'changed the filter',
    'changed A = Kitchen',
    'changed A = ,',
    'changed A = rooms +',
    'changed A = class 7',
    'changed A = class 3, goal 12',
    'changed A1 = goal 999.5',
    'changed D1 = count 0',
    'changed D1 = chamber b',
    'altitude high',
    'correct 2026-11-24 09:05 Ann Lee',
    'correct 2026-11-24 09:05 Ann Lee A1 24 instead of much',
    'correct 2026-11-24 09:05 Ann Lee A1 24 instead of 34 instead of 44',
    'correct the last one',
    'constructor A1 34',
    'air',
    '',
  ])('are not in %j', (text) => {
    expect(readFacts(text)).toBeNull();
  });

  test('that are understood count, though another item is not', () => {
    const said = readFacts('points A1 34, A2 3x, , A3 20');
    expect(said?.isWhole).toBe(false);
    expect(said?.facts.map((one) => 'ref' in one && one.ref?.label)).toEqual(['A1', 'A3']);
    expect(readFacts('points A1 34\nbehind the stove')).toMatchObject({
      facts: [{ value: 34 }],
      isWhole: false,
    });
  });

  test('keep a name that has dividers', () => {
    expect(plainName('Diaz, Bo')).toBe('Bo Diaz');
    expect(whoKey('A/C; Bo=Li')).toBe(whoKey('a c bo li'));
    expect(whoKey('...')).toBe('...');
    expect(writeFacts([{ word: 'points', ref: ref('A1', ',;'), value: 4 }])).toEqual(['points A1/? 4']);
  });
});

describe('a text', () => {
  test('is read without failing, whatever is in it', () => {
    const hostile = fc
      .tuple(foreign, fc.constantFrom(...EXAMPLE), fc.string({ unit: 'grapheme' }), fc.nat())
      .map(([text, line, more, place]) => {
        const said = line.slice(0, place % line.length) + more.replace(/[\r\n]/g, '');
        return `${text}\n--- Drying ---\n2026-11-24 09:05 -0600 Ann Lee: ${said}`;
      });
    fc.assert(
      fc.property(hostile, (text) => {
        const entries = readDrying([text], DENVER);
        const { notes } = foldDrying(entries);
        const silent = entries.filter((entry) => entry.isInBlock && entry.facts.length === 0);
        // What says nothing is a note.
        expect(notes.map((note) => note.text)).toEqual(
          expect.arrayContaining(silent.map((entry) => entry.text)),
        );
      }),
      { numRuns: 3000 },
    );
  });

  test('stays byte for byte, and gets the new entries in its block', () => {
    fc.assert(
      fc.property(foreign, facts, (text, given) => {
        const notes = addDrying(text, at('2026-11-24 09:05'), given);
        const before = text.split(/\r?\n/).filter((line) => line.trim() !== '');
        const left = notes.split(/\r?\n/);
        for (const line of before) expect(left.splice(0, left.indexOf(line) + 1)).toContain(line);
        const texts = readDrying([notes], DENVER).map((entry) => entry.text);
        for (const added of writeFacts(given)) expect(texts).toContain(added);
      }),
      { numRuns: 1000 },
    );
  });

  test('without facts to add is the same', () => {
    expect(addDrying('Dog.\r\n', at('2026-11-24 09:05'), [])).toBe('Dog.\r\n');
  });

  test('gives up facts wherever they stand, but notes and half-understood entries only in the block', () => {
    const stamp = '2026-11-24 09:05 -0600 Ann Lee:';
    const text = [
      `${stamp} air out 52F 60%`,
      '--- Log ---',
      `${stamp} points A1 34`,
      `${stamp} points A1 34, then lunch`,
      `${stamp} note Not for the drying log.`,
      `${stamp} Wall open`,
      '--- drying ---',
      `${stamp} points A1 34`,
      `${stamp} points A2 30, then lunch`,
      `${stamp} Fan moved`,
      `${stamp} note Dog`,
    ];
    const entries = readDrying([text.join('\n')], DENVER);
    expect(entries.map((entry) => [entry.text, entry.isInBlock])).toEqual([
      ['air out 52F 60%', false],
      ['points A1 34', true],
      ['points A2 30, then lunch', true],
      ['Fan moved', true],
      ['note Dog', true],
    ]);
  });

  test('and a copy of it are read as one', () => {
    const notes = addDrying('', at('2026-11-24 09:05'), [{ word: 'points', ref: ref('A1'), value: 34 }]);
    expect(readDrying([notes, notes, notes.replace('Drying', 'Log')], DENVER)).toHaveLength(1);
    expect(readDrying([notes.replace('Drying', 'Log'), notes], DENVER)).toMatchObject([{ isInBlock: true }]);
  });
});

test('a draft has the effect that it will have when it is saved', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const stamp = at('2026-11-24 09:05');
      const own = given.filter(({ word }) => word !== 'note');
      const texts = writeFacts(own);
      fc.pre(new Set(texts).size === texts.length);
      const { notes: _, ...saved } = foldDrying(readDrying([addDrying('', stamp, own)], DENVER));
      const { notes: __, ...draft } = foldDrying([draftEntry(stamp, own)]);
      expect(draft).toEqual(saved);
    }),
    { numRuns: 1000 },
  );
});
