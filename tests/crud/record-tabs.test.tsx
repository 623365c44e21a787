import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { UNDO_MS } from '../../src/outbox/retry-policy.ts';
import { NotSavedError } from '../../src/records/save-transaction.ts';
import { ESTIMATES } from '../support/kinds/estimates.ts';
import { seedAnns } from '../support/kinds/kinds.ts';
import { button, chooseMore } from '../support/kinds/screen.ts';
import { WORK_ORDERS } from '../support/kinds/work-orders.ts';
import { onDesk, onPhone, startApp } from '../support/records/record-services.tsx';

test('a tab stands in the address, and Back leads to the one before', async () => {
  const { user } = startApp('/projects/1?tab=work', await seedAnns());
  expect(await screen.findByRole('heading', { name: 'Estimates' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Work', selected: true })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Overview' }));
  expect(window.location.search).toBe('');
  expect(screen.queryByRole('heading', { name: 'Estimates' })).toBeNull();
  window.history.back();
  expect(await screen.findByRole('heading', { name: 'Estimates' })).toBeVisible();
});

test('a customer’s records stand beside the facts, and alone on their tab', async () => {
  const { user } = startApp('/customers/1', await seedAnns());
  expect(await screen.findByRole('heading', { name: 'Projects' })).toBeVisible();
  expect(await within(screen.getByRole('tabpanel')).findByRole('link', { name: 'Call' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Work' }));
  expect(within(screen.getByRole('tabpanel')).getByRole('heading', { name: 'Projects' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Call' })).toBeNull();
});

test('what was begun on the overview is still there after a look at another tab', async () => {
  const { user } = startApp('/work-orders/1', await seedAnns());
  await user.click(await screen.findByRole('button', { name: 'Add note' }));
  await user.type(screen.getByLabelText('Note'), 'Wall open.');
  await user.click(screen.getByRole('tab', { name: 'History' }));
  await user.click(screen.getByRole('tab', { name: 'Overview' }));
  expect(screen.getByLabelText('Note')).toHaveValue('Wall open.');
});

test('a form opened from related records stays open when a tablet is turned', async () => {
  onPhone();
  const { user } = startApp('/customers/1', await seedAnns());
  await user.click(await screen.findByRole('button', { name: 'Add Estimate' }));
  const title = within(await screen.findByRole('dialog')).getByLabelText('Title');
  await user.type(title, 'Dry the cellar');
  onDesk();
  await screen.findByRole('tab', { name: 'Overview', selected: true, hidden: true });
  expect(title).toBeInTheDocument();
  expect(title).toHaveValue('Dry the cellar');
});

test('a status that the device does not take says why in a place that readers watch', async () => {
  const records = await seedAnns();
  const { user } = startApp('/projects/1', records);
  await user.click(await screen.findByRole('button', { name: 'Status: On Hold' }));
  const [alert] = screen.getAllByRole('alert');
  expect(alert).toBeEmptyDOMElement();
  vi.spyOn(records.services.db.strict, 'transaction').mockRejectedValueOnce(
    new NotSavedError('This device is out of storage.') as never,
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Completed' }));
  await waitFor(() => expect(alert).toHaveTextContent('This device is out of storage.'));
});

test('what waits stands above the tabs, whichever is open', async () => {
  const records = await seedAnns();
  await records.say({ reasons: ['offline'] });
  const { user } = startApp('/projects/1?tab=history', records);
  await user.click(await screen.findByRole('button', { name: 'Status: On Hold' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Completed' }));
  for (const name of ['Overview', 'Work', 'History']) {
    await user.click(screen.getByRole('tab', { name }));
    expect(await screen.findByText(/^Change to Status · /)).toBeVisible();
  }
});

test('[P61] the status is changed where it stands, waits, and can be undone from the notice', async () => {
  const records = await seedAnns();
  const { user } = startApp('/work-orders/1', records);
  await user.click(await screen.findByRole('button', { name: 'Status: Assigned' }));
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual(['Pending', 'Assigned', 'In Progress', 'Completed', 'Cancelled']);
  await user.click(await screen.findByRole('menuitem', { name: 'Cancelled' }));
  expect(await records.changes(1)).toMatchObject([
    { kind: 'update', fields: { status: { base: 'assigned', value: 'cancelled' } } },
  ]);
  const [change] = await records.outbox();
  expect((change?.nextAt ?? 0) - (change?.acceptedAt ?? 0)).toBe(UNDO_MS);
  expect(await screen.findByRole('button', { name: 'Status: Cancelled' })).toBeVisible();
  const saved = screen.getByRole('status', { name: 'Saved' });
  await user.click(await within(saved).findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Status: Assigned' })).toBeVisible();
  expect(await records.outbox()).toEqual([]);
});

test('choosing the status that holds changes nothing', async () => {
  const records = await seedAnns();
  const { user } = startApp('/work-orders/1', records);
  await user.click(await screen.findByRole('button', { name: 'Status: Assigned' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Assigned' }));
  expect(await records.outbox()).toEqual([]);
});

test('a status that only a newer server knows is shown as it is', async () => {
  const records = await seedAnns();
  await records.seedAll('workOrders', [{ ...WORK_ORDERS.a, status: 'drying' }]);
  startApp('/work-orders/3', records);
  expect(await screen.findByRole('button', { name: 'Status: drying' })).toBeVisible();
});

test('an estimate has the button of its next step, and the other way in its menu', async () => {
  const records = await seedAnns();
  await records.seedAll('estimates', [{ ...ESTIMATES.a, status: 'draft' }]);
  const { user } = startApp('/estimates/3', records);
  await user.click(await screen.findByRole('button', { name: 'Mark as sent' }));
  expect(await screen.findByRole('button', { name: 'Mark as accepted' })).toBeVisible();
  await waitFor(() => {
    records.clock.advance(1000);
    expect(button(document.body, 'Mark as accepted')).toBeEnabled();
  });
  await chooseMore(user, 'Mark as rejected');
  expect(await screen.findByRole('button', { name: 'Status: Rejected' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Mark as/ })).toBeNull();
  expect(await records.viewOf('estimates', '3')).toMatchObject({ status: 'rejected' });
});
