import { describe, expect, test } from 'vitest';
import { addDrying, readDrying } from '../../src/domain/drying/drying-entries.ts';
import { foldDrying } from '../../src/domain/drying/fold-drying.ts';
import {
  blankSetUp,
  type SetUpFields,
  type SetUpKind,
  setUpOf,
} from '../../src/features/work-orders/drying/set-up-facts.ts';
import { at } from '../support/drying/job.ts';
import { DENVER } from '../support/records/texts.ts';

/** What a form says. `entries` are Ann's, unless they begin with another name. */
function formOf(kind: SetUpKind, fields: Partial<SetUpFields>, who = 'Ann Lee') {
  const notes = [
    '--- Drying ---',
    '2026-11-24 08:00 -0600 Ann Lee: chamber A = Kitchen',
    '2026-11-24 08:01 -0600 Bo Diaz: chamber A = Bath',
  ].join('\n');
  const log = foldDrying(readDrying([notes], DENVER));
  const filled = { ...blankSetUp(log, undefined), rooms: 'Hall', place: 'Wall', ...fields };
  return { notes, ...setUpOf(filled, { kind, log, who, item: undefined }) };
}

describe('a number', () => {
  test.each([
    ['point', 'goal', '12,5', { goal: 12.5 }],
    ['point', 'goal', '12.5', { goal: 12.5 }],
    ['point', 'goal', ' 15 ', { goal: 15 }],
    ['point', 'goal', '', { goal: null }],
    ['chamber', 'volume', '1,850', { cubicFeet: 1850 }],
    ['chamber', 'volume', '1,850,000', { cubicFeet: 1_850_000 }],
    ['chamber', 'volume', '1850', { cubicFeet: 1850 }],
    ['unit', 'count', '4', { count: 4 }],
    ['altitude', 'feet', '5,280', { feet: 5280 }],
    ['altitude', 'feet', '-60', { feet: -60 }],
  ] as const)('of a %s, %s %j, is read', (kind, name, text, fact) => {
    const form = formOf(kind, { [name]: text });
    expect(form.fact).toMatchObject(fact);
    expect(form.errors).toEqual({});
  });

  test.each([
    ['point', 'goal', '1,850', 'Enter a number from 0 to 999.'],
    ['point', 'goal', '12,5,1', 'Enter a number from 0 to 999.'],
    ['point', 'goal', '12 %', 'Enter a number from 0 to 999.'],
    ['chamber', 'volume', '1.850', 'Enter a whole number from 0 to 9999999.'],
    ['chamber', 'volume', '18,50', 'Enter a whole number from 0 to 9999999.'],
    ['unit', 'count', '2.5', 'Enter a whole number from 1 to 999.'],
    ['unit', 'count', '2,5', 'Enter a whole number from 1 to 999.'],
    ['altitude', 'feet', '5,28', 'Enter a whole number from -1500 to 15000.'],
  ] as const)('of a %s, %s %j, is refused in words', (kind, name, text, words) => {
    expect(formOf(kind, { [name]: text }).errors).toEqual({ [name]: words });
  });
});

describe('a point', () => {
  test.each([
    ['Ann Lee', 'A', 'A1 Wall', 'Kitchen'],
    ['Ann Lee', 'A/Bo Diaz', 'A1 Wall, in A/Bo Diaz', 'Bath'],
    ['Bo Diaz', 'A/Bo Diaz', 'A1 Wall', 'Bath'],
    ['Bo Diaz', 'A', 'A1 Wall, in A/Ann Lee', 'Kitchen'],
    ['Cy Orr', 'A', 'A1 Wall, in A/Ann Lee', 'Kitchen'],
    ['Cy Orr', 'A/Bo Diaz', 'A1 Wall, in A/Bo Diaz', 'Bath'],
  ])('that %s adds to chamber %s is that person’s, and in it: %s', (who, chamber, said, room) => {
    const { fact, notes } = formOf('point', { chamber }, who);
    const after = addDrying(notes, at('2026-11-24 09:00', who), [fact]);
    expect(after).toContain(`${who}: set ${said}`);
    const { points, chambers } = foldDrying(readDrying([after], DENVER));
    expect(points).toMatchObject([{ by: who, since: { who } }]);
    expect(chambers.find(({ name }) => name === points[0]?.chamber)?.fact.rooms).toEqual([room]);
  });

  test('that two people add to one chamber on two devices is two points', () => {
    const one = formOf('point', { chamber: 'A', place: 'Wall' }, 'Ann Lee');
    const other = formOf('point', { chamber: 'A', place: 'Floor' }, 'Bo Diaz');
    const texts = [
      addDrying(one.notes, at('2026-11-24 09:00', 'Ann Lee'), [one.fact]),
      addDrying(other.notes, at('2026-11-24 09:01', 'Bo Diaz'), [other.fact]),
    ];
    const { points } = foldDrying(readDrying(texts, DENVER));
    expect(points.map(({ by, fact, chamber, changes }) => [by, fact, chamber, changes])).toMatchObject([
      ['Ann Lee', { place: 'Wall' }, 'A', []],
      ['Bo Diaz', { place: 'Floor' }, 'A', []],
    ]);
  });
});
