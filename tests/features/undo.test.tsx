import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { resourceSpecs } from '../../src/domain/resource-specs.ts';
import { createRecord, updateRecord } from '../../src/records/commands.ts';
import { seedAnns } from '../support/kinds/kinds.ts';
import { button, gone } from '../support/kinds/screen.ts';
import { aRecord } from '../support/lanes/lanes.ts';
import { ann } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

/** Returns the text of the notice. */
const saved = () => screen.getByRole('status', { name: 'Saved' });

async function offline(): Promise<TestRecords> {
  const records = await seedAnns();
  await records.say({ reasons: ['offline'] });
  return records;
}

async function editCity(user: UserEvent, city: string): Promise<void> {
  await user.click(await screen.findByLabelText('Edit Ann Lee'));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Customer' });
  await user.type(await within(dialog).findByLabelText('City'), city);
  await user.click(button(dialog, 'Update'));
  await gone(dialog);
}

test('[Q26] a save without a connection can be undone from the notice', async () => {
  const records = await offline();
  const { user } = startApp('/customers', records);
  await editCity(user, 'Reno');
  await waitFor(() => expect(saved()).toHaveTextContent('Customer saved.'));
  await user.click(await within(saved()).findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(saved()).toHaveTextContent('Undone.'));
  expect(await records.outbox()).toEqual([]);
  expect(await records.viewOf('customers', '1')).not.toMatchObject({ city: 'Reno' });
  await user.click(document.body);
  records.clock.advance(8000);
  await waitFor(() => expect(saved()).toBeEmptyDOMElement());
});

test('[Q26] the result of one undo is not shown for the next save, which can be undone too', async () => {
  const records = await offline();
  const { user } = startApp('/customers', records);
  await editCity(user, 'Reno');
  await user.click(await within(saved()).findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(saved()).toHaveTextContent('Undone.'));
  await editCity(user, 'Elko');
  await waitFor(() => expect(saved()).toHaveTextContent('Customer saved.'));
  await user.click(await within(saved()).findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await records.outbox()).toEqual([]));
});

// @spec D1.62
test('[P61, Q27] a deletion can be undone from the notice', async () => {
  const records = await seedAnns();
  const { user } = startApp('/customers', records);
  await user.click(await screen.findByLabelText('Delete Ann Lee'));
  const question = await screen.findByRole('dialog', { name: 'Delete Customer' });
  await user.click(await within(question).findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(saved()).toHaveTextContent('Customer deleted.'));
  await waitFor(() => expect(screen.queryByLabelText('Delete Ann Lee')).toBeNull());
  await user.click(await within(saved()).findByRole('button', { name: 'Undo' }));
  expect(await screen.findByLabelText('Delete Ann Lee')).toBeVisible();
  expect(await records.outbox()).toEqual([]);
});

/** The oldest change is being sent. */
async function send(records: TestRecords): Promise<void> {
  const [change] = await records.changes(1);
  const sent = { state: 'sending', attemptId: 'a', attempts: 1, firstSentAt: 1 } as const;
  await records.services.db.strict.outbox.update(change?.seq ?? 0, sent);
}

test('[Q28] the notice offers no undo once the deletion is being sent', async () => {
  const records = await seedAnns();
  const { user } = startApp('/customers', records);
  await user.click(await screen.findByLabelText('Delete Ann Lee'));
  const question = await screen.findByRole('dialog', { name: 'Delete Customer' });
  await user.click(await within(question).findByRole('button', { name: 'Delete' }));
  (await within(saved()).findByRole('button', { name: 'Undo' })).focus();
  await send(records);
  await waitFor(() => expect(within(saved()).queryByRole('button')).toBeNull());
  expect(saved()).toHaveTextContent('Customer deleted.');
  // The button had the focus when it disappeared. The notice ends nevertheless.
  await waitFor(() => {
    records.clock.advance(8000);
    expect(saved()).toBeEmptyDOMElement();
  });
});

test('[Q32] a change that is being sent can be undone from the notice and from its record', async () => {
  const records = await offline();
  const { user, unmount } = startApp('/customers', records);
  await editCity(user, 'Reno');
  await send(records);
  await user.click(await within(saved()).findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(saved()).toHaveTextContent('Undone.'));
  const [sent, back] = await records.changes(2);
  expect([sent?.state, back?.state]).toEqual(['sending', 'queued']);
  expect(await records.viewOf('customers', '1')).toMatchObject({ city: 'Boise' });
  unmount();
  const { user: other } = startApp('/customers/1', records);
  await other.click(await screen.findByRole('button', { name: 'Undo: Change to City' }));
  await waitFor(() => expect(screen.getAllByText(/· Being sent ·|· Waiting ·/)).toHaveLength(1));
  await other.click(await screen.findByRole('button', { name: 'Undo: Change to City' }));
  expect(await records.changes(2)).toMatchObject([
    { state: 'sending' },
    { fields: { city: { value: 'Boise' } } },
  ]);
});

// @spec D1.63
test('[Q31] a change that the server has confirmed can be undone from the notice for eight seconds', async () => {
  const records = await seedAnns();
  const { user } = startApp('/customers', records);
  await user.click(await screen.findByLabelText('Edit Ann Lee'));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Customer' });
  await user.type(await within(dialog).findByLabelText('City'), 'Reno');
  await user.click(button(dialog, 'Update'));
  await records.confirm(1);
  await gone(dialog);
  await waitFor(() => expect(saved()).toHaveTextContent('Customer saved.'));
  await user.click(await within(saved()).findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(saved()).toHaveTextContent('Undone.'));
  expect(await records.changes(1)).toMatchObject([
    { kind: 'update', fields: { city: { base: 'BoiseReno', value: 'Boise' } }, readFirst: true },
  ]);
  await user.click(document.body);
  records.clock.advance(8000);
  await waitFor(() => expect(saved()).toBeEmptyDOMElement());
});

test.each([
  ['somebody has changed', 'someone has changed this record since', 'edited'],
  ['others refer to', 'other records refer to this one', 'referred'],
])('[Q34] a new customer that %s stays, and the notice says why', async (_, words, why) => {
  const records = await seedAnns();
  const { user } = startApp('/customers', records);
  await user.click(
    (await screen.findAllByRole('button', { name: /Add Customer|New Customer|Add/ }))[0] as HTMLElement,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Add New Customer' });
  await user.type(await within(dialog).findByLabelText('First Name'), 'Cy');
  await user.click(button(dialog, 'Create'));
  const [{ localId } = { localId: '' }] = await records.changes(1);
  await records.confirm(9);
  await gone(dialog);
  const { customers } = records.services.db.strict;
  const { confirmed } = (await customers.get(localId)) ?? {};
  if (why === 'edited' && confirmed)
    await customers.update(localId, { confirmed: { ...confirmed, isLast: false } });
  else await records.seedAll('projects', [aRecord('projects', { title: 'Roof', customer: '9' })]);
  await user.click(await within(saved()).findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(saved()).toHaveTextContent(`Nothing was undone: ${words}. You can still delete it.`),
  );
  expect(await records.outbox()).toEqual([]);
});

test('[Q26] each waiting change can be undone on Sync and on its record', async () => {
  const records = await offline();
  const initial = (await records.viewOf('customers', '1')) ?? {};
  const draft = { ...initial, city: 'Reno' };
  await updateRecord(records.services, 'customers', '1', { initial, draft, watch: false });
  const again = { initial: draft, draft: { ...draft, phone: '+15551234567' }, watch: false };
  await updateRecord(records.services, 'customers', '1', again);
  const { user, unmount } = startApp('/sync', records);
  await user.click(await screen.findByRole('button', { name: 'Undo: Change to City and Phone' }));
  expect(await screen.findByRole('button', { name: 'Undo: Change to City' })).toBeVisible();
  unmount();
  const { user: other } = startApp('/customers/1', records);
  await other.click(await screen.findByRole('button', { name: 'Undo: Change to City' }));
  await waitFor(async () => expect(await records.outbox()).toEqual([]));
  expect(await records.viewOf('customers', '1')).toEqual(initial);
});

test('[Q29] the undo of a new customer that other changes wait for asks first, like its deletion', async () => {
  const records = await TestRecords.open();
  await records.say({ reasons: ['offline'] });
  const { localId } = await createRecord(records.services, 'customers', ann, { watch: false });
  const roof = { ...resourceSpecs.projects.blank({ now: 0, random: 0 }), title: 'Roof', customer: localId };
  await createRecord(records.services, 'projects', roof, { watch: false });
  const { user } = startApp(`/customers/${localId}`, records);
  await user.click(await screen.findByRole('button', { name: 'Undo: New customer' }));
  const question = await screen.findByRole('dialog', { name: 'Delete Customer' });
  await user.click(await within(question).findByRole('button', { name: 'Delete all' }));
  await waitFor(async () => expect(await records.outbox()).toEqual([]));
});
