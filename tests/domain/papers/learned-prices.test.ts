import { describe, expect, test } from 'vitest';
import { addItem } from '../../../src/domain/papers/item-sums.ts';
import { learnPrices, pricesLike } from '../../../src/domain/papers/learned-prices.ts';
import type { LineItem } from '../../../src/domain/papers/line-items.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import { item } from './items.ts';

const fan = (price: number) => item({ name: 'Air mover', unit: 'days', each: 3, price });
const wall = item({ name: 'Remove wet drywall', unit: 'sq ft', price: 185 });
const tile = item({ name: 'Remove tile', unit: 'sq ft', price: 420 });

function row(at: number | null, ...items: LineItem[]) {
  const seen = { created_at: null, updated_at: at, first_seen: 5 };
  return { view: { description: items.reduce(addItem, 'Kitchen.') }, seen };
}

const learn = (...rows: ReturnType<typeof row>[]) => drawAll(learnPrices(rows));

describe('prices', () => {
  test('are the last ones of a name and unit, whatever the order of the estimates', () => {
    const [old, late] = [row(10, fan(3500), wall), row(20, fan(3900))];
    const known = [
      { name: 'Air mover', unit: 'days', price: 3900, count: 2 },
      { name: 'Remove wet drywall', unit: 'sq ft', price: 185, count: 1 },
    ];
    expect(learn(old, late)).toEqual(known);
    expect(learn(late, old)).toEqual(known);
  });

  test('are learned from an estimate that was changed here last, and from one without a time', () => {
    const own = { ...row(1, fan(4000)), own: { changed: 30 } };
    const seen = { created_at: null, updated_at: null, first_seen: 5, changed_seen: 25 };
    expect(learn(own, row(20, fan(3900)))[0]?.price).toBe(4000);
    expect(learn({ ...row(1, fan(4100)), seen }, row(20, fan(3900)))[0]?.price).toBe(4100);
    expect(learn(row(null, fan(4200)), row(20, fan(3900)))[0]?.price).toBe(3900);
  });

  test('differ by unit, but not by spelling', () => {
    const hours = { ...fan(9000), unit: 'hours' };
    const prices = learn(row(1, fan(3500)), row(2, { ...fan(3600), name: 'AIR  MOVER' }), row(3, hours));
    expect(prices.map(({ unit, count }) => [unit, count])).toEqual([
      ['days', 2],
      ['hours', 1],
    ]);
  });

  test('are learned from no estimate without items, nor from one without a text', () => {
    const rows = [{ ...row(1), view: { description: null } }, row(2)];
    expect(drawAll(learnPrices(rows))).toEqual([]);
  });

  test('are learned in steps, and a known row is not read again', () => {
    const rows = Array.from({ length: 250 }, (_, n) => row(n, fan(n)));
    const steps = learnPrices(rows);
    expect([steps.next().done, steps.next().done]).toEqual([false, false]);
    expect(drawAll(steps)).toEqual([{ name: 'Air mover', unit: 'days', price: 249, count: 250 }]);
    expect(drawAll(learnPrices(rows))).toEqual([{ name: 'Air mover', unit: 'days', price: 249, count: 250 }]);
  });
});

describe('what is typed', () => {
  const prices = learn(row(1, wall, wall, tile, fan(3500)));
  const names = (typed: string, most = 9) => pricesLike(prices, typed, most).map(({ name }) => name);

  test.each([
    ['remove', ['Remove wet drywall', 'Remove tile']],
    ['Drywall rem', ['Remove wet drywall']],
    ['tíle', ['Remove tile']],
    ['mover', ['Air mover']],
    ['', ['Remove wet drywall', 'Remove tile', 'Air mover']],
    ['pump', []],
  ])('%j finds %j', (typed, found) => {
    expect(names(typed)).toEqual(found);
  });

  test('finds first what begins with it, and only so many', () => {
    expect(names('r')).toEqual(['Remove wet drywall', 'Remove tile', 'Air mover']);
    expect(names('r', 1)).toEqual(['Remove wet drywall']);
  });
});
