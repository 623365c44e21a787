import { describe, expect, test } from 'vitest';
import { changesIn } from '../../../src/domain/drying/changes.ts';
import { readDrying } from '../../../src/domain/drying/drying-entries.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { DENVER } from '../../support/records/texts.ts';

const BEGUN = [
  'Ann Lee, 08:00: chamber A = Kitchen, class 2',
  'Ann Lee, 08:00: chamber B = Bath',
  'Ann Lee, 08:00: set A1 Kitchen wall, drywall, goal 15',
  'Ann Lee, 08:00: placed D1 LGR A; MA 4 air movers A',
];

/** 'Ann Lee, 09:00: points A1 34', after the set-up */
function logOf(...entries: readonly string[]) {
  const lines = entries.map((entry) => {
    const [, who = '', clock = '', text = ''] = /^(.*?), (\d\d:\d\d): (.+)$/.exec(entry) ?? [];
    return `2026-11-24 ${clock} -0600 ${who}: ${text}`;
  });
  return foldDrying(readDrying([['--- Drying ---', ...lines].join('\n')], DENVER));
}

const after = (...entries: readonly string[]) => logOf(...BEGUN, ...entries);

describe('two people who edit one thing at once', () => {
  test('each change what they said, of a chamber, and are each named for that alone', () => {
    const log = after(
      'Bo Diaz, 09:00: changed A/Ann Lee = class 3',
      'Cy Orr, 09:01: changed A/Ann Lee = rooms Kitchen + Hall, 1850 cf',
    );
    expect(log.chambers[0]?.fact).toMatchObject({
      rooms: ['Kitchen', 'Hall'],
      lossClass: 3,
      cubicFeet: 1850,
    });
    expect(changesIn(log)).toMatchObject([
      {
        by: { who: 'Bo Diaz' },
        from: { lossClass: 2, rooms: ['Kitchen'] },
        to: { lossClass: 3, rooms: ['Kitchen'] },
      },
      { by: { who: 'Cy Orr' }, from: { lossClass: 3 }, to: { lossClass: 3, rooms: ['Kitchen', 'Hall'] } },
    ]);
  });

  test('of a point', () => {
    const { points } = after(
      'Bo Diaz, 09:00: changed A1/Ann Lee = goal 12',
      'Cy Orr, 09:01: changed A1/Ann Lee = place Hall wall, no material',
    );
    expect(points).toMatchObject([{ fact: { place: 'Hall wall', material: '', goal: 12 } }]);
    expect(after('Ann Lee, 09:00: changed A1/Ann Lee = no goal').points[0]?.fact.goal).toBeNull();
  });

  test('of equipment: one moves it, one takes some away, one corrects its name', () => {
    const { units } = after(
      'Bo Diaz, 09:00: changed MA/Ann Lee = chamber B',
      'Cy Orr, 09:01: changed MA/Ann Lee = count 3',
      'Di Poe, 09:02: named MA/Ann Lee = axial air movers',
    );
    expect(units[1]).toMatchObject({
      fact: { count: 3, kind: 'axial air movers' },
      placements: [
        { chamber: 'A', count: 4 },
        { chamber: 'B', count: 4 },
        { chamber: 'B', count: 3, until: null },
      ],
    });
  });

  test('the later one counts for what both changed', () => {
    const log = after(
      'Cy Orr, 09:01: changed A/Ann Lee = no class',
      'Bo Diaz, 09:00: changed A/Ann Lee = class 3, no volume',
    );
    expect(log.chambers[0]?.fact.lossClass).toBeNull();
  });
});

describe('an edit', () => {
  test('of the count of equipment that is gone leaves it gone', () => {
    const log = after(
      'Bo Diaz, 10:00: removed MA/Ann Lee',
      'Ann Lee, 10:05: changed MA/Ann Lee = count 3',
      'Ann Lee, 10:06: named MA/Ann Lee = axial air movers',
    );
    expect(log.units[1]?.placements).toMatchObject([{ count: 4, until: { who: 'Bo Diaz' } }]);
    expect(log.units[1]?.fact).toMatchObject({ kind: 'axial air movers', count: 4 });
    expect(log.notes).toMatchObject([{ text: 'changed MA/Ann Lee = count 3' }]);
  });

  test('of the chamber of equipment that is gone leaves it gone: who saw that places it again', () => {
    const { units, notes } = after(
      'Ann Lee, 09:00: removed MA',
      'Bo Diaz, 09:30: changed MA/Ann Lee = chamber B, count 2',
    );
    expect(units[1]?.placements).toMatchObject([{ count: 4, until: { who: 'Ann Lee' } }]);
    expect(notes).toMatchObject([{ text: 'changed MA/Ann Lee = chamber B, count 2' }]);
  });

  test('into a chamber that nobody set is shown as in none', () => {
    expect(after('Bo Diaz, 09:00: changed D1/Ann Lee = chamber C').units[0]?.placements).toMatchObject([
      { chamber: 'A' },
      { chamber: null },
    ]);
  });

  test('means the editor’s chamber of that letter', () => {
    const { units } = after(
      'Bo Diaz, 08:30: chamber B = Attic',
      'Bo Diaz, 09:00: changed D1/Ann Lee = chamber B',
    );
    expect(units[0]?.placements.map(({ chamber }) => chamber)).toEqual(['A', 'B/Bo Diaz']);
  });

  test('of a point that is removed leaves it removed', () => {
    const { points } = after('Ann Lee, 09:00: removed A1', 'Bo Diaz, 09:30: changed A1/Ann Lee = goal 12');
    expect(points).toMatchObject([{ fact: { goal: 12 }, removed: { who: 'Ann Lee' } }]);
  });

  test('counts though a wrong clock puts it before what set the thing', () => {
    const log = after(
      'Bo Diaz, 07:00: changed A/Ann Lee = class 4',
      'Bo Diaz, 07:00: changed A1/Ann Lee = goal 9',
      'Bo Diaz, 07:00: named D1/Ann Lee = LGR 12341',
    );
    expect([log.chambers[0]?.fact.lossClass, log.points[0]?.fact.goal, log.units[0]?.fact.kind]).toEqual([
      4,
      9,
      'LGR 12341',
    ]);
    expect(log.notes).toEqual([]);
  });

  test('from before what it edits does not win over later ones', () => {
    const { points, units } = logOf(
      'Bo Diaz, 08:58: changed A1/Ann Lee = goal 20',
      'Bo Diaz, 08:58: named D1/Ann Lee = LGR 12341',
      'Bo Diaz, 08:59: changed A1/Ann Lee = material oak',
      'Bo Diaz, 08:59: changed A2/Ann Lee = goal 9',
      'Ann Lee, 09:00: set A1 Kitchen wall, drywall, goal 12',
      'Ann Lee, 09:00: placed D1 LGR A',
      'Ann Lee, 09:10: changed A1/Ann Lee = goal 15',
      'Cy Orr, 09:11: named D1/Ann Lee = LGR 12399',
      'Ann Lee, 09:20: changed A1/Ann Lee = goal 14',
      'Ann Lee, 09:30: set A2 Kitchen floor',
    );
    expect(points).toMatchObject([{ fact: { goal: 14, material: 'oak' } }, { fact: { goal: 9 } }]);
    expect(points[0]?.changes.map(({ to }) => to.goal)).toEqual([20, 20, 15, 14]);
    expect(units[0]?.fact.kind).toBe('LGR 12399');
  });

  test('from before, without a setter’s name, means what the editor sets, else what somebody set', () => {
    const named = 'Bo Diaz, 08:00: named D1 LGR 12341';
    const kinds = (...entries: readonly string[]) =>
      logOf(named, 'Ann Lee, 09:00: placed D1 LGR A', ...entries).units.map(({ fact }) => fact.kind);
    expect(kinds('Bo Diaz, 09:10: placed D1 fan A')).toEqual(['LGR', 'LGR 12341']);
    expect(kinds()).toEqual(['LGR 12341']);
  });

  test.each([
    'changed C/Ann Lee = class 3',
    'changed C1/Ann Lee = goal 3',
    'changed E1/Ann Lee = count 3',
    'named E1/Ann Lee = LGR',
  ])('of what nobody set is shown as a note: %s', (text) => {
    expect(after(`Bo Diaz, 09:00: ${text}`).notes).toMatchObject([{ text }]);
  });

  test('of equipment from before it was placed is shown as a note', () => {
    const text = 'changed MA/Ann Lee = count 3';
    const { units, notes } = after(`Bo Diaz, 07:00: ${text}`);
    expect(units[1]).toMatchObject({ fact: { count: 4 }, placements: [{ count: 4 }] });
    expect(notes).toMatchObject([{ text }]);
  });
});

describe('an older entry that sets all of it again', () => {
  test('still does, and keeps what is edited later', () => {
    const { chambers } = after(
      'Bo Diaz, 09:00: chamber A/Ann Lee = Kitchen + Hall',
      'Cy Orr, 09:01: changed A/Ann Lee = 1850 cf',
    );
    expect(chambers[0]?.fact).toMatchObject({ rooms: ['Kitchen', 'Hall'], lossClass: null, cubicFeet: 1850 });
  });

  test('moves equipment, but does not take back its corrected name', () => {
    const { units } = after(
      'Cy Orr, 09:00: named D1/Ann Lee = LGR 12399',
      'Bo Diaz, 09:01: placed D1/Ann Lee = LGR B',
    );
    expect(units[0]).toMatchObject({ fact: { kind: 'LGR 12399' }, placements: [{}, { chamber: 'B' }] });
  });
});
