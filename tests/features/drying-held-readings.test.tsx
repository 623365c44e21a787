import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addDrying } from '../../src/domain/drying/drying-entries.ts';
import { editRecord } from '../../src/records/commands.ts';
import { air, moisture, ref } from '../support/drying/job.ts';
import { DAY, digits, openReadings, press, ROOM } from '../support/drying/readings-screen.tsx';
import { button } from '../support/kinds/screen.ts';

test('open readings stay those of the point that they show when an earlier entry takes over its label', async () => {
  const { records, user, log } = await openReadings({ facts: [[1, [...ROOM, moisture('A1', 34)]]] });
  await press(records, user, 'Show readings of A1');
  await user.click(await screen.findByRole('button', { name: /^Correct A1, 34/ }));
  const earlier = { at: records.clock.now() - 2 * DAY, offset: 0, who: 'Cy Orr' };
  await editRecord(records.services, 'workOrders', '1', {
    change: (fields) => ({
      ...fields,
      notes: addDrying(String(fields['notes']), earlier, [
        { word: 'set', ref: ref('A1'), place: 'Attic', material: '', goal: 9 },
      ]),
    }),
  });
  const dialog = await screen.findByRole('dialog', { name: 'Readings of A1/Ann Lee' });
  await digits(user, '24');
  await user.click(button(dialog, 'Next'));
  await waitFor(async () => {
    const { points, notes } = await log();
    expect(points.map(({ fact, readings }) => [fact.place, readings.map(({ value }) => value)])).toEqual([
      ['Attic', []],
      ['Kitchen N wall', [24]],
    ]);
    expect(notes).toEqual([]);
  });
});

test('readings of a machine that was removed can be corrected', async () => {
  const removed = { word: 'removed', ref: ref('D1'), isPoint: false } as const;
  const { records, user, log } = await openReadings({
    facts: [
      [2, [...ROOM, air('D1', 59, 20)]],
      [1, [removed]],
    ],
  });
  await press(records, user, 'Readings of unit D1');
  const dialog = await screen.findByRole('dialog', { name: 'Readings of D1' });
  await user.click(within(dialog).getByRole('button', { name: /^Correct D1, 59/ }));
  await digits(user, '9520');
  await waitFor(async () =>
    expect((await log()).units[0]?.readings).toMatchObject([{ value: { fahrenheit: 95, humidity: 20 } }]),
  );
});
