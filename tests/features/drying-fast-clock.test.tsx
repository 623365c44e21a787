import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { moisture } from '../support/drying/job.ts';
import { digits, openReadings, press, ROOM, title } from '../support/drying/readings-screen.tsx';

/** Ann's device is two days ahead. */
const AHEAD = { facts: [[-2, ROOM]] } as const;

test('equipment that a fast clock placed is removed, and the screen says whose clock to check', async () => {
  const { records, user, log } = await openReadings(AHEAD);
  expect(await screen.findByText(/^An entry by Ann Lee is dated .*, later than the clock/)).toBeVisible();
  await press(records, user, 'Remove D1');
  await waitFor(async () => expect((await log()).units[0]?.placements).toMatchObject([{ until: {} }]));
  expect((await log()).notes).toEqual([]);
});

test('a point that a fast clock set is removed in a visit, and what is read keeps its own time', async () => {
  const { records, user, log } = await openReadings({ ...AHEAD, address: '?visit=A' });
  await title('Chamber A');
  await digits(user, '74719520');
  await title('Point A1');
  await user.click(screen.getByRole('button', { name: 'Skip' }));
  const reasons = await screen.findByRole('dialog', { name: 'Why is it skipped?' });
  await user.click(within(reasons).getByRole('button', { name: 'Removed' }));
  await title('All numbers are in');
  await press(records, user, 'Save visit');
  const asked = await screen.findByRole('dialog', { name: 'Before you save' });
  await user.click(within(asked).getByRole('button', { name: 'Save anyway' }));
  await title('Readings');
  const { points, chambers, notes } = await log();
  expect(points).toMatchObject([{ removed: { who: 'Bo Diaz' } }]);
  expect(chambers[0]?.readings[0]?.at).toBeLessThanOrEqual(records.clock.now());
  expect(notes).toEqual([]);
});

test('a correction names the reading that it replaces', async () => {
  const { records, user } = await openReadings({
    facts: [
      [1, ROOM],
      [1, [moisture('A1', 43), moisture('A1', 28)]],
    ],
  });
  await press(records, user, 'Show readings of A1');
  const dialog = await screen.findByRole('dialog', { name: 'Readings of A1' });
  await user.click(within(dialog).getByRole('button', { name: /^Correct A1, 43,/ }));
  await digits(user, '34');
  await user.click(within(dialog).getByRole('button', { name: 'Next' }));
  await waitFor(async () =>
    expect((await records.viewOf('workOrders', '1'))?.['notes']).toContain('A1 34 instead of 43'),
  );
});
