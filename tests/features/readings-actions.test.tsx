import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openReadings, press, ROOM } from '../support/drying/readings-screen.tsx';
import { onPhone } from '../support/records/record-services.tsx';

const RARE = [
  'Set altitude',
  'Meter, dry standard, billing',
  'Drying report',
  'Report for the adjuster',
] as const;

test('a tablet shows all that can be done with readings', async () => {
  await openReadings({ facts: [[1, ROOM]] });
  for (const name of RARE) expect(await screen.findByRole('button', { name })).toBeVisible();
});

test('a phone has what is rarely done with readings in a menu', async () => {
  onPhone();
  const { records, user } = await openReadings({ facts: [[1, ROOM]] });
  await press(records, user, 'More actions');
  const entries = within(await screen.findByRole('menu', { name: 'More actions' })).getAllByRole('menuitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual(RARE);
  for (const name of RARE) expect(screen.queryByRole('button', { name })).toBeNull();
  await user.click(screen.getByRole('menuitem', { name: 'Set altitude' }));
  expect(await screen.findByRole('dialog', { name: 'Set altitude' })).toBeVisible();
});
