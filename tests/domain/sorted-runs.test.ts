import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawAll, SortedRuns } from '../../src/domain/steps.ts';

interface Item {
  readonly rank: number;
  readonly place: number;
}

const byRank = (a: Item, b: Item): number => a.rank - b.rank;

function sorted(parts: readonly (readonly Item[])[]): { items: readonly Item[]; steps: number } {
  const runs = new SortedRuns(byRank);
  let steps = 0;
  for (const part of parts) for (const _ of runs.add([...part])) steps += 1;
  const rest = runs.all();
  for (;;) {
    const step = rest.next();
    if (step.done) return { items: step.value, steps };
    steps += 1;
  }
}

it('items come in order, equal ones as added, however they were split', () => {
  const ranks = fc.array(fc.array(fc.nat({ max: 5 }), { maxLength: 30 }), { maxLength: 12 });
  fc.assert(
    fc.property(ranks, (parts) => {
      let place = 0;
      const given = parts.map((part) => part.map((rank) => ({ rank, place: (place += 1) })));
      expect(sorted(given).items).toEqual(given.flat().toSorted(byRank));
    }),
  );
});

it('many items are merged in steps', () => {
  const part = (from: number): Item[] =>
    Array.from({ length: 6000 }, (_, n) => ({ rank: (n * 7919) % 6007, place: from + n }));
  const { items, steps } = sorted([part(0), part(6000)]);
  expect(items).toEqual([...part(0), ...part(6000)].toSorted(byRank));
  expect(steps).toBe(2);
});

it('no items give an empty list', () => {
  expect(drawAll(new SortedRuns(byRank).all())).toEqual([]);
});
