import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addItem, itemsTotal, linesBesideLineItems, readItems } from '../../src/domain/papers/item-sums.ts';
import { writeLineItem } from '../../src/domain/papers/line-items.ts';
import { mergeTexts, settleTexts } from '../../src/outbox/merge/merge-text.ts';
import { item } from '../domain/papers/items.ts';

const block = (...lines: string[]): string => ['Kitchen.', '--- Items ---', ...lines].join('\n');

const FAN = '2 x Air mover, 3 days @ 35.00 = 210.00';
const MORE_FANS = '4 x Air mover, 3 days @ 35.00 = 420.00';
const WALL = '118 x Remove wet drywall, sq ft @ 1.85 = 218.30';
const WET = '10 x Drywall, wet, sq ft @ 1.85 = 18.50';
const DRY = '10 x Drywall, dry, sq ft @ 1.00 = 10.00';

describe('[M34, M39] items of two people', () => {
  test.each([
    ['that each added are all there', block(FAN), block(FAN, WALL), block(FAN, WET), block(FAN, WET, WALL)],
    ['of one name stay, if they differ', block(), block(FAN), block(MORE_FANS), block(MORE_FANS, FAN)],
    ['that are equal are there once', block(), block(WALL, FAN), block(FAN), block(WALL, FAN)],
    [
      'are equal in two spellings',
      block(),
      block('2 X air mover,3 days @ $35 = 210'),
      block(FAN),
      block(FAN),
    ],
    ['that one added twice are there twice', block(), block(FAN, FAN), block(FAN), block(FAN, FAN)],
    ['with commas in their names are two', block(), block(WET), block(DRY), block(DRY, WET)],
    [
      'that one edited stay so',
      block(FAN, WALL),
      block(MORE_FANS, WALL),
      block(FAN, WALL, WET),
      block(MORE_FANS, WALL, WET),
    ],
    ['that one removed are gone', block(FAN, WALL), block(WALL), block(FAN, WALL, WET), block(WALL, WET)],
    [
      'that both edited alike are there once',
      block(FAN),
      block(MORE_FANS),
      block(MORE_FANS, WALL),
      block(MORE_FANS, WALL),
    ],
    [
      'keep lines that are no items',
      block('ask'),
      block('ask', FAN, 'call'),
      block('ask', WALL),
      block('ask', WALL, FAN, 'call'),
    ],
  ])('%s', (_, base, mine, theirs, merged) => {
    expect(mergeTexts({ base, mine, theirs })).toBe(merged);
  });

  test.each([
    [
      'both edited differently',
      block(FAN),
      block(MORE_FANS),
      block(FAN.replace('2 x', '3 x')),
      block(FAN.replace('2 x', '3 x'), MORE_FANS),
    ],
    [
      'one edited and the other removed',
      block(FAN, WALL),
      block(MORE_FANS, WALL),
      block(WALL),
      block(MORE_FANS, WALL),
    ],
  ])('[M29] that %s are left to a person', (_, base, mine, theirs, both) => {
    expect(mergeTexts({ base, mine, theirs })).toBeNull();
    expect(settleTexts({ base, mine, theirs }, 'both')).toBe(both);
  });

  const added = fc.array(
    fc.record({
      name: fc.constantFrom('Fan', 'Wall', 'Tile, wet'),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 5 },
  );
  const changes = fc.record({ removed: fc.subarray(['b0', 'b1', 'b2', 'b3']), added });
  const BASE = ['b0', 'b1', 'b2', 'b3'].map((name) => item({ name }));
  type Changes = typeof changes extends fc.Arbitrary<infer Value> ? Value : never;

  function changed({ removed, added: more }: Changes): string {
    const items = [...BASE.filter(({ name }) => !removed.includes(name)), ...more.map((one) => item(one))];
    return items.reduce(addItem, 'Kitchen.\n--- Items ---\nPrices of 2026');
  }
  const linesIn = (text: string) => readItems(text).map(writeLineItem);
  const countIn = (lines: readonly string[], line: string) => lines.filter((one) => one === line).length;

  test('are a union, whoever is first, and a lost answer adds nothing', () => {
    fc.assert(
      fc.property(changes, changes, (mine, theirs) => {
        const sides = {
          base: changed({ removed: [], added: [] }),
          mine: changed(mine),
          theirs: changed(theirs),
        };
        const merged = mergeTexts(sides);
        if (merged === null) throw new Error('A person would be asked.');
        const [all, my, their] = [merged, sides.mine, sides.theirs].map(linesIn) as [
          string[],
          string[],
          string[],
        ];
        for (const line of new Set([...all, ...my, ...their])) {
          const inBase = /b\d/.test(line);
          const counts = [countIn(my, line), countIn(their, line)];
          expect(countIn(all, line)).toBe(inBase ? Math.min(...counts) : Math.max(...counts));
        }
        expect(linesBesideLineItems(merged)).toEqual(['Prices of 2026']);
        const other = mergeTexts({ ...sides, mine: sides.theirs, theirs: sides.mine }) ?? '';
        expect(linesIn(other).toSorted()).toEqual(all.toSorted());
        expect(itemsTotal(readItems(other))).toBe(itemsTotal(readItems(merged)));
        expect(mergeTexts({ ...sides, theirs: merged })).toBe(merged);
      }),
      { numRuns: 150 },
    );
  });
});
