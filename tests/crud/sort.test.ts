import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortInSteps } from '../../src/crud/list/list-rows.ts';
import { compareKeys, sortKeyOf } from '../../src/crud/list/sort-key.ts';
import type { FieldValue } from '../../src/domain/resource-spec.ts';
import { drawAll } from '../../src/domain/steps.ts';
import { counterexample } from '../support/test/counterexample.ts';

const sorted = (values: readonly FieldValue[], descending = false): readonly FieldValue[] =>
  drawAll(sortInSteps({ rows: values, keyOf: sortKeyOf, descending }));

describe('values of a column', () => {
  it('stand as people look for them: without regard to capitals and accents, numbers by value', () => {
    const names = ['Zoe', 'anna', 'Ärne', 'Bob', 'WO-10', 'WO-9', ' Abe', 'Émile', 'eve', 'O’Brien', 'Obama'];
    const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
    expect(sorted(names)).toEqual(names.toSorted((a, b) => collator.compare(a.trim(), b.trim())));
  });

  it('that are blank go last either way', () => {
    expect(sorted(['b', '', null, 'a', '  '])).toEqual(['a', 'b', '', null, '  ']);
    expect(sorted(['b', '', null, 'a', '  '], true)).toEqual(['b', 'a', '', null, '  ']);
    expect(sorted([3, null, -1, 20], true)).toEqual([20, 3, -1, null]);
  });

  it('that are no known choice come after the known ones, by text', () => {
    const keys = ['zeta', 2, 'alpha', 0, null, 1];
    const order = (descending: boolean) =>
      drawAll(sortInSteps({ rows: keys, keyOf: (key) => key, descending }));
    expect(order(false)).toEqual([0, 1, 2, 'alpha', 'zeta', null]);
    expect(order(true)).toEqual(['zeta', 'alpha', 2, 1, 0, null]);
  });

  it('keep the order in which they came where they are equal, and are sorted however many there are', () => {
    const rows = fc.array(fc.record({ key: fc.nat({ max: 5 }), n: fc.nat() }), {
      maxLength: 2500,
      size: 'max',
    });
    expect(
      counterexample(
        fc.property(rows, fc.boolean(), (all, descending) => {
          const ours = drawAll(sortInSteps({ rows: all, keyOf: ({ key }) => key, descending }));
          const theirs = all.toSorted((a, b) => compareKeys(a.key, b.key, descending));
          return ours.every((row, index) => row === theirs[index]) && ours.length === all.length;
        }),
        50,
      ),
    ).toBeNull();
  });

  it('are worked out a few at a time, so that other things can be done in between', () => {
    const rows = Array.from({ length: 5000 }, (_, n) => (n * 7919) % 5000);
    let workedOut = 0;
    const keyOf = (row: number): number => {
      workedOut += 1;
      return row;
    };
    for (const _ of sortInSteps({ rows, keyOf, descending: false })) {
      expect(workedOut).toBeLessThanOrEqual(500);
      workedOut = 0;
    }
  });
});
