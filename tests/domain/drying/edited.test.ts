import { describe, expect, test } from 'vitest';
import type { DryingFact, Ref } from '../../../src/domain/drying/drying-facts.ts';
import { edited } from '../../../src/domain/drying/edited.ts';
import { writeFacts } from '../../../src/domain/drying/write-facts.ts';
import { ref } from '../../support/drying/job.ts';
import { logOf } from '../../support/drying/log.ts';

const log = logOf(
  '23 09:00 chamber A = Kitchen, class 2, 1850 cf',
  '23 09:00 set A1 Kitchen wall, drywall, goal 15',
  '23 09:30 placed MA 4 air movers A; D1 LGR A; D2 LGR C',
  '24 09:00 removed D1',
);

function itemOf(name: string) {
  const item = [...log.chambers, ...log.points, ...log.units].find((one) => one.name === name);
  if (!item) throw new Error(`There is no ${name}.`);
  return item;
}

const chamber = (
  rooms: readonly string[],
  lossClass: number | null,
  cubicFeet: number | null,
): DryingFact => ({
  word: 'chamber',
  ref: ref('A'),
  rooms,
  lossClass,
  cubicFeet,
});
const point = (place: string, material: string, goal: number | null): DryingFact => ({
  word: 'set',
  ref: ref('A1'),
  place,
  material,
  chamber: ref('B', 'Bo Diaz'),
  goal,
});
const unit = (count: number, kind: string, there: Ref): DryingFact => ({
  word: 'placed',
  ref: ref(''),
  count,
  kind,
  chamber: there,
});

describe('an edit says what is different, and nothing else', () => {
  test.each<[string, DryingFact, string | undefined, string]>([
    ['A', chamber(['Kitchen'], 3, 1850), undefined, 'changed A/Ann Lee = class 3'],
    [
      'A',
      chamber(['Kitchen', 'Hall'], 2, null),
      undefined,
      'changed A/Ann Lee = rooms Kitchen + Hall, no volume',
    ],
    ['A1', point('Kitchen wall', '', 12), undefined, 'changed A1/Ann Lee = no material, goal 12'],
    ['MA', unit(4, 'axial', ref('B')), 'B', 'changed MA/Ann Lee = chamber B'],
    ['MA', unit(3, 'air movers', ref('A')), 'A', 'changed MA/Ann Lee = count 3'],
    ['D2', unit(1, 'LGR', ref('A')), 'A', 'changed D2/Ann Lee = chamber A'],
    ['D1', unit(1, 'LGR', ref('A')), 'A', 'placed D1/Ann Lee = LGR A'],
  ])('of %s', (name, fact, there, said) => {
    expect(writeFacts(edited(itemOf(name), fact, there))).toEqual([said]);
  });

  test.each<[string, DryingFact, string | undefined]>([
    ['A', chamber(['Kitchen'], 2, 1850), undefined],
    ['A1', point('Kitchen wall', 'drywall', 15), undefined],
    ['MA', unit(4, 'air movers', ref('A')), 'A'],
    ['D2', unit(1, 'LGR', ref('')), undefined],
  ])('and of %s without a difference nothing', (name, fact, there) => {
    expect(edited(itemOf(name), fact, there)).toEqual([]);
  });
});

test('a chamber of an older entry, which has no category, is not edited by a form that leaves it empty', () => {
  const fact: DryingFact = {
    word: 'chamber',
    ref: ref('A'),
    rooms: ['Kitchen'],
    category: null,
    lossClass: 2,
    cubicFeet: 1850,
  };
  expect(edited(itemOf('A'), fact)).toEqual([]);
});
