import { describe, expect, test } from 'vitest';
import { addDrying, readDrying } from '../../src/domain/drying/drying-entries.ts';
import { foldDrying } from '../../src/domain/drying/fold-drying.ts';
import { writeFacts } from '../../src/domain/drying/write-facts.ts';
import {
  blankSetUp,
  draftFacts,
  leftSetUp,
  type SetUpFields,
  type SetUpItem,
  type SetUpKind,
  setUpOf,
} from '../../src/features/work-orders/drying/set-up-facts.ts';
import type { FoundDraft } from '../../src/records/drafts/offered-drafts.ts';
import { at } from '../support/drying/job.ts';
import { DENVER } from '../support/records/texts.ts';

/** Returns the result of a form that this person has filled in. */
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

const MOISTURE = 'Enter a number from 0 to 999, with one digit after the point at most.';

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
    expect(form.facts).toMatchObject([fact]);
    expect(form.errors).toEqual({});
  });

  test.each([
    ['point', 'goal', '12.34', MOISTURE],
    ['point', 'goal', '1,850', MOISTURE],
    ['point', 'goal', '12,5,1', MOISTURE],
    ['point', 'goal', '12 %', MOISTURE],
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
    const { facts, notes } = formOf('point', { chamber }, who);
    const after = addDrying(notes, at('2026-11-24 09:00', who), facts);
    expect(after).toContain(`${who}: set ${said}`);
    const { points, chambers } = foldDrying(readDrying([after], DENVER));
    expect(points).toMatchObject([{ by: who, since: { who } }]);
    expect(chambers.find(({ name }) => name === points[0]?.chamber)?.fact.rooms).toEqual([room]);
  });

  test('that two people add to one chamber on two devices is two points', () => {
    const one = formOf('point', { chamber: 'A', place: 'Wall' }, 'Ann Lee');
    const other = formOf('point', { chamber: 'A', place: 'Floor' }, 'Bo Diaz');
    const texts = [
      addDrying(one.notes, at('2026-11-24 09:00', 'Ann Lee'), one.facts),
      addDrying(other.notes, at('2026-11-24 09:01', 'Bo Diaz'), other.facts),
    ];
    const { points } = foldDrying(readDrying(texts, DENVER));
    expect(points.map(({ by, fact, chamber, changes }) => [by, fact, chamber, changes])).toMatchObject([
      ['Ann Lee', { place: 'Wall' }, 'A', []],
      ['Bo Diaz', { place: 'Floor' }, 'A', []],
    ]);
  });
});

describe('an edit says only what is different', () => {
  const log = foldDrying(
    readDrying(
      [
        [
          '--- Drying ---',
          '2026-11-24 08:00 -0600 Ann Lee: chamber A = Kitchen, class 2, 1850 cf',
          '2026-11-24 08:00 -0600 Ann Lee: chamber B = Bath',
          '2026-11-24 08:00 -0600 Ann Lee: set A1 Wall, drywall, goal 15',
          '2026-11-24 08:00 -0600 Ann Lee: placed MA 4 air movers A; D1 LGR A',
          '2026-11-24 09:00 -0600 Ann Lee: removed D1',
        ].join('\n'),
      ],
      DENVER,
    ),
  );
  const [chamber, point, unit, gone] = [log.chambers[0], log.points[0], log.units[0], log.units[1]];
  const formWith = (kind: SetUpKind, item: SetUpItem, fields: Partial<SetUpFields>, now = log) =>
    setUpOf({ ...blankSetUp(log, item), ...fields }, { kind, log: now, who: 'Bo Diaz', item }).facts;
  const leftWith = (notes: string) => {
    const draft = { initial: { notes: '' }, fields: { notes } };
    return leftSetUp({ draft } as unknown as FoundDraft, log, 'Bo Diaz');
  };

  test.each<[SetUpKind, SetUpItem, Partial<SetUpFields>, string]>([
    ['chamber', chamber, { lossClass: '3' }, 'changed A/Ann Lee = class 3'],
    [
      'chamber',
      chamber,
      { rooms: 'Kitchen, Hall', volume: '' },
      'changed A/Ann Lee = rooms Kitchen + Hall, no volume',
    ],
    ['chamber', chamber, { rooms: '' }, 'changed A/Ann Lee = rooms ?'],
    ['point', point, { goal: '12', material: '' }, 'changed A1/Ann Lee = no material, goal 12'],
    ['point', point, { place: '' }, 'changed A1/Ann Lee = place ?'],
    ['move', unit, { chamber: 'B' }, 'changed MA/Ann Lee = chamber B/Ann Lee'],
    ['move', unit, { count: '3' }, 'changed MA/Ann Lee = count 3'],
    ['move', gone, {}, 'placed D1/Ann Lee = LGR A/Ann Lee'],
    ['name', unit, { kind: 'axial' }, 'named MA/Ann Lee = axial'],
  ])('of a form %s', (kind, item, fields, said) => {
    expect(writeFacts(formWith(kind, item, fields))).toEqual([said]);
  });

  test.each<[SetUpKind, SetUpItem, Partial<SetUpFields>]>([
    ['chamber', chamber, {}],
    ['point', point, { place: ' Wall ' }],
    ['move', unit, {}],
    ['name', unit, {}],
  ])('so a form %s that is saved as it was opened says nothing', (kind, item, fields) => {
    expect(formWith(kind, item, fields)).toEqual([]);
  });

  test.each<[SetUpKind, SetUpItem, Partial<SetUpFields>]>([
    ['chamber', chamber, { rooms: '', volume: '2400' }],
    ['point', point, { goal: '' }],
    ['move', unit, { chamber: 'B/Ann Lee', count: '3' }],
    ['move', gone, { chamber: 'B/Ann Lee' }],
    ['name', unit, { kind: 'axial' }],
  ])('and a form %s that was left has it again', (kind, item, changed) => {
    const facts = formWith(kind, item, changed);
    const left = leftWith(addDrying('', at('2026-11-24 10:00', 'Bo Diaz'), facts));
    expect(left).toMatchObject({ kind, item: { name: item?.name }, left: { fields: changed } });
  });

  test.each<[string, SetUpKind, SetUpItem, Partial<SetUpFields>, readonly string[]]>([
    ['an erased count', 'move', unit, { count: '' }, []],
    ['half a count', 'move', unit, { count: '1x', chamber: 'B' }, ['changed MA/Ann Lee = chamber B/Ann Lee']],
    [
      'a volume with its unit',
      'chamber',
      chamber,
      { volume: '1850 cf', lossClass: '3' },
      ['changed A/Ann Lee = class 3'],
    ],
    ['a goal with a sign', 'point', point, { goal: '15 %' }, []],
    ['an erased altitude', 'altitude', undefined, { feet: '' }, []],
    [
      'half a standard',
      'job',
      undefined,
      { meter: 'Tramex ME5', standards: 'drywall' },
      ['job meter = Tramex ME5'],
    ],
  ])('and a draft never has another value for %s', (_, kind, item, fields, said) => {
    const begun = blankSetUp(log, item);
    const context = { kind, log, who: 'Bo Diaz', item };
    expect(writeFacts(draftFacts({ ...begun, ...fields }, begun, context))).toEqual(said);
  });

  test('and nothing that somebody else edits meanwhile', () => {
    const fields = { volume: '2400' };
    expect(writeFacts(formWith('chamber', chamber, fields, { ...log, chambers: [] }))).toEqual([
      'changed A/Ann Lee = 2400 cf',
    ]);
  });

  test.each([
    'changed C/Ann Lee = class 3',
    'changed C1/Ann Lee = goal 3',
    'changed E1/Ann Lee = count 3',
    'named E1/Ann Lee = LGR 12399',
  ])('and is not offered again if what it is of is gone: %s', (said) => {
    expect(leftWith(`--- Drying ---\n2026-11-24 09:30 -0600 Bo Diaz: ${said}`)).toBeNull();
  });
});

describe('a form that is open while an earlier entry of somebody else takes over the label', () => {
  const said = [
    '2026-11-24 09:00 -0600 Ann Lee: chamber A = Kitchen',
    '2026-11-24 09:00 -0600 Ann Lee: placed D1 LGR A',
  ];
  const earlier = [
    '2026-11-24 08:50 -0600 Bo Diaz: chamber A = Bath',
    '2026-11-24 08:51 -0600 Bo Diaz: placed D1 Dri-Eaz A',
  ];
  const logOf = (lines: readonly string[]) =>
    foldDrying(readDrying([['--- Drying ---', ...lines].join('\n')], DENVER));
  const opened = logOf(said);
  const now = logOf([...said, ...earlier]);
  const sayIn = (kind: SetUpKind, item: SetUpItem, fields: Partial<SetUpFields>) => {
    const filled = { ...blankSetUp(opened, item), ...fields };
    return writeFacts(setUpOf(filled, { kind, log: now, who: 'Ann Lee', item, opened }).facts);
  };

  test('adds to the chamber that it shows', () => {
    expect(sayIn('point', undefined, { place: 'Wall' })).toEqual(['set A1 Wall']);
    expect(sayIn('unit', undefined, { kind: 'fan' })).toEqual(['placed D2 fan A']);
  });

  test('renames and moves the machine that it shows', () => {
    const [machine] = opened.units;
    expect(sayIn('name', machine, { kind: 'LGR 12341' })).toEqual(['named D1/Ann Lee = LGR 12341']);
    expect(sayIn('move', machine, { count: '2' })).toEqual(['changed D1/Ann Lee = count 2']);
  });
});

describe('a machine that runs in no chamber', () => {
  const log = foldDrying(
    readDrying(
      [
        [
          '--- Drying ---',
          '2026-11-24 08:00 -0600 Ann Lee: chamber A = Kitchen',
          '2026-11-24 08:00 -0600 Ann Lee: placed MC 4 air movers C; D1 LGR C',
          '2026-11-24 09:00 -0600 Ann Lee: removed D1',
        ].join('\n'),
      ],
      DENVER,
    ),
  );
  const [runs, gone] = log.units;
  const formWith = (item: SetUpItem, fields: Partial<SetUpFields>) =>
    setUpOf({ ...blankSetUp(log, item), ...fields }, { kind: 'move', log, who: 'Bo Diaz', item });

  test('stays there when its count is edited', () => {
    const { facts, errors } = formWith(runs, { count: '3' });
    expect(writeFacts(facts)).toEqual(['changed MC/Ann Lee = count 3']);
    expect(errors).toEqual({});
  });

  test('is moved into the chamber that is chosen', () => {
    expect(writeFacts(formWith(runs, { chamber: 'A' }).facts)).toEqual([
      'changed MC/Ann Lee = chamber A/Ann Lee',
    ]);
  });

  test.each([
    ['to be placed again', gone, {}],
    ['if the chosen one got another name meanwhile', runs, { chamber: 'A/Cy Orr' }],
    ['to be new', undefined, { chamber: '' }],
  ])('needs a chamber %s', (_, item, fields) => {
    expect(formWith(item, fields).errors).toEqual({ chamber: 'Enter this.' });
  });

  test('and so does a new point', () => {
    const fields = { ...blankSetUp(log, undefined), place: 'Wall', chamber: '' };
    expect(setUpOf(fields, { kind: 'point', log, who: 'Bo Diaz', item: undefined }).errors).toEqual({
      chamber: 'Enter this.',
    });
  });
});
