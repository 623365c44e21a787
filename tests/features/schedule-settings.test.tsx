import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startApp, TestRecords } from '../support/records/record-services.tsx';
import { crew, job } from '../support/records/today.tsx';

async function openSettings(names: readonly string[]) {
  const records = await TestRecords.open();
  await records.seedAll(
    'workOrders',
    names.map((name) => job(`Of ${name}`, { notes: crew(name) })),
  );
  const { user } = startApp('/settings', records);
  const part = await screen.findByRole('region', { name: 'Schedule' });
  const stored = () => records.services.db.relaxed.settings.get('schedule');
  return { records, user, part, stored };
}

const shownNames = (part: HTMLElement) =>
  within(part)
    .getAllByRole('checkbox')
    .map((box) => box.closest('label')?.textContent);

test('people are ordered, hidden and joined on this device', async () => {
  const { user, part, stored, records } = await openSettings(['Bo', 'Ann Lee', 'Ann']);
  await waitFor(() => expect(shownNames(part)).toEqual(['Ann', 'Ann Lee', 'Bo']));
  expect(within(part).getByRole('button', { name: 'Move Ann up' })).toBeDisabled();
  await user.click(within(part).getByRole('button', { name: 'Move Bo up' }));
  await waitFor(() => expect(shownNames(part)).toEqual(['Ann', 'Bo', 'Ann Lee']));
  await user.click(within(part).getByRole('checkbox', { name: 'Show Bo' }));
  const same = within(part).getByRole('combobox', { name: 'Ann is the same person as' });
  await user.selectOptions(same, 'Ann Lee');
  await waitFor(async () =>
    expect(await stored()).toEqual({
      key: 'schedule',
      hours: { from: 480, to: 1020 },
      order: ['ann', 'bo', 'ann lee'],
      hidden: ['bo'],
      joined: [['ann', 'ann lee']],
    }),
  );
  // Ann's jobs are in the row of Ann Lee.
  await waitFor(() => expect(within(part).getByRole('checkbox', { name: 'Show Ann' })).toBeDisabled());
  await user.click(within(part).getByRole('checkbox', { name: 'Show Ann Lee' }));
  await waitFor(() => expect(within(part).getByRole('checkbox', { name: 'Show Ann' })).not.toBeChecked());
  await user.click(within(part).getByRole('checkbox', { name: 'Show Ann Lee' }));
  // Nobody can be joined to a name that is itself joined.
  const bos = within(part).getByRole('combobox', { name: 'Bo is the same person as' });
  await waitFor(() =>
    expect([...bos.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'nobody else',
      'Ann Lee',
    ]),
  );
  expect(await records.outbox()).toEqual([]);
});

test('working hours end after they begin', async () => {
  const { user, part, stored } = await openSettings([]);
  expect(await within(part).findByText('No work order has a crew yet.')).toBeVisible();
  const [from, to] = ['From', 'To'].map((name) => within(part).getByRole('combobox', { name }));
  await user.selectOptions(to as HTMLElement, '10:00 AM');
  await waitFor(async () => expect(await stored()).toMatchObject({ hours: { from: 480, to: 600 } }));
  const offered = [...(from?.querySelectorAll('option') ?? [])].map(({ textContent }) => textContent);
  expect(offered.at(-1)).toBe('9:00 AM');
});

test('the jobs of a day are set, kept beside other changes, and taken back', async () => {
  const { user, part, stored } = await openSettings(['Bo']);
  const jobs = within(part).getByRole('combobox', { name: 'Jobs a day' });
  expect(jobs).toHaveValue('');
  await user.selectOptions(jobs, '12');
  await waitFor(() => expect(jobs).toHaveValue('12'));
  await user.click(await within(part).findByRole('checkbox', { name: 'Show Bo' }));
  await waitFor(async () => expect(await stored()).toMatchObject({ jobsADay: 12, hidden: ['bo'] }));
  await user.selectOptions(jobs, 'Not set');
  await waitFor(async () => expect(await stored()).not.toHaveProperty('jobsADay'));
});

test('a setting that cannot be stored says so', async () => {
  const { user, part, records } = await openSettings(['Bo']);
  records.services.db.relaxed.settings.hook('creating', () => {
    throw new Error('no room');
  });
  await user.click(await within(part).findByRole('checkbox', { name: 'Show Bo' }));
  expect(await within(part).findByText('Failed to save the settings. Please try again.')).toBeVisible();
});
