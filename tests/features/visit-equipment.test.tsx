import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { writeStamp } from '../../src/domain/day/entries.ts';
import { readDrying } from '../../src/domain/drying/drying-entries.ts';
import type { DryingFact } from '../../src/domain/drying/drying-facts.ts';
import type { DryingLog } from '../../src/domain/drying/drying-log.ts';
import { foldDrying } from '../../src/domain/drying/fold-drying.ts';
import { air, ref } from '../support/drying/job.ts';
import { DAY, digits, openReadings, press, ROOM, title } from '../support/drying/readings-screen.tsx';

test('a visit of one chamber confirms only the equipment that stands there', async () => {
  const placed = (label: string, chamber: string): DryingFact => ({
    word: 'placed',
    ref: ref(label),
    count: 4,
    kind: 'air movers',
    chamber: ref(chamber),
  });
  const { user, records, log } = await openReadings({
    facts: [
      [
        2,
        [
          { word: 'chamber', ref: ref('A'), rooms: ['Kitchen'], lossClass: null, cubicFeet: null },
          { word: 'chamber', ref: ref('B'), rooms: ['Bath'], lossClass: null, cubicFeet: null },
          placed('MA', 'A'),
          placed('MB', 'B'),
          placed('MC', 'B'),
        ],
      ],
      [1, [placed('MC', 'A')]],
      [0, [air('out', 52, 60), air('un', 70, 38)]],
    ],
    address: '?visit=A',
  });
  await title('Chamber A');
  await digits(user, '7471');
  await title('All numbers are in');
  await press(records, user, 'All equipment still running');
  await press(records, user, 'All equipment still running');
  await press(records, user, 'All equipment still running');
  await press(records, user, 'Save visit');
  await title('Readings');
  expect((await log()).units.map(({ name, seen }) => [name, seen.length])).toEqual([
    ['MA', 1],
    ['MB', 0],
    ['MC', 1],
  ]);
});

describe('equipment is confirmed', () => {
  const fans: DryingFact = {
    word: 'placed',
    ref: ref('MA'),
    count: 4,
    kind: 'air movers',
    chamber: ref('A'),
  };
  const seen = ({ units }: DryingLog) => units.map(({ name, seen: times }) => `${name} ${times.length}`);

  test('by its labels: what arrives later was not seen', async () => {
    const { user, records } = await openReadings({ facts: [[1, [...ROOM, fans]]], address: '?visit=all' });
    await title('Outside');
    await digits(user, '5260703868457471952034');
    await press(records, user, 'Next');
    await title('All numbers are in');
    expect(screen.getByRole('main')).toHaveTextContent('D1, MA');
    await press(records, user, 'All equipment still running');
    await press(records, user, 'Save visit');
    await title('Readings');
    const notes = String((await records.viewOf('workOrders', '1'))?.['notes']);
    const placed = `${writeStamp({ at: records.clock.now() - DAY, offset: 0 })} Cy Orr: placed D3 LGR 99999 A`;
    const log = foldDrying(readDrying([`${notes}\n${placed}`], () => 0));
    expect(seen(log)).toEqual(['D1 1', 'MA 1', 'D3 0']);
    expect(log.notes).toEqual([]);
  });

  test('but not what the visit removes', async () => {
    const { user, records, log } = await openReadings({
      facts: [
        [1, [...ROOM, fans]],
        [0, [air('out', 52, 60), air('un', 70, 38)]],
      ],
      address: '?visit=A',
    });
    await title('Chamber A');
    await digits(user, '7471');
    await title('Air leaving D1');
    await press(records, user, 'Skip');
    await user.click(await screen.findByRole('button', { name: 'Removed' }));
    await title('Point A1');
    await digits(user, '34');
    records.clock.advance(5 * 60_000);
    await press(records, user, 'Next');
    await title('All numbers are in');
    await press(records, user, 'All equipment still running');
    await press(records, user, 'Save visit');
    await title('Readings');
    expect(seen(await log())).toEqual(['D1 0', 'MA 1']);
    expect((await log()).notes).toEqual([]);
  });
});
