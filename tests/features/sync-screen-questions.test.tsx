import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { MetaRow } from '../../src/db/meta-rows.ts';
import { chooseInMenu } from '../support/records/account-menu.ts';
import { aCustomer, ann } from '../support/records/mutations.ts';
import { customers, startApp, TestRecords } from '../support/records/record-services.tsx';

const topBar = () => within(screen.getByRole('banner'));

async function write(records: TestRecords, row: MetaRow): Promise<void> {
  await records.services.db.strict.meta.put(row);
}

describe('a record that may be on the server twice', () => {
  async function open() {
    const records = await TestRecords.open();
    await records.seed(ann, { ...ann, phone: '555-0100' });
    await records.services.db.strict.watches.put({
      id: 'create-1',
      resource: 'customers',
      localId: '1',
      serverId: 1,
      marks: { first_name: { base: null, value: 'Ann' }, last_name: { base: null, value: 'Lee' } },
      until: records.clock.now() + 1000,
      possibleDuplicates: [2],
      seenAt: records.clock.now(),
    });
    return { records, ...startApp('/sync', records) };
  }
  const duplicates = async (records: TestRecords) =>
    (await records.services.db.relaxed.watches.get('create-1'))?.possibleDuplicates;

  test('is put before a person beside the other, and counts as attention', async () => {
    await open();
    expect(await screen.findByText('This customer may be on the server twice')).toBeVisible();
    expect(screen.getByRole('rowheader', { name: /^Phone/ }).closest('tr')).toHaveTextContent('555-0100');
    expect(topBar().getAllByText('1 needs attention')[0]).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Needs attention 1' })).toBeVisible();
  });

  test('is deleted with the app’s own question', async () => {
    const { records, user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Delete the second' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Customer' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(async () => expect(await duplicates(records)).toEqual([]));
    expect((await records.outbox()).map(({ kind, localId }) => [kind, localId])).toEqual([['delete', '2']]);
  });

  test('stays a question where the deletion is given up', async () => {
    const { records, user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Delete the first' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await duplicates(records)).toEqual([2]);
    expect(await records.outbox()).toEqual([]);
  });

  test('can be two that are both right', async () => {
    const { records, user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Both are right' }));
    expect(await screen.findByText('All changes sent')).toBeVisible();
    expect(await duplicates(records)).toEqual([]);
  });

  test('is asked about also where the first one has left the device and come back', async () => {
    const { records, user } = await open();
    const watch = await records.services.db.strict.watches.get('create-1');
    if (watch) await records.services.db.strict.watches.put({ ...watch, localId: 'made-here' });
    await user.click(await screen.findByRole('button', { name: 'Delete the first' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Customer' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(async () =>
      expect((await records.outbox()).map(({ kind, localId }) => [kind, localId])).toEqual([['delete', '1']]),
    );
  });

  test('is a question no longer once one of them is gone', async () => {
    const { records, user } = await open();
    await screen.findByRole('button', { name: 'Both are right' });
    await records.services.db.strict.customers.delete('2');
    await records.say({ pulledAt: records.clock.now() + 1 });
    expect(
      await screen.findByText('The second one is no longer on the server. Only one customer is left.'),
    ).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(async () => expect(await duplicates(records)).toEqual([]));
  });
});

describe('a second row that the device has not', () => {
  async function open() {
    const records = await TestRecords.open();
    await records.seed(ann);
    await records.services.db.strict.watches.put({
      id: 'create-1',
      resource: 'customers',
      localId: '1',
      serverId: 1,
      marks: { first_name: { base: null, value: 'Ann' } },
      until: records.clock.now() + 1000,
      possibleDuplicates: [2],
      seenAt: records.clock.now(),
    });
    return { records, ...startApp('/sync', records) };
  }
  const NOT_FETCHED = /This device has not fetched it yet/;

  test('was never fetched: the question is not to be put away before it is', async () => {
    const { records, user } = await open();
    expect(await screen.findByText(NOT_FETCHED)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Fetch customers' }));
    await waitFor(async () =>
      expect(await records.services.db.relaxed.meta.get('request:customers')).toBeDefined(),
    );
    await records.seed({ ...ann, phone: '555-0100' });
    expect(await screen.findByRole('button', { name: 'Delete the second' })).toBeVisible();
  });

  test('is on its way as long as the list was not complete, or a create of ours keeps it out', async () => {
    const { records } = await open();
    await screen.findByText(NOT_FETCHED);
    await records.remember({ id: 'other', localId: 'x', kind: 'create', state: 'unknown', firstSentAt: 1 });
    await records.say({ pulledAt: records.clock.now() + 1 });
    await screen.findByRole('heading', { name: 'Waiting to be sent 1' });
    expect(screen.getByText(NOT_FETCHED)).toBeVisible();
    await records.services.db.strict.outbox.clear();
    expect(await screen.findByText(/^The second one is no longer on the server/)).toBeVisible();
    const row = (await records.services.db.relaxed.meta.get('collection:customers')) as MetaRow;
    await write(records, { ...row, complete: false } as MetaRow);
    expect(await screen.findByText(NOT_FETCHED)).toBeVisible();
  });

  test('is gone once its deletion was confirmed, and so may both be', async () => {
    const { records } = await open();
    await screen.findByText(NOT_FETCHED);
    const row = (await records.services.db.relaxed.meta.get('collection:customers')) as MetaRow;
    await write(records, { ...row, removed: [2] } as MetaRow);
    expect(await screen.findByText(/^The second one is no longer on the server/)).toBeVisible();
    await records.services.db.strict.customers.delete('1');
    expect(await screen.findByText(/^Neither of the two is left/)).toBeVisible();
  });

  test('or its deletion waits to be sent', async () => {
    const { records } = await open();
    await records.seed(ann);
    await screen.findByRole('button', { name: 'Delete the second' });
    await records.remember({ localId: '2', kind: 'delete' });
    expect(
      await screen.findByText('The second one was deleted here. Only one customer is left.'),
    ).toBeVisible();
  });
});

describe('records that are missing on the server', () => {
  async function open() {
    const records = await TestRecords.open();
    await records.seed(...customers(6));
    const row = (await records.services.db.relaxed.meta.get('collection:customers')) as MetaRow;
    await write(records, {
      ...row,
      absence: { missing: [1, 2, 3, 4], held: 6, at: records.clock.now(), step: 'ask' },
    } as MetaRow);
    return { records, ...startApp('/sync', records) };
  }
  const step = async (records: TestRecords) => {
    const row = await records.services.db.relaxed.meta.get('collection:customers');
    return (row as { absence: { step: string } } | undefined)?.absence.step;
  };

  test('are counted and named', async () => {
    await open();
    expect(await screen.findByText('4 of 6 customers are missing on the server')).toBeVisible();
    expect(await screen.findByText('Cleo Nr1, Cleo Nr2, Cleo Nr3 and 1 more')).toBeVisible();
    expect(topBar().getAllByText('1 needs attention')[0]).toBeVisible();
  });

  test.each([
    ['Remove from this device', 'remove'],
    ['Keep', 'keep'],
  ])('by a press of %s: %s', async (name, answer) => {
    const { records, user } = await open();
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(async () => expect(await step(records)).toBe(answer));
    expect(await screen.findByText('All changes sent')).toBeVisible();
  });
});

describe('data that the browser removed', () => {
  test.each([
    [0, 'No change was waiting to be sent. The app fetches the records again.'],
    [1, '1 change had not been sent and is lost: please enter it again.'],
    [3, '3 changes had not been sent and are lost: please enter them again.'],
  ])('with %i changes unsent are told', async (lost, words) => {
    const records = await TestRecords.open();
    await write(records, { key: 'evicted', at: records.clock.now(), lost, drafts: 0, rows: 0 });
    const { user } = startApp('/sync', records);
    expect(await screen.findByText(words)).toBeVisible();
    expect(topBar().getAllByText('1 needs attention')[0]).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(await screen.findByText('All changes sent')).toBeVisible();
    expect(await records.services.db.relaxed.meta.get('evicted')).toBeUndefined();
  });

  test('tell of forms and rows of an import that are lost with it', async () => {
    const records = await TestRecords.open();
    await write(records, { key: 'evicted', at: records.clock.now(), lost: 0, drafts: 1, rows: 4000 });
    startApp('/sync', records);
    expect(await screen.findByText('1 form that was not saved is lost.')).toBeVisible();
    expect(
      screen.getByText(
        '4,000 rows of a spreadsheet were not imported yet and are lost. Import the file again.',
      ),
    ).toBeVisible();
  });

  test('are no unsent change: a log-out asks nothing for them', async () => {
    const records = await TestRecords.open();
    await records.seed(aCustomer());
    await write(records, { key: 'evicted', at: 0, lost: 2, drafts: 0, rows: 0 });
    const { user, session } = startApp('/sync', records);
    await screen.findByText(/^2 changes had not been sent/);
    await chooseInMenu(user, 'Log out');
    expect(session.state.status).toBe('signedOut');
  });
});
