import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { air, moisture } from '../support/drying/job.ts';
import { digits, openReadings, ROOM, title } from '../support/drying/readings-screen.tsx';
import { button } from '../support/kinds/screen.ts';

const DEGREES = 'Enter a temperature from -20 to 140 °F, in whole degrees.';
const HUMIDITY = 'Enter a humidity from 1 to 100 %, a whole number without a 0 in front.';
const MOISTURE = 'Enter a number from 0 to 999, with one digit after the point at most.';
const typed = (name: string) => screen.getByRole('status', { name });
const main = () => screen.getByRole('main');

test('a visit says which temperature and humidity it accepts, and keeps what was typed', async () => {
  const { user, log } = await openReadings({ facts: [[1, ROOM]], address: '?visit=all' });
  await title('Outside');
  await user.keyboard('-30');
  expect(await within(main()).findByText(DEGREES)).toBeVisible();
  expect(typed('Temperature')).toHaveTextContent('-30 °F');
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save visit' }));
  expect(await screen.findByText(/This number is not finished/)).toBeVisible();
  expect(typed('Temperature')).toHaveTextContent('-30 °F');
  await user.keyboard('{Backspace}{Backspace}15');
  expect(await screen.findByText('-15', { selector: 'output *' })).toBeVisible();
  expect(screen.queryByText(DEGREES)).toBeNull();
  await digits(user, '101');
  expect(await screen.findByText(HUMIDITY)).toBeVisible();
  expect(typed('Humidity')).toHaveTextContent('101 %');
  await user.keyboard('{Backspace}');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await title('Unaffected');
  expect(screen.queryByText(HUMIDITY)).toBeNull();
  expect((await log()).places.out).toEqual([]);
});

test('Next without a number says what is accepted', async () => {
  const { user } = await openReadings({ facts: [[1, ROOM]], address: '?visit=all' });
  await title('Outside');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText(DEGREES)).toBeVisible();
});

test('a correction says which moisture it accepts', async () => {
  const { user, log } = await openReadings({
    facts: [
      [1, ROOM],
      [1, [air('A', 74, 71), moisture('A1', 34)]],
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Show readings of A1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Readings of A1' });
  await user.click(within(dialog).getByRole('button', { name: /^Correct A1/ }));
  await digits(user, '1000');
  await user.click(button(dialog, 'Next'));
  expect(within(dialog).getByText(MOISTURE)).toBeVisible();
  expect(typed('Moisture')).toHaveTextContent('1000');
  expect((await log()).points[0]?.readings[0]?.value).toBe(34);
});
