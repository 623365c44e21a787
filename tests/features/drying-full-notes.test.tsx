import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { moisture } from '../support/drying/job.ts';
import { openReadings, press, ROOM } from '../support/drying/readings-screen.tsx';
import { button } from '../support/kinds/screen.ts';

test('a correction that has no room in full notes is still on the keypad, and is not said to be kept', async () => {
  const filler = Array.from({ length: 92 }, (_, n) => `Line ${n} ${'x'.repeat(93)}`).join('\n');
  const { records, user } = await openReadings({
    notes: `${filler}\n${'y'.repeat(425)}`,
    facts: [[1, [...ROOM, moisture('A1', 34)]]],
  });
  await press(records, user, 'Show readings of A1');
  const dialog = await screen.findByRole('dialog', { name: 'Readings of A1' });
  await user.click(within(dialog).getByRole('button', { name: /^Correct A1, 34/ }));
  for (const key of ['2', '4', 'Next']) await user.click(button(dialog, key));
  await waitFor(() =>
    expect(dialog).toHaveTextContent('This is not saved: the notes of this work order are'),
  );
  expect(dialog).toHaveTextContent('Moisture24');
  expect(await records.outbox()).toEqual([]);
});
