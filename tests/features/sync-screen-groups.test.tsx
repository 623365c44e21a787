import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { MutationChange } from '../../src/outbox/mutation.ts';
import { createRecord } from '../../src/records/commands.ts';
import { decideGroup, decideParked } from '../../src/records/parked.ts';
import { groupRefused, type ParkedEntry } from '../../src/records/refusal-groups.ts';
import { flush } from '../support/browser/flush.ts';
import { aRecord } from '../support/browser/test-database.ts';
import { aNewMutation, ann, aRefusal, changes } from '../support/records/mutations.ts';
import { customers, startApp, TestRecords } from '../support/records/record-services.tsx';

const BAD_PHONE = { phone: ["Phone number must be entered in the format: '+1-555-123-4567'."] };
const FIRST = ['Ann', 'Bob', 'Cat', 'Dan', 'Eve'];
const nameOf = (n: number): string => FIRST[n] ?? `N${n}`;

/** So many new customers that the server refused for their phone numbers. */
async function refusedCreates(count: number, phoneOf = (n: number): string => `x${n}`): Promise<TestRecords> {
  const records = await TestRecords.open();
  for (let n = 0; n < count; n += 1) {
    const fields = { ...ann, first_name: nameOf(n), email: `n${n}@example.com`, phone: phoneOf(n) };
    await createRecord(records.services, 'customers', fields, { watch: false });
  }
  const refusal = { ...aRefusal(), body: BAD_PHONE };
  const parked: MutationChange = { state: 'parked', refusal, firstSentAt: 1, attemptId: 'a' };
  await records.services.db.strict.outbox.toCollection().modify(parked);
  return records;
}

async function refusedUpdates(kind: 'update' | 'delete', count = 3): Promise<TestRecords> {
  const records = await TestRecords.open();
  await records.seed(...customers(count));
  await records.remember(
    ...Array.from({ length: count }, (_, n): MutationChange => {
      const fields = kind === 'update' ? { phone: { base: '', value: `x${n}` } } : {};
      const refusal = { ...aRefusal(), body: kind === 'update' ? BAD_PHONE : { detail: 'No.' } };
      return { localId: String(n + 1), kind, fields, state: 'parked', refusal };
    }),
  );
  return records;
}

const states = async (records: TestRecords) => (await records.outbox()).map(({ state }) => state);
const groupOf = async (records: TestRecords): Promise<ParkedEntry> => {
  const parked = (await records.outbox()).filter(({ state }) => state === 'parked');
  const [entry] = groupRefused(parked);
  if (!entry) throw new Error('nothing is parked');
  return entry;
};

describe('what the server refused for the same reason', () => {
  test('is one card with the first names and one decision', async () => {
    const records = await refusedCreates(30);
    startApp('/sync', records);
    const title = await screen.findByText('30 new customers');
    const card = title.closest('li') as HTMLElement;
    expect(card).toHaveTextContent('Ann Lee, Bob Lee, Cat Lee and 27 more');
    expect(card).toHaveTextContent('Phone number must be entered in the format');
    const ways = within(card).getByRole('group', { name: 'Choices for 30 new customers' });
    expect(
      within(ways)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Edit one by one', 'Try all again', 'Discard all 30']);
    expect(
      within(await screen.findByRole('region', { name: /Needs attention/ })).getAllByRole('listitem'),
    ).toEqual([card]);
  });

  test('is sent again by one press', async () => {
    const records = await refusedCreates(30);
    const { user } = startApp('/sync', records);
    await user.click(await screen.findByRole('button', { name: 'Try all again' }));
    await waitFor(async () => expect(new Set(await states(records))).toEqual(new Set(['queued'])));
    await waitFor(() => expect(screen.queryByText('30 new customers')).toBeNull());
  });

  test('is discarded after a question that names it', async () => {
    const records = await refusedCreates(30);
    const [first] = await records.outbox();
    const project = { title: 'Roof', customer: first?.localId ?? '' };
    await createRecord(records.services, 'projects', project, { watch: false });
    const { user } = startApp('/sync', records);
    await user.click(await screen.findByRole('button', { name: 'Discard all 30' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard 30 changes' });
    expect(dialog).toHaveTextContent(
      'Ann Lee, Bob Lee, Cat Lee and 27 more: these 30 customers will be removed from this device for good.',
    );
    expect(dialog).toHaveTextContent('1 change that waits to be sent refers to one of them');
    await user.click(within(dialog).getByRole('button', { name: 'Keep' }));
    expect(await states(records)).toHaveLength(31);
    await user.click(screen.getByRole('button', { name: 'Discard all 30' }));
    const again = await screen.findByRole('dialog', { name: 'Discard 30 changes' });
    await user.click(within(again).getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await states(records)).toHaveLength(1));
    expect(await records.services.db.relaxed.customers.count()).toBe(0);
  });

  test('looks up none of its records before the question, and counts only once', async () => {
    const records = await refusedCreates(30);
    const [first] = await records.outbox();
    const project = { title: 'Roof', customer: first?.localId ?? '' };
    await createRecord(records.services, 'projects', project, { watch: false });
    const { user } = startApp('/sync', records);
    const button = await screen.findByRole('button', { name: 'Discard all 30' });
    let count = 0;
    records.services.db.relaxed.customers.hook('reading', (row) => {
      count += 1;
      return row;
    });
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Discard 30 changes' });
    expect(count).toBe(0);
    await createRecord(records.services, 'projects', project, { watch: false });
    await act(flush);
    expect(dialog).toHaveTextContent('1 change that waits to be sent refers to one of them');
  });

  test('[F44] keeps the new record of a signed document, and discards the others', async () => {
    const records = await refusedCreates(3);
    const [first] = await records.outbox();
    const localId = first?.localId ?? '';
    const view = { kind: 'document', customer: localId, name: 'Work authorization.pdf' };
    const { serverId: _, ...unsent } = aRecord({ localId: 'd', view });
    const { attachments, outbox } = records.services.db.strict;
    await attachments.add({ ...unsent, server: null });
    const fields = changes({ kind: [null, 'document'], customer: [null, localId] });
    await outbox.add(aNewMutation({ resource: 'attachments', localId: 'd', kind: 'create', fields }));
    const { user } = startApp('/sync', records);
    await user.click(await screen.findByRole('button', { name: 'Discard all 3' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard 3 changes' });
    expect(dialog).toHaveTextContent('1 of them belongs to a signed document, and stays.');
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await states(records)).toHaveLength(2));
    expect(await records.services.db.relaxed.customers.toCollection().primaryKeys()).toEqual([localId]);
  });

  test('shows each change with its own ways out, and opens for the one that is asked for', async () => {
    const records = await refusedCreates(30);
    const { user, unmount } = startApp('/sync', records);
    const fold = await screen.findByRole('button', { name: 'Each change' });
    expect(fold).toHaveAttribute('aria-expanded', 'false');
    await user.click(fold);
    const bob = await screen.findByRole('group', { name: 'Choices for Bob Lee' });
    expect(within(bob).getByRole('button', { name: 'Discard my change' })).toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'Choices for N25 Lee' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('group', { name: 'Choices for N25 Lee' })).toBeInTheDocument();
    unmount();
    const last = (await records.outbox()).at(-1);
    startApp(`/sync?record=customers/${last?.localId ?? ''}`, records);
    const asked = (await screen.findByRole('group', { name: 'Choices for N29 Lee' })).closest('li');
    expect(asked).toHaveAttribute('data-asked', 'true');
  });

  test('is edited one after another from the refused field on, skipped, or left', async () => {
    const records = await refusedCreates(4);
    const { user } = startApp('/sync', records);
    await user.click(await screen.findByRole('button', { name: 'Edit one by one' }));
    for (const [n, turn] of ['1 of 4', '2 of 4'].entries()) {
      await screen.findByText(turn);
      const dialog = screen.getByRole('dialog', { name: 'Edit Customer' });
      const phone = await within(dialog).findByLabelText('Phone');
      await waitFor(() => expect(phone).toHaveFocus());
      await user.clear(phone);
      await user.type(phone, `555-123-456${n}`);
      await user.click(within(dialog).getByRole('button', { name: 'Save and next' }));
    }
    await screen.findByText('3 of 4');
    await user.click(screen.getByRole('button', { name: 'Skip' }));
    await screen.findByText('4 of 4');
    const last = screen.getByRole('dialog', { name: 'Edit Customer' });
    expect(within(last).getByRole('button', { name: 'Save' })).toBeInTheDocument();
    await user.click(within(last).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await states(records)).sort()).toEqual(['parked', 'parked', 'queued', 'queued']);
  });

  test('gets one value for a field that has the same in all of them, which is shown first', async () => {
    const records = await refusedCreates(30, () => 'ask the office');
    const { user } = startApp('/sync', records);
    await user.click(await screen.findByRole('button', { name: 'Change Phone of all 30' }));
    const dialog = await screen.findByRole('dialog', { name: 'Phone of 30 customers' });
    const field = within(dialog).getByLabelText('Phone');
    expect(field).toHaveValue('ask the office');
    await user.clear(field);
    await user.type(field, '555-123-4567');
    await user.click(within(dialog).getByRole('button', { name: 'Change all 30' }));
    await waitFor(async () => expect(new Set(await states(records))).toEqual(new Set(['queued'])));
    const sent = (await records.outbox()).map(({ kind, fields }) => [kind, fields['phone']?.value]);
    expect(new Set(sent.map(String))).toEqual(new Set(['create,555-123-4567']));
  });

  test.each([
    ['update', 'Changes to 3 customers', 'will be shown again.', true],
    ['delete', 'Deletions of 3 customers', 'these 3 customers stay.', false],
  ] as const)('of a kind of its own for each %s', async (kind, title, question, mayEdit) => {
    const records = await refusedUpdates(kind);
    const { user } = startApp('/sync', records);
    await screen.findByText(title);
    expect(screen.queryByRole('button', { name: 'Edit one by one' }) !== null).toBe(mayEdit);
    await user.click(screen.getByRole('button', { name: 'Discard all 3' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard 3 changes' });
    expect(dialog).toHaveTextContent(question);
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await states(records)).toEqual([]));
    expect(await records.services.db.relaxed.customers.count()).toBe(3);
  });
});

describe('one decision about many', () => {
  test('[Q41] leaves what another tab was faster with', async () => {
    const records = await refusedCreates(5);
    const group = await groupOf(records);
    await decideParked(records.services, group.changes[1]?.id ?? '', { what: 'retry' });
    const { outbox } = records.services.db.strict;
    const other = { ...aRefusal(), body: { email: ['No.'] } };
    await outbox.update(group.changes[2]?.seq ?? 0, { refusal: other });
    expect(await decideGroup(records.services, group, { what: 'discard' })).toBe(3);
    expect(await states(records)).toEqual(['queued', 'parked']);
    expect(await decideGroup(records.services, group, { what: 'discard' })).toBe(0);
  });

  test('counts no record that has the value already: its change is still parked', async () => {
    const records = await refusedCreates(3);
    const group = await groupOf(records);
    const counted = await decideGroup(records.services, group, {
      what: 'correct',
      field: 'phone',
      value: 'x1',
    });
    expect(counted).toBe(2);
    expect(await states(records)).toEqual(['queued', 'parked', 'queued']);
  });

  test('[Q41] of 500 goes in steps, and what a page leaves undecided is still a group', async () => {
    const records = await refusedCreates(500);
    const group = await groupOf(records);
    let commits = 0;
    const { strict } = records.services.db;
    const services = {
      ...records.services,
      onSaved: () => {
        commits += 1;
        if (commits === 2) throw new Error('the page ends');
      },
    };
    await expect(decideGroup(services, group, { what: 'retry' })).rejects.toThrow('the page ends');
    expect(await strict.outbox.where('state').equals('parked').count()).toBe(300);
    startApp('/sync', records);
    await screen.findByText('300 new customers');
    expect(await decideGroup(records.services, await groupOf(records), { what: 'discard' })).toBe(300);
    await waitFor(() => expect(screen.queryByText('300 new customers')).toBeNull());
    expect(await strict.customers.count()).toBe(200);
  });
});
