import { describe, expect, test } from 'vitest';
import { changesIn } from '../../../src/domain/drying/changes.ts';
import { kindIn } from '../../../src/domain/drying/equipment-days.ts';
import { logOf } from '../../support/drying/log.ts';

describe('a label that is placed again after a removal', () => {
  const begun = [
    '23 09:00 chamber A = Hall',
    '23 09:30 placed D1 LGR 12341 A',
    '24 09:00 named D1 LGR 12399',
    '25 09:00 removed D1',
  ];
  const unitOf = (...entries: readonly string[]) => {
    const log = logOf(...begun, ...entries);
    const [unit] = log.units;
    if (!unit) throw new Error('A unit is placed.');
    return { unit, kinds: unit.placements.map((one) => kindIn(unit, one)), changes: changesIn(log) };
  };

  test('has the name that was placed, and before the removal the other one', () => {
    const { unit, kinds, changes } = unitOf(
      '26 09:00 placed D1/Ann Lee = Phoenix 200 A',
      '27 09:00 named D1 Phoenix 250',
    );
    expect(unit.fact.kind).toBe('Phoenix 250');
    expect(kinds).toEqual(['LGR 12399', 'Phoenix 250']);
    expect(changes.map(({ about }) => about)).toEqual(['unit', 'unit', 'unit']);
  });

  test('keeps its corrected name if it is placed with an earlier one', () => {
    expect(unitOf('26 09:00 placed D1/Ann Lee = LGR 12341 A').kinds).toEqual(['LGR 12399', 'LGR 12399']);
  });
});
