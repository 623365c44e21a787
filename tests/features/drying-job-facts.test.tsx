import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { jobValue, standardsText } from '../../src/domain/drying/job-facts.ts';
import { openReadings, press, ROOM } from '../support/drying/readings-screen.tsx';
import { button, fillIn, gone } from '../support/kinds/screen.ts';

const NAME = 'Meter, dry standard, billing';

test('the meter, the dry standards and what is billed are said once for the job', async () => {
  const { records, user, log } = await openReadings({ facts: [[1, ROOM]] });
  await press(records, user, NAME);
  const dialog = await screen.findByRole('dialog', { name: NAME });
  await fillIn(user, dialog, {
    'Meter and scale': 'Tramex ME5',
    'Dry standards': 'drywall nine',
    'Equipment is billed by': '24-hour periods',
  });
  await user.click(button(dialog, 'Save'));
  expect(within(dialog).getByText(/^In each line a material/)).toBeVisible();
  await fillIn(user, dialog, { 'Dry standards': 'drywall 9' });
  await user.click(button(dialog, 'Save'));
  await gone(dialog);
  const said = await log();
  expect([jobValue(said, 'meter'), jobValue(said, 'billing'), standardsText(said, ', ')]).toEqual([
    'Tramex ME5',
    '24-hour periods',
    'drywall 9',
  ]);
  expect(await screen.findByText('Billed by 24-hour periods: 2')).toBeVisible();
  await press(records, user, 'Show readings of A1');
  expect(await screen.findByRole('dialog', { name: 'Readings of A1' })).toHaveTextContent('dry standard 9');
});

test('a chamber has a category, which can be taken away', async () => {
  const { records, user, log } = await openReadings({ facts: [[1, ROOM]] });
  for (const [category, expected] of [
    ['3', 3],
    ['', null],
  ] as const) {
    await press(records, user, 'Edit chamber A');
    const dialog = await screen.findByRole('dialog', { name: 'Edit chamber A' });
    await fillIn(user, dialog, { 'Category of water': category });
    await user.click(button(dialog, 'Save'));
    await gone(dialog);
    expect((await log()).chambers[0]?.fact.category).toBe(expected);
  }
  expect(await screen.findByRole('region', { name: 'Changes and corrections' })).toHaveTextContent(
    'Chamber A, category',
  );
});
