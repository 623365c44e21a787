import { act, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { halfRead } from '../support/records/half-read.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';
import { job } from '../support/records/today.tsx';

test('Find says what is still being read, and until then never that there is nothing', async () => {
  const records = await TestRecords.open();
  await records.say({ reasons: ['offline'] });
  const finish = halfRead(records, 'workOrders', {
    read: [job('Planned')],
    rest: [job('Mold in the attic')],
  });
  const clock = setInterval(() => act(() => records.clock.advance(20)), 5);
  onTestFinished(() => clearInterval(clock));
  const { user } = startApp('/dashboard', records);
  await screen.findByRole('button', { name: 'Find' });
  await user.keyboard('{Control>}k{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Find' });
  await user.type(await within(dialog).findByRole('combobox', { name: 'Find' }), 'attic');
  expect(await within(dialog).findByText('Still reading work orders…')).toBeVisible();
  expect(within(dialog).queryByText(/^Nothing matches/)).toBeNull();
  act(finish);
  expect(await within(dialog).findByRole('option', { name: /Mold in the attic/ })).toBeVisible();
  expect(within(dialog).queryByText(/^Still reading/)).toBeNull();
});
