import { describe, expect, test } from 'vitest';
import { readDrying } from '../../../src/domain/drying/drying-entries.ts';
import { equipmentDays, staysOf, sumOfDays } from '../../../src/domain/drying/equipment-days.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { at } from '../../support/drying/job.ts';
import { logOf } from '../../support/drying/log.ts';
import { DENVER } from '../../support/records/texts.ts';

const NOW = at('2026-11-30 09:00').at;

function staysIn(...entries: readonly string[]) {
  const [unit] = logOf('23 08:00 chamber A = Hall', '23 08:00 chamber B = Bath', ...entries).units;
  if (!unit) throw new Error('No unit is placed.');
  const stays = staysOf(unit, NOW);
  // What is printed as a sum is what is billed.
  expect(sumOfDays(stays)).toEqual(equipmentDays(unit, NOW));
  return stays.map(({ placements, until, calendarDays, periods }) => [
    placements.map(({ chamber, count }) => `${count} ${chamber}`).join(', '),
    until === null ? 'runs' : new Date(until.at + until.offset * 60_000).toISOString().slice(8, 16),
    calendarDays,
    periods,
  ]);
}

describe('the stays of a unit', () => {
  test('are from each placement to its removal', () => {
    expect(
      staysIn(
        '23 09:30 placed D1 LGR A',
        '24 12:00 removed D1',
        '27 08:00 placed D1 LGR B',
        '28 07:00 removed D1',
        '30 08:00 placed D1 LGR B',
      ),
    ).toEqual([
      ['1 A', '24T12:00', 2, 2],
      ['1 B', '28T07:00', 2, 1],
      ['1 B', 'runs', 1, 1],
    ]);
  });

  test('go on where it is only moved, or where some of it is removed', () => {
    expect(
      staysIn(
        '23 09:30 placed MA 4 fans A',
        '24 09:30 placed MA 4 fans B',
        '25 09:30 placed MA 2 fans B',
        '26 09:30 removed MA',
      ),
    ).toEqual([['4 A, 4 B, 2 B', '26T09:30', 14, 10]]);
  });

  test('on one day count the day once, in the first', () => {
    expect(
      staysIn(
        '23 08:00 placed D1 LGR A',
        '23 10:00 removed D1',
        '23 12:00 placed D1 LGR A',
        '23 15:00 removed D1',
      ),
    ).toEqual([
      ['1 A', '23T10:00', 1, 1],
      ['1 A', '23T15:00', 0, 1],
    ]);
  });

  test('do not count what was put right within the minute', () => {
    expect(
      staysIn('23 09:40 placed MA 40 fans A', '23 09:40 changed MA = count 4', '24 09:40 removed MA'),
    ).toEqual([['4 A', '24T09:40', 8, 4]]);
    expect(
      staysIn(
        '23 09:40 placed MA 4 fans A',
        '24 09:40 changed MA = count 40',
        '24 09:40 changed MA = count 4',
        '24 09:40 removed MA',
      ),
    ).toEqual([['4 A', '24T09:40', 8, 4]]);
  });

  test('end with the report, though a removal is dated decades later', () => {
    const [stay] = staysIn('29 09:00 placed MA 4 fans A', '30 10:00 removed MA');
    expect(stay?.slice(2)).toEqual([8, 4]);
    const late = [
      '2026-11-29 09:00 -0600 Ann Lee: placed D1 LGR A',
      '2087-11-29 09:00 -0600 Ann Lee: removed D1',
    ];
    const [unit] = foldDrying(readDrying([['--- Drying ---', ...late].join('\n')], DENVER)).units;
    expect(unit && equipmentDays(unit, NOW)).toEqual({ calendarDays: 2, periods: 1 });
    expect(unit && staysOf(unit, NOW)).toMatchObject([{ endsLater: true }]);
  });

  test('of more machines than before count each machine', () => {
    expect(
      staysIn(
        '23 08:00 placed MA 2 fans A',
        '24 08:00 removed MA',
        '25 08:00 placed MA 3 fans A',
        '25 20:00 removed MA',
      ),
    ).toEqual([
      ['2 A', '24T08:00', 4, 2],
      ['3 A', '25T20:00', 3, 3],
    ]);
  });
});
