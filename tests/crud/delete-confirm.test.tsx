import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeletionsRow } from '../../src/db/meta-rows.ts';
import { resourceSpecs } from '../../src/domain/resource-specs.ts';
import { createRecord, deleteRecord } from '../../src/records/commands.ts';
import { keepPhoto } from '../../src/records/photos.ts';
import { KINDS, seedAnns } from '../support/kinds/kinds.ts';
import { button, chooseMore, gone } from '../support/kinds/screen.ts';
import { sayFeatures, seedPhoto } from '../support/photos/photos-screen.tsx';
import { startApp, type TestRecords } from '../support/records/record-services.tsx';
import { aPhoto } from '../support/tab/photos.ts';

/** Ann's question, over all that refers to her and one new project of this device. */
async function askForAnn(records: TestRecords) {
  const { user } = startApp('/customers', records);
  await screen.findByText('2 customers');
  await user.click(await screen.findByLabelText('Delete Ann Lee'));
  const question = await screen.findByRole('dialog', { name: 'Delete Customer' });
  return { user, question };
}

// @spec D1.30
test('says what refers to a customer', async () => {
  const records = await seedAnns();
  await records.seedAll('workOrders', [{ title: 'Third', customer: '1' }]);
  await records.services.db.relaxed.estimates.delete('2');
  const { user, question } = await askForAnn(records);
  expect(question).toHaveTextContent('Are you sure you want to delete this customer?');
  await waitFor(() =>
    expect(question).toHaveTextContent('2 projects, 1 estimate and 3 work orders refer to this customer.'),
  );
  await user.click(button(question, 'Cancel'));
  await gone(question);
  expect(await records.outbox()).toEqual([]);
});

test('[P50] takes nothing along where the server keeps the customer for others', async () => {
  const records = await seedAnns();
  await records.say({ reasons: ['offline'] });
  const roof = { ...resourceSpecs.projects.blank({ now: 0, random: 0 }), title: 'Roof', customer: '1' };
  await createRecord(records.services, 'projects', roof, { watch: false });
  const { user, question } = await askForAnn(records);
  await waitFor(() => expect(question).toHaveTextContent('3 projects, 2 estimates'));
  expect(question).toHaveTextContent('refer to this customer.Your server may delete them too, or refuse.');
  expect(question).not.toHaveTextContent('not on the server yet');
  expect(button(question, 'Cancel')).toBeVisible();
  await user.click(button(question, 'Delete'));
  await gone(question);
  const left = await records.changes(2);
  expect(left.map(({ resource, kind }) => [resource, kind])).toEqual([
    ['projects', 'create'],
    ['customers', 'delete'],
  ]);
});

// @spec D1.42
test.each<[string, Omit<DeletionsRow, 'key' | 'watched'>, string]>([
  ['refuse', { refused: true, gone: [] }, 'Your server refuses while they exist.'],
  [
    'delete them all',
    { refused: false, gone: ['projects', 'estimates', 'workOrders'] },
    'Your server deletes them too.',
  ],
  [
    'delete some of them',
    { refused: false, gone: ['projects'] },
    'Your server may delete them too, or refuse.',
  ],
])('says what this server was seen to do: %s', async (_, seen, words) => {
  const records = await seedAnns();
  await records.services.db.strict.meta.put({ key: 'deletions:customers', watched: [], ...seen });
  const { question } = await askForAnn(records);
  await waitFor(() => expect(question).toHaveTextContent(`refer to this customer.${words}`));
});

test('offers to set a customer to Inactive first where this server was seen to refuse', async () => {
  const records = await seedAnns();
  await records.services.db.strict.meta.put({
    key: 'deletions:customers',
    watched: [],
    refused: true,
    gone: [],
  });
  const { user, question } = await askForAnn(records);
  await waitFor(() => expect(button(question, 'Set to Inactive')).toHaveFocus());
  expect(button(question, 'Delete')).toBeEnabled();
  await user.click(button(question, 'Set to Inactive'));
  await gone(question);
  const [change] = await records.changes(1);
  expect(change).toMatchObject({ kind: 'update', fields: { status: { value: 'inactive' } } });
  await waitFor(() =>
    expect(screen.getByRole('status', { name: 'Saved' })).toHaveTextContent('Customer saved.'),
  );
});

test('what waits and refers to it goes with it, if the person says so', async () => {
  const records = await seedAnns();
  for (const [, { resource }] of KINDS.slice(1)) await records.services.db.relaxed[resource].clear();
  await records.say({ reasons: ['offline'] });
  const { user } = startApp('/customers/1?tab=work', records);
  const projects = (await screen.findByRole('heading', { name: 'Projects' })).closest('section');
  await user.click(within(projects as HTMLElement).getByRole('button', { name: 'Add Project' }));
  const form = await screen.findByRole('dialog', { name: 'Add New Project' });
  await within(form).findByLabelText('Title');
  await user.click(button(form, 'Create'));
  await gone(form);
  await chooseMore(user, 'Delete');
  const question = await screen.findByRole('dialog', { name: 'Delete Customer' });
  expect(question).toHaveTextContent('1 project refers to this customer.');
  expect(question).toHaveTextContent('It is not on the server yet');
  await user.click(button(question, 'Keep'));
  await gone(question);
  expect(await records.outbox()).toHaveLength(1);
  await chooseMore(user, 'Delete');
  await user.click(button(await screen.findByRole('dialog', { name: 'Delete Customer' }), 'Delete all'));
  await waitFor(() => expect(window.location.pathname).toBe('/customers'));
  const [left] = await records.changes(1);
  expect(left).toMatchObject({ resource: 'customers', kind: 'delete' });
});

test('says that photos are deleted too, also where the device has not read them', async () => {
  const records = await seedAnns();
  await sayFeatures(records, ['attachments', 'client-uid', 'if-match']);
  const { user, question } = await askForAnn(records);
  expect(question).toHaveTextContent('If it has photos, they are deleted with it.');
  await user.click(button(question, 'Cancel'));
  await gone(question);
  await seedPhoto(records, 1, { work_order: '', customer: '1' });
  await user.click(await screen.findByLabelText('Delete Ann Lee'));
  expect(await screen.findByRole('dialog', { name: 'Delete Customer' })).toHaveTextContent(
    'Its photos are deleted with it: 1 is on this device.',
  );
});

test('[P14] photos that wait go with their record, also if the server has others', async () => {
  const records = await seedAnns();
  for (const [, { resource }] of KINDS.slice(1)) await records.services.db.relaxed[resource].clear();
  await sayFeatures(records, ['attachments', 'client-uid', 'if-match']);
  await records.say({ reasons: ['offline'] });
  await seedPhoto(records, 1, { work_order: '', customer: '1' });
  await keepPhoto(records.services, aPhoto(2, { fields: { customer: '1' } }));
  const { user, question } = await askForAnn(records);
  expect(question).toHaveTextContent('Its photos are deleted with it: 2 are on this device.');
  expect(question).toHaveTextContent('1 of them is not on the server yet');
  await user.click(button(question, 'Delete all'));
  await gone(question);
  const [left] = await records.changes(1);
  expect(left).toMatchObject({ resource: 'customers', kind: 'delete' });
});

/** Ann, a customer with a photo and a document. */
async function withDocument(): Promise<TestRecords> {
  const records = await seedAnns();
  await sayFeatures(records, ['attachments', 'client-uid', 'if-match']);
  await seedPhoto(records, 1, { work_order: '', customer: '1' });
  await seedPhoto(records, 2, { work_order: '', customer: '1', kind: 'document' });
  return records;
}

test('[F33] a record that has a document is not deleted, and the question says why', async () => {
  const records = await withDocument();
  const { user, question } = await askForAnn(records);
  expect(question).toHaveTextContent(
    '1 document belongs to this customer. Documents are kept, so it cannot be deleted.',
  );
  expect(within(question).queryByRole('button', { name: /^Delete/ })).toBeNull();
  await user.click(button(question, 'Set to Inactive'));
  await gone(question);
  const [change] = await records.changes(1);
  expect(change).toMatchObject({ kind: 'update', fields: { status: { value: 'inactive' } } });
});

test('[F33] the command deletes neither a document nor a record that has one', async () => {
  const { services } = await withDocument();
  const document = await services.db.relaxed.attachments.where('serverId').equals(102).first();
  const words = 'This cannot be deleted: it has a document, and documents are kept.';
  await expect(deleteRecord(services, 'attachments', document?.localId ?? '')).rejects.toThrow(words);
  await expect(deleteRecord(services, 'customers', '1')).rejects.toThrow(words);
  const photo = await services.db.relaxed.attachments.where('serverId').equals(101).first();
  await deleteRecord(services, 'attachments', photo?.localId ?? '');
});

test('[F33] a waiting document keeps its record, even if that would be deleted along with another', async () => {
  const { services } = await seedAnns();
  const blank = { now: 0, random: 0 };
  const ann = { ...resourceSpecs.customers.blank(blank), first_name: 'Ann', email: 'new@example.com' };
  const customer = await createRecord(services, 'customers', ann, { watch: false });
  const draft = { ...resourceSpecs.estimates.blank(blank), customer: customer.localId };
  const estimate = await createRecord(services, 'estimates', draft, { watch: false });
  await keepPhoto(services, aPhoto(1, { fields: { estimate: estimate.localId, kind: 'document' } }));
  for (const [resource, { localId }] of [
    ['estimates', estimate],
    ['customers', customer],
  ] as const)
    await expect(deleteRecord(services, resource, localId)).rejects.toThrow('documents are kept');
});
