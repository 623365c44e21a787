import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { framePorts } from '../support/browser/frame-ports.ts';
import { ann } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

const steps = () => screen.findByRole('region', { name: 'First steps' });
const titles = (region: HTMLElement) =>
  within(region)
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent);

const ADD = 'Add your first customer';
const IMPORT = 'Import customers from Excel or CSV';
const AIRPLANE = 'Try it in airplane mode';

test('an empty company is led, sees what it has done, and closes it for good', async () => {
  const records = await TestRecords.open();
  const { user, unmount } = startApp('/dashboard', records);
  const region = await steps();
  expect(titles(region)).toEqual([ADD, IMPORT, AIRPLANE]);
  await records.say({ reasons: ['offline'] });
  await user.click(within(region).getByRole('button', { name: 'Add Customer' }));
  const form = await screen.findByRole('dialog', { name: 'Add New Customer' });
  await user.type(within(form).getByLabelText('First Name'), 'Nora');
  await user.click(within(form).getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(titles(region)).toEqual([`${ADD} (Done)`, IMPORT, `${AIRPLANE} (Done)`]));
  unmount();

  const again = startApp('/dashboard', records);
  await again.user.click(within(await steps()).getByRole('button', { name: 'Close first steps' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  again.unmount();
  startApp('/dashboard', records);
  await screen.findByRole('list', { name: 'Figures' });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
});

test.each([
  ['that has something', async (records: TestRecords) => records.seed(ann)],
  ['of which nothing has been fetched yet', async (records: TestRecords) => records.say({ pulledAt: null })],
])('a company %s is not', async (_, given) => {
  const records = await TestRecords.open();
  await given(records);
  startApp('/dashboard', records);
  await screen.findByRole('list', { name: 'Figures' });
  await screen.findByText(/Next on the schedule/);
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  expect(await records.services.db.relaxed.settings.count()).toBe(0);
});

test('the app is installed from there: by the browser, or by a guide', async () => {
  const records = await TestRecords.open();
  const install = vi.fn<() => void>();
  const { user, unmount } = startApp('/dashboard', records, {
    props: { ports: framePorts({ install: { way: 'prompt', install } }) },
  });
  await user.click(within(await steps()).getByRole('button', { name: 'Install' }));
  expect(install).toHaveBeenCalledOnce();
  unmount();
  const guided = startApp('/dashboard', records, {
    props: { ports: framePorts({ install: { way: 'iphone-safari' } }) },
  });
  await guided.user.click(within(await steps()).getByRole('button', { name: 'Install' }));
  expect(await screen.findByRole('dialog', { name: 'Install app' })).toBeVisible();
});
